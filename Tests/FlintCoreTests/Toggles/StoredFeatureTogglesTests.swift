import FeatureGating
import Testing

@testable import FlintCore

/// The user's choices and where they are kept.
struct StoredFeatureTogglesTests {
    @Test func aChoiceIsKeptUnderTheFeaturesPath() {
        let store = InMemoryKeyValueStore(["features.user.toggle.Gate": true])
        let toggles = StoredFeatureToggles(store: store)
        #expect(toggles.isEnabled(Gate.self) == true)
        toggles.setEnabled(Gate.self, enabled: false)
        #expect(store.bool(forKey: "features.user.toggle.Gate") == false)
        toggles.setEnabled(Gate.self, enabled: nil)
        #expect(store.bool(forKey: "features.user.toggle.Gate") == nil)
        #expect(toggles.isEnabled(Gate.self) == nil, "absent means no preference")
    }

    @Test func thePathIncludesTheGroupsAbove() {
        let fixture = Fixture(Group.self)
        #expect(fixture.run { StoredFeatureToggles.key(for: Gate.self) } == "features.user.toggle.Group/Gate")
    }

    @Test func `observers are notified of every choice, also one the store has already, and are not kept alive`() {
        let toggles = StoredFeatureToggles()
        let observer = Observer()
        weak var gone: Observer?
        do {
            let short = Observer()
            gone = short
            toggles.addObserver(short)
        }
        toggles.addObserver(observer)
        toggles.setEnabled(Gate.self, enabled: true)
        #expect(observer.count == 1, "once, though the store announces it too")
        toggles.setEnabled(Gate.self, enabled: true)
        #expect(observer.count == 2)
        toggles.removeObserver(observer)
        toggles.setEnabled(Gate.self, enabled: false)
        #expect(observer.count == 2)
        #expect(gone == nil)
    }

    @Test func `a choice is announced where the store announces nothing`() {
        let toggles = StoredFeatureToggles(store: SilentStore())
        let observer = Observer()
        toggles.addObserver(observer)
        toggles.setEnabled(Gate.self, enabled: true)
        toggles.setEnabled(Gate.self, enabled: true)
        #expect(observer.count == 2)
        #expect(!toggles.announcesChanges && StoredFeatureToggles().announcesChanges)
    }

    @Test func `a choice takes effect also if another program has written it already`() {
        let store = SilentStore()
        let toggles = StoredFeatureToggles(store: store)
        let runtime = FlintRuntime()
        runtime.setUp(Group.self) { $0.userFeatureToggles = toggles }
        runtime.bind {
            store.set(false, forKey: StoredFeatureToggles.key(for: Gate.self))
            #expect(runtime.facts[.userToggle(feature: "Group/Gate")]?.actual == .truth(.true), "not known yet")
            toggles.setEnabled(Gate.self, enabled: false)
            #expect(runtime.facts[.userToggle(feature: "Group/Gate")]?.actual == .truth(.false))
            #expect(runtime.journal.events.count { if case .factChanged = $0.kind { true } else { false } } == 1)
        }
    }

    @Test func aChoiceMadeThroughAnotherObjectIsToldOnceAndOtherSettingsAreNot() {
        let store = InMemoryKeyValueStore()
        let toggles = StoredFeatureToggles(store: store)
        let observer = Observer()
        toggles.addObserver(observer)
        StoredFeatureToggles(store: store).setEnabled(Gate.self, enabled: true)
        store.set(true, forKey: "something else")
        #expect(observer.count == 1)
    }

    @MainActor @Test func aChoiceMadeByAnotherProgramReachesItsFeature() async {
        let folder = StateFolder()
        let path = folder.path(of: "toggles.json")
        let runtime = FlintRuntime()
        runtime.setUp(Group.self) {
            $0.userFeatureToggles = StoredFeatureToggles(store: FileKeyValueStore(path: path))
        }
        #expect(runtime.bind { Gate.isAvailable } == true)
        let (changes, continuation) = AsyncStream.makeStream(of: FactChange.self)
        let token = runtime.facts.observe { continuation.yield($0) }
        let elsewhere = StoredFeatureToggles(store: FileKeyValueStore(path: path))
        runtime.bind { elsewhere.setEnabled(Gate.self, enabled: false) }
        for await change in changes {
            #expect(change.key == .userToggle(feature: "Group/Gate"))
            break
        }
        #expect(runtime.bind { Gate.isAvailable } == false)
        token.cancel()
    }

    @Test func aChoiceStoredEarlierCountsFromTheStart() {
        let toggles = StoredFeatureToggles(store: InMemoryKeyValueStore(["features.user.toggle.Group/Gate": false]))
        let runtime = FlintRuntime()
        runtime.setUp(Group.self) { $0.userFeatureToggles = toggles }
        #expect(runtime.bind { Gate.isAvailable } == false)
        #expect(runtime.facts[.userToggle(feature: "Group/Gate")]?.source == .user)
    }
}

private final class Observer: UserFeatureTogglesObserver {
    var count = 0
    func userFeatureTogglesDidChange() { count += 1 }
}

private final class SilentStore: KeyValueStore {
    private let values = Protected<[String: Bool]>([:])
    func bool(forKey key: String) -> Bool? { values.withLock { $0[key] } }
    func set(_ value: Bool?, forKey key: String) { values.withLock { $0[key] = value } }
}

private final class Group: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Gate.self] }
}

private final class Gate: ConditionalFeature {
    static let description = "Is on by default"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) {}
}
