import Testing

@testable import FlintCore

struct FeatureFlagProviderFactoryTests {
    private let pairs = [FeaturePair("player", isEnabled: true), FeaturePair("offline", isEnabled: false)]

    @Test(arguments: FeatureFlagProviderType.allCases)
    func `every type of provider has its priority and its initial values`(type: FeatureFlagProviderType) {
        let provider = FeatureFlagProviderFactory.createProvider(type: type, with: pairs)
        #expect(provider.type == type)
        #expect(provider.hasFeature("player") && provider.isFeatureEnabled("player"))
        #expect(provider.hasFeature("offline") && !provider.isFeatureEnabled("offline"))
        #expect(!provider.hasFeature("other"))
        let priorities: [FeatureFlagProviderType: Int] = [.release: 1, .debug: 5, .remote: 10, .test: 15]
        #expect(provider.priority == priorities[type])
    }

    @Test(arguments: FeatureFlagProviderType.allCases)
    func `a provider created from its type alone has no flags`(type: FeatureFlagProviderType) {
        let provider = FeatureFlagProviderFactory.createProvider(type: type)
        #expect(!provider.hasFeature("player"))
    }

    @Test func `debug flags are stored in the given store`() {
        let store = InMemoryKeyValueStore()
        let provider = FeatureFlagProviderFactory.createProvider(type: .debug, userDefaults: store)
        (provider as? any MutatingFeatureFlagProvider)?
            .setFeatureEnabled(feature: FeatureFlag(key: "player"), enabled: true)
        #expect(store.bool(forKey: "player") == true)
    }

    @Test func `remote flags come from their source`() {
        let source = ScriptedRemoteSource(["player": FlagEvaluation(value: false, reason: .targetingMatch)])
        let provider = FeatureFlagProviderFactory.createProvider(type: .remote, with: pairs, remoteSync: source)
        #expect(!provider.isFeatureEnabled("player"))
    }
}
