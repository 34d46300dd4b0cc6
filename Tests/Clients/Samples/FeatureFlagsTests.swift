import FlintCore
import FlintUserDefaults
import Foundation
import Testing

/// Feature flags from several providers.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | keys in an extension of `FeatureKey`, and from an enumeration of the app | ``AppKey`` |
/// | `FeatureFlag(key:)` from either | “a debug provider saves its settings in user defaults” |
/// | a custom provider with `priority`, `type`, `isFeatureEnabled`, `hasFeature` | ``CatalogueProvider`` |
/// | a provider that can be switched: `MutatingFeatureFlagProvider`, `setFeatureEnabled(feature:enabled:)` | ``NotebookProvider`` |
/// | `FeaturePriority` and `FeatureFlagProviderType` | both, and “priorities are ordered” |
/// | `FeatureFlagProviderFactory.createProvider(type:with:userDefaults:remoteSync:)` for all four types | “the factory creates every type of provider” |
/// | `requirements.featureFlag(_:)` | ``MoonGardenFeature`` |
@MainActor
final class FeatureFlagsTests {
    private let suite = "flint-garden-\(UUID().uuidString)"

    deinit {
        UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite)
    }

    @Test func `the provider of the highest priority with a value decides`() {
        let catalogue = CatalogueProvider()
        let notebook = NotebookProvider()
        let runtime = FlintRuntime()
        runtime.setUp(GardenFeatures.self) { $0.featureFlagProviders = [catalogue, notebook] }
        #expect(runtime.resolution(of: .moonGarden).evaluation.value == false)
        notebook.setFeatureEnabled(feature: FeatureFlag(key: .moonGarden), enabled: true)
        #expect(runtime.resolution(of: .moonGarden).evaluation.value == true)
        #expect(runtime.resolution(of: .moonGarden).provider == "NotebookProvider")
        #expect(runtime.resolution(of: .fogMachine).provider == "CatalogueProvider")
    }

    @Test func `a flag gates a feature`() {
        let provider = FeatureFlagProviderFactory.createProvider(type: .test)
        Flint.withRuntime(FlintRuntime()) {
            Flint.setup(GardenFeatures.self) { $0.featureFlagProviders = [CatalogueProvider(), provider] }
            Flint.register(MoonGardenFeature.self)
            #expect(MoonGardenFeature.isAvailable == false)
            (provider as? MutatingFeatureFlagProvider)?
                .setFeatureEnabled(feature: FeatureFlag(key: AppKey.moonGarden), enabled: true)
            #expect(MoonGardenFeature.isAvailable == true)
        }
    }

    @Test func `the factory creates every type of provider`() throws {
        let defaults = try #require(UserDefaults(suiteName: suite))
        let pairs = AppKey.allCases.map { FeaturePair(FeatureKey($0), isEnabled: $0 == .fogMachine) }
        for type in [FeatureFlagProviderType.debug, .release, .remote, .test] {
            let provider = FeatureFlagProviderFactory.createProvider(
                type: type, with: pairs, userDefaults: defaults, remoteSync: nil)
            #expect(provider.type == type)
            #expect(provider.hasFeature(.fogMachine) && provider.isFeatureEnabled(.fogMachine))
            #expect(!provider.isFeatureEnabled(.moonGarden))
        }
        #expect(!FeatureFlagProviderFactory.createProvider(type: .release).hasFeature(.moonGarden))
    }

    @Test func `a debug provider saves its settings in user defaults`() throws {
        let defaults = try #require(UserDefaults(suiteName: suite))
        let provider = DebugFeatureFlagProvider(userDefaults: defaults, newFeatures: [.moonGarden])
        #expect(provider.isFeatureEnabled(.moonGarden))
        provider.setFeatureEnabled(feature: FeatureFlag(key: AppKey.moonGarden), enabled: false)
        #expect(!provider.isFeatureEnabled(.moonGarden))
        #expect(defaults.object(forKey: "moonGarden") as? Bool == false)
    }

    @Test func `priorities are ordered`() {
        #expect(FeaturePriority.minPriority < FeaturePriority.mediumPriority)
        #expect(FeaturePriority.mediumPriority < FeaturePriority.maxPriority)
        #expect(FeaturePriority.maxPriority < FeaturePriority.testPriority)
    }
}

/// The keys of the app's flags.
enum AppKey: String, CaseIterable {
    case moonGarden
    case fogMachine
}

extension FeatureKey {
    static let moonGarden = FeatureKey(AppKey.moonGarden)
    static let fogMachine = FeatureKey(AppKey.fogMachine)
}

final class MoonGardenFeature: ConditionalFeature {
    static let description = "The garden by moonlight"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag(.moonGarden)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

/// A provider with the values of the released app and the lowest priority.
private final class CatalogueProvider: FeatureFlagProvider {
    let priority = FeaturePriority.minPriority
    let type = FeatureFlagProviderType.release

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool {
        switch featureKey {
        case .moonGarden: return false
        case .fogMachine: return true
        default: return false
        }
    }

    func hasFeature(_ featureKey: FeatureKey) -> Bool {
        switch AppKey(rawValue: featureKey.rawValue) {
        case .moonGarden?: return true
        case .fogMachine?: return true
        case nil: return false
        }
    }
}

private final class NotebookProvider: MutatingFeatureFlagProvider {
    let priority = FeaturePriority.mediumPriority
    let type = FeatureFlagProviderType.debug
    private let store = InMemoryKeyValueStore()

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool {
        store.bool(forKey: featureKey.rawValue) ?? false
    }

    func hasFeature(_ featureKey: FeatureKey) -> Bool {
        store.bool(forKey: featureKey.rawValue) != nil
    }

    func setFeatureEnabled(feature: FeatureFlag, enabled: Bool) {
        store.set(enabled, forKey: feature.key)
    }
}
