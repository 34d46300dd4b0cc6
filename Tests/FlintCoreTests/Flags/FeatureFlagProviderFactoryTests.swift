import Testing

@testable import FlintCore

/// One function that makes every type of provider.
struct FeatureFlagProviderFactoryTests {
    private let pairs = [FeaturePair("player", isEnabled: true), FeaturePair("offline", isEnabled: false)]

    @Test(arguments: FeatureFlagProviderType.allCases)
    func everyTypeComesWithItsRankAndItsFirstAnswers(type: FeatureFlagProviderType) {
        let provider = FeatureFlagProviderFactory.createProvider(type: type, with: pairs)
        #expect(provider.type == type)
        #expect(provider.hasFeature("player") && provider.isFeatureEnabled("player"))
        #expect(provider.hasFeature("offline") && !provider.isFeatureEnabled("offline"))
        #expect(!provider.hasFeature("other"))
        let priorities: [FeatureFlagProviderType: Int] = [.release: 1, .debug: 5, .remote: 10, .test: 15]
        #expect(provider.priority == priorities[type])
    }

    @Test(arguments: FeatureFlagProviderType.allCases)
    func aProviderMadeFromItsTypeAloneKnowsNothing(type: FeatureFlagProviderType) {
        let provider = FeatureFlagProviderFactory.createProvider(type: type)
        #expect(!provider.hasFeature("player"))
    }

    @Test func debugFlagsAreRememberedWhereTheyAreToldTo() {
        let store = InMemoryKeyValueStore()
        let provider = FeatureFlagProviderFactory.createProvider(type: .debug, userDefaults: store)
        (provider as? any MutatingFeatureFlagProvider)?
            .setFeatureEnabled(feature: FeatureFlag(key: "player"), enabled: true)
        #expect(store.bool(forKey: "player") == true)
    }

    @Test func remoteFlagsComeFromTheirSource() {
        let source = ScriptedRemoteSource(["player": FlagEvaluation(value: false, reason: .targetingMatch)])
        let provider = FeatureFlagProviderFactory.createProvider(type: .remote, with: pairs, remoteSync: source)
        #expect(!provider.isFeatureEnabled("player"))
    }
}
