import FlintCore
import FlintUserDefaults
import Foundation
import Testing

extension DefaultsTests {
    /// Tests of flag providers that save their settings in user defaults.
    final class FlagTests {
        private let suite = "flint-tests-\(UUID().uuidString)"
        private let defaults: UserDefaults

        init() throws {
            defaults = try #require(UserDefaults(suiteName: suite))
        }

        deinit {
            defaults.removePersistentDomain(forName: suite)
            defaults.synchronize()
        }

        @Test func `a debug provider saves settings in user defaults`() throws {
            let provider = FeatureFlagProviderFactory.createProvider(
                type: .debug, with: [FeaturePair("moon-light", isEnabled: true)], userDefaults: defaults)
            #expect(provider.isFeatureEnabled("moon-light"))
            let debug = try #require(provider as? DebugFeatureFlagProvider)
            debug.setFeatureEnabled(feature: FeatureFlag(key: FeatureKey("moon-light")), enabled: false)
            #expect(!provider.isFeatureEnabled("moon-light"))
            #expect(defaults.object(forKey: "moon-light") as? Bool == false)
        }

        @Test func `a debug provider uses the standard user defaults by default`() throws {
            let key = FeatureKey(rawValue: "flint-tests-\(UUID().uuidString)")
            defer { UserDefaults.standard.removeObject(forKey: key.rawValue) }
            let providers = [
                FeatureFlagProviderFactory.createProvider(type: .debug),
                FeatureFlagProviderFactory.createProvider(type: .debug, userDefaults: nil),
            ]
            for provider in providers { #expect(!provider.hasFeature(key), "A flag without a setting is unknown.") }
            UserDefaults.standard.set(true, forKey: key.rawValue)
            for provider in providers { #expect(provider.hasFeature(key) && provider.isFeatureEnabled(key)) }
        }

        @Test func `a debug provider accepts another key-value store`() {
            let store = InMemoryKeyValueStore()
            store.set(true, forKey: "moon-light")
            let provider = FeatureFlagProviderFactory.createProvider(type: .debug, userDefaults: store)
            #expect(provider.isFeatureEnabled("moon-light"))
        }

        @Test func `other providers do not save values in user defaults`() {
            let provider = FeatureFlagProviderFactory.createProvider(
                type: .release, with: [FeaturePair("moon-light", isEnabled: true)], userDefaults: defaults)
            #expect(provider.type == .release && provider.isFeatureEnabled("moon-light"))
            #expect(defaults.object(forKey: "moon-light") == nil)
        }

        @Test func `a new feature has its initial value until it is set`() {
            let provider = DebugFeatureFlagProvider(
                userDefaults: defaults, newFeatures: ["moon-light"], newFeaturesInitiallyEnabled: false)
            #expect(provider.hasFeature("moon-light") && !provider.isFeatureEnabled("moon-light"))
            defaults.set(true, forKey: "moon-light")
            #expect(provider.isFeatureEnabled("moon-light"))
            #expect(!provider.hasFeature("sun-light"))
        }
    }
}
