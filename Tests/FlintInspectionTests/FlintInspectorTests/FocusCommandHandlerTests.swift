import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintLocks
import FlintWorld
import Testing

struct FocusCommandHandlerTests {
    private let bench = Bench()
    private let buy = Command.perform(
        ActionInvocation(feature: "TestApp/Shop", action: "BuyAction", input: ["item": "a pear"]))

    @Test func `focus limits recording and can be undone`() async throws {
        let result = bench.send(.focus(feature: "TestApp/Clips", isOn: true))
        #expect(result.status == .done)
        #expect(result.message.hasPrefix("Clips is in focus: other features are not recorded"))
        #expect(bench.snapshot.focus == ["TestApp/Clips"])
        let before = bench.events.count
        _ = await bench.answer(to: buy)
        #expect(bench.events.count == before, "The shop is out of focus.")

        let inverse = try #require(result.inverse)
        #expect(inverse == .focus(feature: "TestApp/Clips", isOn: false))
        let undone = bench.send(inverse)
        #expect(undone.message.contains("all features are recorded again"))
        #expect(bench.snapshot.focus.isEmpty)
        _ = await bench.answer(to: buy)
        #expect(bench.events.count == before + 2)
        #expect(undone.inverse == .focus(feature: "TestApp/Clips", isOn: true))
    }

    @Test func `subfeatures of a focused feature are recorded`() async {
        bench.send(.focus(feature: "TestApp", isOn: true))
        let before = bench.events.count
        _ = await bench.answer(to: buy)
        #expect(bench.events.count == before + 2)
        #expect(bench.inspector.status.focusScope.contains("TestApp/Shop"))
    }

    @Test func `several features are in focus together`() {
        bench.send(.focus(feature: "TestApp/Clips", isOn: true))
        #expect(bench.send(.focus(feature: "TestApp/Shop", isOn: true)).message == "Shop is in focus too.")
        #expect(bench.snapshot.focus == ["TestApp/Clips", "TestApp/Shop"])
        #expect(
            bench.send(.focus(feature: "TestApp/Clips", isOn: false)).message
                == "Clips is out of focus; 1 other is still in focus.")
    }

    @Test func `the inverse of focusing a focused feature keeps its focus`() {
        bench.send(.focus(feature: "TestApp/Clips", isOn: true))
        let again = bench.send(.focus(feature: "TestApp/Clips", isOn: true))
        #expect(again.inverse == .focus(feature: "TestApp/Clips", isOn: true))
        #expect(bench.send(.focus(feature: "TestApp/Shop", isOn: false)).message == "Shop was not in focus.")
    }

    @Test func `focusing an unknown feature fails`() {
        let result = bench.send(.focus(feature: "TestApp/Nothing", isOn: true))
        #expect(result.status == .failed)
        #expect(result.message == "There is no feature TestApp/Nothing.")
        #expect(bench.snapshot.focus.isEmpty)
    }

    @Test func `no feature is in focus while focusing is disabled`() {
        bench.send(.focus(feature: "TestApp/Clips", isOn: true))
        bench.runtime.bind { FocusFeature.isEnabled = false }
        #expect(bench.snapshot.focus.isEmpty, "The selection has no effect while focusing is disabled.")
        let result = bench.send(.focus(feature: "TestApp/Shop", isOn: true))
        #expect(result.status == .failed)
        #expect(result.message.contains("is off"))
        bench.runtime.bind { FocusFeature.isEnabled = true }
        #expect(bench.snapshot.focus == ["TestApp/Clips"])
    }

    @Test func `observers are notified of every change of the focus`() {
        let count = Protected(0)
        let observation = bench.inspector.observe { count.withLock { $0 += 1 } }
        bench.runtime.bind { FocusFeature.dependencies.focusSelection?.focus(Shop.self) }
        #expect(count.withLock { $0 } == 1)
        #expect(bench.snapshot.focus == ["TestApp/Shop"])
        observation.cancel()
    }
}
