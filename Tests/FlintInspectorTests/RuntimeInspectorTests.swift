import FlintCore
import FlintInspector
import InspectorKit
import Synchronization
import Testing

/// The observers, the refresh and the lifetime of an inspector.
struct RuntimeInspectorTests {
    @Test func `observers are notified of every change until they cancel`() {
        let bench = Bench()
        let count = Mutex(0)
        let observation = bench.inspector.observe { count.withLock { $0 += 1 } }
        bench.send(.overridePurchase(productID: "premium", status: .purchased))
        let first = count.withLock { $0 }
        #expect(first > 0)
        bench.inspector.stateDidChange()
        bench.send(.setBackgroundWork(isRunning: false))
        // The change itself, and that it can be undone.
        #expect(count.withLock { $0 } == first + 3, "also of changes without a journal record")
        observation.cancel()
        bench.send(.removeAllOverrides)
        #expect(count.withLock { $0 } == first + 3)
    }

    @Test func `a change without a journal record is among the changes of the status`() throws {
        let bench = Bench()
        let revision = bench.inspector.list().revision
        #expect(bench.inspector.changes(since: revision)?.status == nil)
        bench.inspector.stateDidChange()
        #expect(try #require(bench.inspector.changes(since: revision)).status?.activity == "Selling")
    }

    @Test func `a setting of the simulated store is among the changes`() throws {
        let bench = Bench()
        let revision = bench.inspector.list().revision
        bench.send(.store(.setAskToBuy(true)))
        let changes = try #require(bench.inspector.changes(since: revision))
        #expect(changes.status?.store?.asksToBuy == true)
        #expect(changes.allProducts?.map(\.productID).sorted() == ["credits", "premium", "supporter"])
        #expect(changes.permissions == bench.inspector.list().permissions)
    }

    @Test func `an observer can request a snapshot`() {
        let bench = Bench()
        let inspector = bench.inspector
        let seen = Mutex<[Bool?]>([])
        let observation = inspector.observe {
            let feature = inspector.snapshot().features.first { $0.id == "TestApp/Watch" }
            seen.withLock { $0.append(feature?.available) }
        }
        bench.send(.overridePlatform(platform: "watchOS 9.0"))
        #expect(Set(seen.withLock { $0 }) == [true])
        observation.cancel()
    }

    @Test func `runtime switches are read again on refresh`() {
        let bench = Bench()
        bench.runtime.register(Flicker.self)
        let before = bench.events.count
        Flicker.isOn.withLock { $0 = true }
        #expect(bench.feature("Flicker")?.available == false, "the change was not announced")
        bench.inspector.refresh()
        #expect(bench.feature("Flicker")?.available == true)
        #expect(bench.events.count == before + 1)
    }

    @Test func `facts without change notifications are read again on refresh`() {
        let store = QuietStore()
        let runtime = FlintRuntime()
        runtime.setUp(TestApp.self) { $0.userFeatureToggles = StoredFeatureToggles(store: store) }
        runtime.register(Choice.self)
        let inspector = RuntimeInspector(runtime: runtime, configuration: .init(appName: "", cause: "test"))
        func isAvailable() -> Bool? { inspector.snapshot().features.first { $0.id == "Choice" }?.available }
        #expect(isAvailable() == false)
        runtime.bind { store.set(true, forKey: StoredFeatureToggles.key(for: Choice.self)) }
        inspector.refresh()
        #expect(isAvailable() == true)
    }

    @Test func `an inspector is released with its observers`() {
        weak var inspector: RuntimeInspector?
        let runtime = FlintRuntime()
        runtime.setUp(TestApp.self)
        do {
            let made = RuntimeInspector(runtime: runtime, configuration: .init(appName: "", cause: "test"))
            inspector = made
            let observation = made.observe {}
            made.send(.beginFlow(feature: "TestApp/Clips", thenPerform: nil)) { _ in }
            observation.cancel()
        }
        #expect(inspector == nil)
    }
}

/// Has a runtime switch that changes while the app runs.
final class Flicker: ConditionalFeature {
    static let description = "Flickers"
    static let isOn = Mutex(false)
    static var isEnabled: Bool? { isOn.withLock { $0 } }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// A store without change notifications.
private final class QuietStore: KeyValueStore {
    private let values = Protected<[String: Bool]>([:])

    func bool(forKey key: String) -> Bool? { values.withLock { $0[key] } }
    func set(_ value: Bool?, forKey key: String) { values.withLock { $0[key] = value } }
}

private final class Choice: ConditionalFeature {
    static let description = "Is up to the user"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }
    static func prepare(actions: FeatureActionsBuilder) {}
}
