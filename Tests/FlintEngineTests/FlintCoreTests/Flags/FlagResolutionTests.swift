import Testing

@testable import FlintCore

struct FlagResolutionTests {
    @Test func `the source of a resolution names the provider and its reason`() {
        let remote = ScriptedFlagProvider("flags.json", ["a": FlagEvaluation(value: true, reason: .targetingMatch)])
        let resolution = FeatureFlags([ReleaseFeatureFlagProvider(["a": false]), remote]).resolve("a")
        #expect(resolution.source == "flags.json, TARGETING_MATCH")
        #expect(resolution.provider == "flags.json")
        #expect(resolution.winner == 0)
    }

    @Test func `the error for an unknown flag lists the providers`() {
        let store = InMemoryKeyValueStore()
        let flags = FeatureFlags([ReleaseFeatureFlagProvider([:]), DebugFeatureFlagProvider(userDefaults: store)])
        let resolution = flags.resolve("misspelled")
        #expect(resolution.evaluation.value == nil)
        #expect(resolution.evaluation.reason == .error)
        #expect(resolution.evaluation.errorCode == .flagNotFound)
        #expect(
            resolution.evaluation.errorMessage == "No provider has the flag misspelled (asked: debug, release).")
        #expect(resolution.source == "no provider has the flag (asked: debug, release)")
        #expect(resolution.provider == nil && resolution.winner == nil)
    }

    @Test func `resolving a flag without providers reports that the flag is not found`() {
        let resolution = FeatureFlags().resolve("a")
        #expect(resolution.evaluation.errorCode == .flagNotFound)
        #expect(resolution.source == "no provider has the flag (no providers configured)")
    }

    @Test func `the first error is the result if no provider has a value`() {
        let first = ScriptedFlagProvider("one", ["a": FlagEvaluation(errorCode: .parseError, message: "No.")])
        let second = ScriptedFlagProvider("two", priority: 9, ["a": FlagEvaluation(errorCode: .typeMismatch)])
        let resolution = FeatureFlags([second, first]).resolve("a")
        #expect(resolution.evaluation.errorCode == .parseError)
        #expect(resolution.source == "one, PARSE_ERROR")
        #expect(resolution.provider == nil)
    }

    @Test func `a flag without a value is pending, failed, or unknown to every provider`() {
        let starting = ScriptedFlagProvider("one", ["a": FlagEvaluation(errorCode: .providerNotReady)])
        let failed = ScriptedFlagProvider("two", priority: 99, ["a": FlagEvaluation(errorCode: .parseError)])
        let release = ReleaseFeatureFlagProvider(["a": false])
        func absence(_ key: FeatureKey, _ providers: any FeatureFlagProvider...) -> FactAbsence? {
            FeatureFlags(providers).resolve(key).absence
        }
        #expect(absence("a", starting) == .pending)
        #expect(absence("a", failed, starting) == .pending)
        #expect(absence("a", failed) == .failed)
        #expect(absence("b", failed, starting) == nil)
        #expect(absence("a", starting, release) == nil)
    }

    @Test func `a source names the higher providers that have not answered or have failed`() {
        let starting = ScriptedFlagProvider(
            "one", priority: 9, ["a": FlagEvaluation(errorCode: .providerNotReady)])
        let slow = ScriptedFlagProvider("two", priority: 8, ["a": FlagEvaluation(errorCode: .providerNotReady)])
        let failed = ScriptedFlagProvider("three", priority: 7, ["a": FlagEvaluation(errorCode: .parseError)])
        let release = ReleaseFeatureFlagProvider(["a": false])
        let late = ScriptedFlagProvider("late", priority: 0, ["a": FlagEvaluation(errorCode: .providerNotReady)])
        func source(_ providers: any FeatureFlagProvider...) -> String { FeatureFlags(providers).resolve("a").source }
        #expect(source(starting, release, late) == "release, STATIC; one has not answered")
        #expect(source(starting, slow, release) == "release, STATIC; one and two have not answered")
        #expect(source(starting, failed, release) == "release, STATIC; one has not answered; three failed")
        #expect(source(release, late) == "release, STATIC")
    }

    @Test func `the source of a built-in value states that the server has not answered`() {
        let remote = ScriptedRemoteSource(missingFlagError: FlagEvaluation(errorCode: .providerNotReady))
        let provider = RemoteFeatureFlagProvider(
            featurePairs: [FeaturePair("a", isEnabled: true)], remoteSync: remote)
        #expect(FeatureFlags([provider]).resolve("a").source == "remote, DEFAULT; remote has not answered")
    }

    @Test(arguments: [-1, 1, Int.max])
    func `an index that is out of range has no winner`(winner: Int) {
        let answer = FlagAnswer(
            provider: "one", type: .remote, priority: 1, isMutable: false, evaluation: FlagEvaluation(value: true))
        let resolution = FlagResolution(key: "a", answers: [answer], winner: winner)
        #expect(resolution.winner == nil)
        #expect(resolution.provider == nil)
    }
}
