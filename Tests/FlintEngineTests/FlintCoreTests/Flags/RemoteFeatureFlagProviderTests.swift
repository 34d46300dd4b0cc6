import Testing

@testable import FlintCore

struct RemoteFeatureFlagProviderTests {
    @Test func `built-in values apply until the server has a value`() {
        let source = ScriptedRemoteSource()
        let provider = RemoteFeatureFlagProvider(
            featurePairs: [FeaturePair("a", isEnabled: false), FeaturePair("a", isEnabled: true)], remoteSync: source)
        #expect(provider.evaluation(of: "a") == FlagEvaluation(value: true, reason: .default), "The last pair applies.")
        source.set(FlagEvaluation(value: false, reason: .targetingMatch, variant: "control"), for: "a")
        #expect(
            provider.evaluation(of: "a")
                == FlagEvaluation(value: false, reason: .targetingMatch, variant: "control"))
        #expect(!provider.isFeatureEnabled("a"))
        source.set(nil, for: "a")
        #expect(provider.isFeatureEnabled("a"))
    }

    @Test(arguments: [FlagReason.stale, .cached, .disabled, .split, "SOMETHING_NEW"])
    func `reasons of the source are forwarded unchanged`(reason: FlagReason) {
        let source = ScriptedRemoteSource(["a": FlagEvaluation(value: true, reason: reason)])
        let provider = RemoteFeatureFlagProvider(
            featurePairs: [FeaturePair("a", isEnabled: false)], remoteSync: source)
        #expect(provider.evaluation(of: "a") == FlagEvaluation(value: true, reason: reason))
    }

    @Test func `an error keeps the built-in value and is reported`() throws {
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

    @Test func `a source that is not ready has its flags with an error`() throws {
        let source = ScriptedRemoteSource(missingFlagError: FlagEvaluation(errorCode: .providerNotReady))
        let provider = RemoteFeatureFlagProvider(
            featurePairs: [FeaturePair("a", isEnabled: true)], remoteSync: source)
        #expect(provider.hasFeature("b"))
        #expect(provider.evaluation(of: "b")?.errorCode == .providerNotReady)
        let builtIn = try #require(provider.evaluation(of: "a"))
        #expect(builtIn.value == true && builtIn.reason == .default && builtIn.errorCode == .providerNotReady)
        #expect(provider.knownFeatures == ["a"])

        source.set(FlagEvaluation(value: false), for: "b")
        #expect(provider.evaluation(of: "b") == FlagEvaluation(value: false))
        #expect(FeatureFlags([provider]).resolve("c").evaluation.errorCode == .providerNotReady)
    }

    @Test func `a remote value with an error is ignored`() {
        var broken = FlagEvaluation(errorCode: .general)
        broken.value = true
        let source = ScriptedRemoteSource(["a": broken])
        let provider = RemoteFeatureFlagProvider(
            featurePairs: [FeaturePair("a", isEnabled: false)], remoteSync: source)
        #expect(provider.evaluation(of: "a")?.value == false)
    }

    @Test func `built-in and remote flags are listed and changes are forwarded`() {
        let source = ScriptedRemoteSource(["c": FlagEvaluation(value: true)])
        let provider = RemoteFeatureFlagProvider(
            featurePairs: [FeaturePair("a", isEnabled: true)], remoteSync: source)
        #expect(provider.knownFeatures == ["a", "c"])
        let log = FlagLog(provider)
        source.set(FlagEvaluation(value: true), for: "b")
        #expect(log.keys == [["b"]])
        #expect(provider.priority == FeaturePriority.maxPriority && provider.type == .remote)
    }

    @Test func `a remote provider without a source has only built-in values`() {
        let provider = RemoteFeatureFlagProvider(featurePairs: [FeaturePair("a", isEnabled: true)])
        #expect(provider.isFeatureEnabled("a") && !provider.hasFeature("b"))
        #expect(FlagLog(provider).keys.isEmpty)
    }
}
