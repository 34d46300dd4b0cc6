import FlintCore
import FlintInspector
import InspectorKit
import Synchronization
import Testing

/// The inspector as a whole: who is told, and when.
struct RuntimeInspectorTests {
    @Test func observersAreToldOfEveryChangeUntilTheyCancel() {
        let bench = Bench()
        let count = Mutex(0)
        let observation = bench.inspector.observe { count.withLock { $0 += 1 } }
        bench.send(.overridePurchase(productID: "premium", status: .purchased))
        let first = count.withLock { $0 }
        #expect(first > 0)
        bench.inspector.stateDidChange()
        bench.send(.setBackgroundWork(isRunning: false))
        #expect(count.withLock { $0 } == first + 2, "also of what leaves no trace in the journal")
        observation.cancel()
        bench.send(.clearOverrides)
        #expect(count.withLock { $0 } == first + 2)
    }

    @Test func anObserverMayAskForASnapshot() {
        let bench = Bench()
        let inspector = bench.inspector
        let seen = Mutex<[Bool?]>([])
        let observation = inspector.observe {
            let feature = inspector.snapshot().features.first { $0.id == "TestApp/Watch" }
            seen.withLock { $0.append(feature?.available) }
        }
        bench.send(.overridePlatform(platform: "watchOS 9.0"))
        #expect(seen.withLock { $0 } == [true])
        observation.cancel()
    }

    @Test func switchesAreReadAgainOnRequest() {
        let bench = Bench()
        bench.runtime.register(Flicker.self)
        let before = bench.events.count
        Flicker.isOn.withLock { $0 = true }
        #expect(bench.feature("Flicker")?.available == false, "nobody has announced it")
        bench.inspector.refresh()
        #expect(bench.feature("Flicker")?.available == true)
        #expect(bench.events.count == before + 1)
    }

    @Test func `facts that no source announces are read again on request`() {
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

    @Test func anInspectorIsFreedWithItsObservers() {
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

/// Has a switch that is turned while the app runs.
final class Flicker: ConditionalFeature {
    static let description = "Flickers"
    static let isOn = Mutex(false)
    static var isEnabled: Bool? { isOn.withLock { $0 } }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// A store that announces nothing.
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
