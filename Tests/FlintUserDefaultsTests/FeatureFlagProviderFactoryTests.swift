import FlintCore
import FlintUserDefaults
import Foundation
import Testing

extension DefaultsTests {
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

        @Test func `a debug provider without defaults of its own uses the standard ones`() throws {
            let key = FeatureKey(rawValue: "flint-tests-\(UUID().uuidString)")
            defer { UserDefaults.standard.removeObject(forKey: key.rawValue) }
            let providers = [
                FeatureFlagProviderFactory.createProvider(type: .debug),
                FeatureFlagProviderFactory.createProvider(type: .debug, userDefaults: nil),
            ]
            for provider in providers { #expect(!provider.hasFeature(key), "it has what was set, and nothing else") }
            UserDefaults.standard.set(true, forKey: key.rawValue)
            for provider in providers { #expect(provider.hasFeature(key) && provider.isFeatureEnabled(key)) }
        }

        @Test func `a debug provider over another store is made as before`() {
            let store = InMemoryKeyValueStore()
            store.set(true, forKey: "moon-light")
            let provider = FeatureFlagProviderFactory.createProvider(type: .debug, userDefaults: store)
            #expect(provider.isFeatureEnabled("moon-light"))
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
}
