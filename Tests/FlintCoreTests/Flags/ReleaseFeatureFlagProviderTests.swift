import Testing

@testable import FlintCore

/// The values an app was built with.
struct ReleaseFeatureFlagProviderTests {
    private let provider = ReleaseFeatureFlagProvider(["b": true, "a": false])

    @Test func itHasWhatItWasBuiltWithAndNothingElse() {
        #expect(provider.hasFeature("a") && !provider.isFeatureEnabled("a"))
        #expect(provider.hasFeature("b") && provider.isFeatureEnabled("b"))
        #expect(!provider.hasFeature("c") && !provider.isFeatureEnabled("c"))
        #expect(provider.evaluation(of: "c") == nil)
        #expect(provider.knownFeatures == ["a", "b"])
    }

    @Test func itsValuesAreFixedAndOverruledByEverythingElse() {
        #expect(provider.evaluation(of: "b") == FlagEvaluation(value: true, reason: .static))
        #expect(provider.priority == FeaturePriority.minPriority)
        #expect(provider.type == .release)
        #expect(FlagLog(provider).keys.isEmpty)
        #expect((provider as any FeatureFlagProvider) as? any MutatingFeatureFlagProvider == nil)
    }
}
