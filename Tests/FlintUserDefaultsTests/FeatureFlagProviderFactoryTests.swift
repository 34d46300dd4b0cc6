import FlintCore
import FlintUserDefaults
import Foundation
import Testing

/// Providers of feature flags that keep what is switched in the user's defaults.
final class FeatureFlagProviderFactoryTests {
    private let suite = "flint-tests-\(UUID().uuidString)"
    private let defaults: UserDefaults

    init() throws {
        defaults = try #require(UserDefaults(suiteName: suite))
    }

    deinit {
        defaults.removePersistentDomain(forName: suite)
        defaults.synchronize()
    }

    @Test func aDebugProviderKeepsWhatIsSwitchedInTheDefaults() throws {
        let provider = FeatureFlagProviderFactory.createProvider(
            type: .debug, with: [FeaturePair("moon-light", isEnabled: true)], userDefaults: defaults)
        #expect(provider.isFeatureEnabled("moon-light"))
        let debug = try #require(provider as? DebugFeatureFlagProvider)
        debug.setFeatureEnabled(feature: FeatureFlag(key: FeatureKey("moon-light")), enabled: false)
        #expect(!provider.isFeatureEnabled("moon-light"))
        #expect(defaults.object(forKey: "moon-light") as? Bool == false)
    }

    @Test func otherProvidersKeepNothing() {
        let provider = FeatureFlagProviderFactory.createProvider(
            type: .release, with: [FeaturePair("moon-light", isEnabled: true)], userDefaults: defaults)
        #expect(provider.type == .release && provider.isFeatureEnabled("moon-light"))
        #expect(defaults.object(forKey: "moon-light") == nil)
    }

    @Test func newFeaturesAreAnsweredUntilTheyAreSwitched() {
        let provider = DebugFeatureFlagProvider(
            userDefaults: defaults, newFeatures: ["moon-light"], newFeaturesInitiallyEnabled: false)
        #expect(provider.hasFeature("moon-light") && !provider.isFeatureEnabled("moon-light"))
        defaults.set(true, forKey: "moon-light")
        #expect(provider.isFeatureEnabled("moon-light"))
        #expect(!provider.hasFeature("sun-light"))
    }
}
