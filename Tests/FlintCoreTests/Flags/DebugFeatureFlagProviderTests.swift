import Testing

@testable import FlintCore

/// What a developer sets, and that nothing else is claimed.
struct DebugFeatureFlagProviderTests {
    private let store = InMemoryKeyValueStore()

    @Test func whatWasSetIsRememberedInTheStoreUnderItsKey() {
        let provider = DebugFeatureFlagProvider(userDefaults: store)
        provider.setFeatureEnabled(feature: FeatureFlag(key: "player"), enabled: true)
        #expect(store.bool(forKey: "player") == true)
        let another = DebugFeatureFlagProvider(userDefaults: store)
        #expect(another.hasFeature("player") && another.isFeatureEnabled("player"))
        #expect(another.evaluation(of: "player") == FlagEvaluation(value: true, reason: .static))
    }

    @Test func aFlagThatWasNeitherSetNorDeclaredIsLeftToOthers() {
        let provider = DebugFeatureFlagProvider(userDefaults: store, newFeaturesInitiallyEnabled: true)
        #expect(!provider.hasFeature("player"))
        #expect(!provider.isFeatureEnabled("player"))
        #expect(provider.evaluation(of: "player") == nil)
        let flags = FeatureFlags([provider, ReleaseFeatureFlagProvider(["player": false])])
        #expect(flags.resolve("player").provider == "release")
    }

    @Test(arguments: [true, false])
    func newFeaturesHaveTheirDefaultUntilTheyAreSet(initially: Bool) {
        let provider = DebugFeatureFlagProvider(
            userDefaults: store, newFeatures: ["player", "player"], newFeaturesInitiallyEnabled: initially)
        #expect(provider.evaluation(of: "player") == FlagEvaluation(value: initially, reason: .default))
        provider.setFeatureEnabled(feature: FeatureFlag(key: "player"), enabled: initially)
        #expect(provider.evaluation(of: "player") == FlagEvaluation(value: initially, reason: .static))
        #expect(provider.clearFeature(feature: FeatureFlag(key: "player")))
        #expect(provider.evaluation(of: "player")?.reason == .default)
        #expect(store.bool(forKey: "player") == nil)
    }

    @Test func newFeaturesAreOnUnlessToldOtherwise() {
        let provider = DebugFeatureFlagProvider(userDefaults: store, newFeatures: ["player"])
        #expect(provider.isFeatureEnabled("player"))
    }

    @Test func flagsMayHaveDefaultsOfTheirOwn() {
        let provider = DebugFeatureFlagProvider(userDefaults: store, defaultValues: ["player": true, "routing": false])
        #expect(provider.isFeatureEnabled("player"))
        #expect(provider.hasFeature("routing") && !provider.isFeatureEnabled("routing"))
    }

    @Test func declaredAndSetFlagsAreListed() {
        let provider = DebugFeatureFlagProvider(userDefaults: store, newFeatures: ["b"])
        provider.setFeatureEnabled(feature: FeatureFlag(key: "c"), enabled: false)
        provider.setFeatureEnabled(feature: FeatureFlag(key: "a"), enabled: false)
        #expect(provider.knownFeatures == ["a", "b", "c"])
        _ = provider.clearFeature(feature: FeatureFlag(key: "c"))
        #expect(provider.knownFeatures == ["a", "b"])
    }

    @Test func `whatever is set is announced, also what the store has already`() {
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

    @Test func whatOthersChangeInTheStoreIsAnnouncedOnce() {
        let provider = DebugFeatureFlagProvider(userDefaults: store)
        let log = FlagLog(provider)
        store.set(true, forKey: "a")
        #expect(log.keys == [["a"]])
        #expect(provider.isFeatureEnabled("a"))
    }

    @Test func aStoreThatTellsOfNothingIsSpokenFor() {
        let provider = DebugFeatureFlagProvider(userDefaults: SilentStore())
        #expect(!provider.announcesChanges && DebugFeatureFlagProvider(userDefaults: store).announcesChanges)
        let log = FlagLog(provider)
        provider.setFeatureEnabled(feature: FeatureFlag(key: "a"), enabled: true)
        #expect(log.keys == [["a"]])
        log.stop()
        provider.setFeatureEnabled(feature: FeatureFlag(key: "a"), enabled: false)
        #expect(log.keys == [["a"]])
    }

    @Test func itRanksBetweenWhatIsBuiltInAndWhatAServerDecides() {
        let provider = DebugFeatureFlagProvider(userDefaults: store)
        #expect(provider.type == .debug)
        #expect(provider.priority == FeaturePriority.mediumPriority)
    }
}

/// A store that tells of no changes.
private final class SilentStore: KeyValueStore {
    private let values = Protected<[String: Bool]>([:])

    func bool(forKey key: String) -> Bool? { values.withLock { $0[key] } }
    func set(_ value: Bool?, forKey key: String) { values.withLock { $0[key] = value } }
}
