import Testing

@testable import FlintCore

struct TestFeatureFlagProviderTests {
    @Test func `a test provider takes precedence over a remote provider`() {
        let provider = TestFeatureFlagProvider()
        let remote = RemoteFeatureFlagProvider(featurePairs: [FeaturePair("a", isEnabled: false)])
        let flags = FeatureFlags([remote, provider])
        #expect(flags.resolve("a").provider == "remote")
        provider.setFeatureEnabled(feature: FeatureFlag(key: "a"), enabled: true)
        #expect(flags.resolve("a").provider == "test")
        #expect(flags.resolve("a").evaluation == FlagEvaluation(value: true, reason: .static))
        #expect(provider.clearFeature(feature: FeatureFlag(key: "a")))
        #expect(flags.resolve("a").provider == "remote")
    }

    @Test func `clearing a test provider removes and announces all flags`() {
        let provider = TestFeatureFlagProvider(["b": true, "a": false])
        #expect(provider.knownFeatures == ["a", "b"])
        #expect(provider.isFeatureEnabled("b") && provider.hasFeature("a") && !provider.isFeatureEnabled("a"))
        let log = FlagLog(provider)
        provider.setFeatureEnabled(feature: FeatureFlag(key: "a"), enabled: false)
        provider.clear()
        #expect(log.keys == [["a"], ["b"]], "Setting an equal value is not a change.")
        #expect(provider.knownFeatures.isEmpty)
        #expect(provider.priority == FeaturePriority.testPriority && provider.type == .test)
    }
}
