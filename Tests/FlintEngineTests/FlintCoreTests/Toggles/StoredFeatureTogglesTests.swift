import FeatureGating
import Testing

@testable import FlintCore

struct StoredFeatureTogglesTests {
    @Test func `a choice is stored under the path of its feature`() {
        let store = InMemoryKeyValueStore(["features.user.toggle.Gate": true])
        let toggles = StoredFeatureToggles(store: store)
        #expect(toggles.isEnabled(Gate.self) == true)
        toggles.setEnabled(Gate.self, enabled: false)
        #expect(store.bool(forKey: "features.user.toggle.Gate") == false)
        toggles.setEnabled(Gate.self, enabled: nil)
        #expect(store.bool(forKey: "features.user.toggle.Gate") == nil)
        #expect(toggles.isEnabled(Gate.self) == nil, "Absent means no preference.")
    }

    @Test func `the key of a choice includes the groups of the feature`() {
        let fixture = Fixture(Group.self)
        #expect(fixture.run { StoredFeatureToggles.key(for: Gate.self) } == "features.user.toggle.Group/Gate")
    }

    @Test func `observers are held weakly and notified of every choice, even of equal ones`() {
        let toggles = StoredFeatureToggles()
        let observer = Observer()
        weak var released: Observer?
        do {
            let short = Observer()
            released = short
            toggles.addObserver(short)
        }
        toggles.addObserver(observer)
        toggles.setEnabled(Gate.self, enabled: true)
        #expect(observer.count == 1, "The change is announced once, although the store also announces it.")
        toggles.setEnabled(Gate.self, enabled: true)
        #expect(observer.count == 2)
        toggles.removeObserver(observer)
        toggles.setEnabled(Gate.self, enabled: false)
        #expect(observer.count == 2)
        #expect(released == nil)
    }

    @Test func `a choice is announced for a store without announcements`() {
        let toggles = StoredFeatureToggles(store: SilentStore())
        let observer = Observer()
        toggles.addObserver(observer)
        toggles.setEnabled(Gate.self, enabled: true)
        toggles.setEnabled(Gate.self, enabled: true)
        #expect(observer.count == 2)
        #expect(!toggles.announcesChanges && StoredFeatureToggles().announcesChanges)
    }

    @Test func `a choice takes effect even if another process has already stored it`() {
        let store = SilentStore()
        let toggles = StoredFeatureToggles(store: store)
        let runtime = FlintRuntime()
        runtime.setUp(Group.self) { $0.userFeatureToggles = toggles }
        runtime.bind {
            store.set(false, forKey: StoredFeatureToggles.key(for: Gate.self))
            #expect(
                runtime.facts[.userSetting(feature: "Group/Gate")]?.actual == .truth(.true),
                "The change is not known yet.")
            toggles.setEnabled(Gate.self, enabled: false)
            #expect(runtime.facts[.userSetting(feature: "Group/Gate")]?.actual == .truth(.false))
            #expect(runtime.journal.changes.count == 1)
        }
    }

    @Test func `a choice made through another object is announced once and other settings are not`() {
        let store = InMemoryKeyValueStore()
        let toggles = StoredFeatureToggles(store: store)
        let observer = Observer()
        toggles.addObserver(observer)
        StoredFeatureToggles(store: store).setEnabled(Gate.self, enabled: true)
        store.set(true, forKey: "something else")
        #expect(observer.count == 1)
    }

    @MainActor @Test func `a choice made by another process changes its feature`() async {
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
            #expect(change.key == .userSetting(feature: "Group/Gate"))
            break
        }
        #expect(runtime.bind { Gate.isAvailable } == false)
        token.cancel()
    }

    @Test func `a stored choice applies at setup`() {
        let toggles = StoredFeatureToggles(store: InMemoryKeyValueStore(["features.user.toggle.Group/Gate": false]))
        let runtime = FlintRuntime()
        runtime.setUp(Group.self) { $0.userFeatureToggles = toggles }
        #expect(runtime.bind { Gate.isAvailable } == false)
        #expect(runtime.facts[.userSetting(feature: "Group/Gate")]?.source == .user)
    }
}

private final class Observer: UserFeatureTogglesObserver {
    var count = 0
    func userFeatureTogglesDidChange() { count += 1 }
}

private final class Group: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Gate.self] }
}

private final class Gate: ConditionalFeature {
    static let description = "Is on by default"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) {}
}
