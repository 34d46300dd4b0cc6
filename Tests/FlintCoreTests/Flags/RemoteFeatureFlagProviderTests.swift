import Testing

@testable import FlintCore

/// What a server says, and what stands until it says something.
struct RemoteFeatureFlagProviderTests {
    @Test func builtInAnswersStandUntilTheServerSpeaks() {
        let source = ScriptedRemoteSource()
        let provider = RemoteFeatureFlagProvider(
            featurePairs: [FeaturePair("a", isEnabled: false), FeaturePair("a", isEnabled: true)], remoteSync: source)
        #expect(provider.evaluation(of: "a") == FlagEvaluation(value: true, reason: .default), "the last pair counts")
        source.set(FlagEvaluation(value: false, reason: .targetingMatch, variant: "control"), for: "a")
        #expect(
            provider.evaluation(of: "a")
                == FlagEvaluation(value: false, reason: .targetingMatch, variant: "control"))
        #expect(!provider.isFeatureEnabled("a"))
        source.set(nil, for: "a")
        #expect(provider.isFeatureEnabled("a"))
    }

    @Test(arguments: [FlagReason.stale, .cached, .disabled, .split, "SOMETHING_NEW"])
    func reasonsComeThroughAsTheyAre(reason: FlagReason) {
        let source = ScriptedRemoteSource(["a": FlagEvaluation(value: true, reason: reason)])
        let provider = RemoteFeatureFlagProvider(
            featurePairs: [FeaturePair("a", isEnabled: false)], remoteSync: source)
        #expect(provider.evaluation(of: "a") == FlagEvaluation(value: true, reason: reason))
    }

    @Test func anErrorLeavesTheBuiltInAnswerStandingAndIsNotHidden() throws {
        let source = ScriptedRemoteSource(["a": FlagEvaluation(errorCode: .parseError, message: "It is a number.")])
        let with = RemoteFeatureFlagProvider(featurePairs: [FeaturePair("a", isEnabled: true)], remoteSync: source)
        let evaluation = try #require(with.evaluation(of: "a"))
        #expect(evaluation.value == true && evaluation.reason == .default)
        #expect(evaluation.errorCode == .parseError && evaluation.errorMessage == "It is a number.")
        let without = RemoteFeatureFlagProvider(remoteSync: source)
        #expect(without.hasFeature("a"))
        #expect(without.evaluation(of: "a")?.value == nil)
        let flags = FeatureFlags([without, ReleaseFeatureFlagProvider(["a": true])])
        #expect(flags.resolve("a").provider == "release")
    }

    @Test func aValueThatComesWithAnErrorIsNotTaken() {
        var broken = FlagEvaluation(errorCode: .general)
        broken.value = true
        let source = ScriptedRemoteSource(["a": broken])
        let provider = RemoteFeatureFlagProvider(
            featurePairs: [FeaturePair("a", isEnabled: false)], remoteSync: source)
        #expect(provider.evaluation(of: "a")?.value == false)
    }

    @Test func flagsOfBothSidesAreListedAndChangesPassedOn() {
        let source = ScriptedRemoteSource(["c": FlagEvaluation(value: true)])
        let provider = RemoteFeatureFlagProvider(
            featurePairs: [FeaturePair("a", isEnabled: true)], remoteSync: source)
        #expect(provider.knownFeatures == ["a", "c"])
        let log = FlagLog(provider)
        source.set(FlagEvaluation(value: true), for: "b")
        #expect(log.keys == [["b"]])
        #expect(provider.priority == FeaturePriority.maxPriority && provider.type == .remote)
    }

    @Test func withoutASourceThereIsWhatIsBuiltIn() {
        let provider = RemoteFeatureFlagProvider(featurePairs: [FeaturePair("a", isEnabled: true)])
        #expect(provider.isFeatureEnabled("a") && !provider.hasFeature("b"))
        #expect(FlagLog(provider).keys.isEmpty)
    }
}
