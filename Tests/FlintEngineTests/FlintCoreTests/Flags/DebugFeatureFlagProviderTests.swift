import Testing

@testable import FlintCore

struct DebugFeatureFlagProviderTests {
    private let store = InMemoryKeyValueStore()

    @Test func `a flag that is set is stored under its key`() {
        let provider = DebugFeatureFlagProvider(userDefaults: store)
        provider.setFeatureEnabled(feature: FeatureFlag(key: "player"), enabled: true)
        #expect(store.bool(forKey: "player") == true)
        let another = DebugFeatureFlagProvider(userDefaults: store)
        #expect(another.hasFeature("player") && another.isFeatureEnabled("player"))
        #expect(another.evaluation(of: "player") == FlagEvaluation(value: true, reason: .static))
    }

    @Test func `a flag that is neither set nor declared is resolved by the other providers`() {
        let provider = DebugFeatureFlagProvider(userDefaults: store, newFeaturesInitiallyEnabled: true)
        #expect(!provider.hasFeature("player"))
        #expect(!provider.isFeatureEnabled("player"))
        #expect(provider.evaluation(of: "player") == nil)
        let flags = FeatureFlags([provider, ReleaseFeatureFlagProvider(["player": false])])
        #expect(flags.resolve("player").provider == "release")
    }

    @Test(arguments: [true, false])
    func `new features have their default until they are set`(initially: Bool) {
        let provider = DebugFeatureFlagProvider(
            userDefaults: store, newFeatures: ["player", "player"], newFeaturesInitiallyEnabled: initially)
        #expect(provider.evaluation(of: "player") == FlagEvaluation(value: initially, reason: .default))
        provider.setFeatureEnabled(feature: FeatureFlag(key: "player"), enabled: initially)
        #expect(provider.evaluation(of: "player") == FlagEvaluation(value: initially, reason: .static))
        #expect(provider.clearFeature(feature: FeatureFlag(key: "player")))
        #expect(provider.evaluation(of: "player")?.reason == .default)
        #expect(store.bool(forKey: "player") == nil)
    }

    @Test func `new features are on by default`() {
        let provider = DebugFeatureFlagProvider(userDefaults: store, newFeatures: ["player"])
        #expect(provider.isFeatureEnabled("player"))
    }

    @Test func `flags can have individual defaults`() {
        let provider = DebugFeatureFlagProvider(userDefaults: store, defaultValues: ["player": true, "routing": false])
        #expect(provider.isFeatureEnabled("player"))
        #expect(provider.hasFeature("routing") && !provider.isFeatureEnabled("routing"))
    }

    @Test func `declared flags and flags with a value are listed`() {
        let provider = DebugFeatureFlagProvider(userDefaults: store, newFeatures: ["b"])
        provider.setFeatureEnabled(feature: FeatureFlag(key: "c"), enabled: false)
        provider.setFeatureEnabled(feature: FeatureFlag(key: "a"), enabled: false)
        #expect(provider.knownFeatures == ["a", "b", "c"])
        _ = provider.clearFeature(feature: FeatureFlag(key: "c"))
        #expect(provider.knownFeatures == ["a", "b"])
    }

    @Test func `setting a flag is announced even if the store already has the value`() {
        let provider = DebugFeatureFlagProvider(userDefaults: store)
        let log = FlagLog(provider)
        provider.setFeatureEnabled(feature: FeatureFlag(key: "a"), enabled: true)
        provider.setFeatureEnabled(feature: FeatureFlag(key: "a"), enabled: true)
        _ = provider.clearFeature(feature: FeatureFlag(key: "b"))
        _ = provider.clearFeature(feature: FeatureFlag(key: "a"))
        #expect(log.keys == [["a"], ["a"], ["b"], ["a"]])
        log.stop()
        provider.setFeatureEnabled(feature: FeatureFlag(key: "a"), enabled: true)
        #expect(log.keys.count == 4)
    }

    @Test func `a change made directly in the store is announced once`() {
        let provider = DebugFeatureFlagProvider(userDefaults: store)
        let log = FlagLog(provider)
        store.set(true, forKey: "a")
        #expect(log.keys == [["a"]])
        #expect(provider.isFeatureEnabled("a"))
    }

    @Test func `the provider announces its own changes for a store without announcements`() {
        let provider = DebugFeatureFlagProvider(userDefaults: SilentStore())
        #expect(!provider.announcesChanges && DebugFeatureFlagProvider(userDefaults: store).announcesChanges)
        let log = FlagLog(provider)
        provider.setFeatureEnabled(feature: FeatureFlag(key: "a"), enabled: true)
        #expect(log.keys == [["a"]])
        log.stop()
        provider.setFeatureEnabled(feature: FeatureFlag(key: "a"), enabled: false)
        #expect(log.keys == [["a"]])
    }

    @Test func `a debug provider has medium priority`() {
        let provider = DebugFeatureFlagProvider(userDefaults: store)
        #expect(provider.type == .debug)
        #expect(provider.priority == FeaturePriority.mediumPriority)
    }
}
