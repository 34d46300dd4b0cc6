import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintLocks
import FlintWorld
import Testing

struct RuntimeInspectorTests {
    @Test func `observers are notified of every change until they cancel`() {
        let bench = Bench()
        let count = Protected(0)
        let observation = bench.inspector.observe { count.withLock { $0 += 1 } }
        bench.send(.override(.purchase, "premium", to: "purchased"))
        let first = count.withLock { $0 }
        #expect(first > 0)
        bench.inspector.stateDidChange()
        bench.send(.setBackgroundWork(isRunning: false))
        // The change itself, and the availability of undo.
        #expect(
            count.withLock { $0 } == first + 3, "The observer is also notified of changes without a journal record.")
        observation.cancel()
        bench.send(.removeAllOverrides)
        #expect(count.withLock { $0 } == first + 3)
    }

    @Test func `a refused command leaves every feature in its column undetermined`() {
        let bench = Bench()
        let refused = Command.override(.purchase, "nothing", to: "purchased")
        let columns = bench.inspector.availability(assuming: [[], [refused]])
        let features = bench.inspector.readModel().features
        #expect(features.contains { columns[0].availability(of: $0) == true })
        #expect(features.allSatisfy { columns[1].availability(of: $0) == nil })
    }

    @Test func `a change without a journal record is one of the changes of the status`() throws {
        let bench = Bench()
        let revision = bench.inspector.readModel().revision
        #expect(bench.inspector.changes(since: revision)?.status == nil)
        bench.inspector.stateDidChange()
        #expect(try #require(bench.inspector.changes(since: revision)).status?.activity == "Selling")
    }

    @Test func `a setting of the simulated store is one of the changes`() throws {
        let bench = Bench()
        let revision = bench.inspector.readModel().revision
        bench.send(.store(.setAskToBuy(true)))
        let changes = try #require(bench.inspector.changes(since: revision))
        #expect(changes.status?.store?.asksToBuy == true)
        #expect(changes.allProducts?.map(\.productID).sorted() == ["credits", "premium", "supporter"])
        #expect(changes.permissions == bench.inspector.readModel().permissions)
    }

    @Test func `an observer can request a snapshot`() {
        let bench = Bench()
        let inspector = bench.inspector
        let seen = Protected<[Bool?]>([])
        let observation = inspector.observe {
            let feature = inspector.snapshot().features.first { $0.id == "TestApp/Watch" }
            seen.withLock { $0.append(feature?.available) }
        }
        bench.send(.override(.platform, FactReference.platformKey, to: "watchOS 9.0"))
        #expect(Set(seen.withLock { $0 }) == [true])
        observation.cancel()
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
