import Testing

@testable import FlintCore

struct ReleaseFeatureFlagProviderTests {
    private let provider = ReleaseFeatureFlagProvider(["b": true, "a": false])

    @Test func `a release provider has only its built-in flags`() {
        #expect(provider.hasFeature("a") && !provider.isFeatureEnabled("a"))
        #expect(provider.hasFeature("b") && provider.isFeatureEnabled("b"))
        #expect(!provider.hasFeature("c") && !provider.isFeatureEnabled("c"))
        #expect(provider.evaluation(of: "c") == nil)
        #expect(provider.knownFeatures == ["a", "b"])
    }

    @Test func `a release provider is immutable and has the lowest priority`() {
        #expect(provider.evaluation(of: "b") == FlagEvaluation(value: true, reason: .static))
        #expect(provider.priority == FeaturePriority.minPriority)
        #expect(provider.type == .release)
        #expect(FlagLog(provider).keys.isEmpty)
        #expect((provider as any FeatureFlagProvider) as? any MutatingFeatureFlagProvider == nil)
    }
}
