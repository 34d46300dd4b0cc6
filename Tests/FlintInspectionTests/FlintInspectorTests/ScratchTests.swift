import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

/// Compares a scratch copy of an app with the app after the same commands.
struct ScratchTests {
    /// Returns the content of all lists except for the history and dates.
    private func facts(_ model: AppModel) -> [String] {
        model.features.map { "\($0.id) \(String(describing: $0.isAvailable)) \($0.isOverridden)" }
            + model.products.map { product in
                "\(product.productID) \(product.effective) \(String(describing: product.override)) "
                    + "\(String(describing: product.balance)) \(String(describing: product.subscription)) "
                    + "\(product.transactions.count)"
            }
            + model.permissions.map {
                "\($0.permission) \($0.effective) \($0.status) \(String(describing: $0.override))"
            }
            + model.overrides.map { "\($0.kind) \($0.key) \($0.value)" }
            + [model.status.platform.description, String(describing: model.status.store)]
    }

    private func explanations(_ inspector: any Inspector) throws -> [String] {
        try inspector.list().features.compactMap { try inspector.detail(of: $0.id) }.map { feature in
            let rows = feature.requirements.map { "\($0.title) \($0.status) \($0.value)" }
            return "\(feature.id) \(String(describing: feature.available)) \(rows)"
        }
    }

    @Test func `a scratch copy answers as the app would after random commands, and changes nothing`() throws {
        var commands = RandomCommands(seed: 9)
        var kept = 0
        for round in 0..<60 {
            let bench = Bench(permissions: [.camera: .restricted])
            for _ in 0..<3 { bench.send(commands.next()) }
            let (before, explained) = try (facts(bench.inspector.list()), explanations(bench.inspector))
            let events = bench.events.count
            let scratch = bench.inspector.scratch()
            for _ in 0..<5 { scratch.send(commands.single()) { _ in } }
            let tried = try (facts(scratch.list()), explanations(scratch))
            #expect(try facts(bench.inspector.list()) == before && explanations(bench.inspector) == explained)
            #expect(bench.events.count == events)
            for command in scratch.commands { bench.send(command) }
            #expect(facts(bench.inspector.list()) == tried.0, "round \(round): \(scratch.commands)")
            #expect(try explanations(bench.inspector) == tried.1, "round \(round): \(scratch.commands)")
            kept += scratch.commands.count
        }
        #expect(kept > 150)
    }

    @Test func `what happens at the store is tried, with its clock and balances`() throws {
        let bench = Bench()
        let scratch = bench.inspector.scratch()
        let start = try #require(bench.snapshot.store)
        let actions: [(StoreAction, title: String)] = [
            (.consume(productID: "credits", quantity: 1), "Credit: 7 left"),
            (.advance(seconds: 86_400), "Store: clock advanced"), (.setAskToBuy(true), "Store: Ask to Buy on"),
            (.buy(productID: "premium", ending: .succeed), "Premium: waits for approval"),
        ]
        for (action, _) in actions { scratch.send(.store(action)) { #expect($0.status == .done, "\(action)") } }
        let model = try scratch.list()
        let store = try #require(model.status.store)
        #expect(store.now.timeIntervalSince1970 == start.now.timeIntervalSince1970 + 86_400)
        #expect(store.asksToBuy && store.pending.count == 1)
        #expect(model.products.first { $0.productID == "credits" }?.balance == 7)
        #expect(model.status.scratch?.changes.prefix(3) == actions.prefix(3).map(\.title)[...])
        #expect(bench.snapshot.store == start)
        scratch.send(.undo) { _ in }
        scratch.send(.setUserSetting(feature: "TestApp/Clips", isOn: false)) { _ in }
        scratch.send(.redo) { #expect($0.status == .failed, "something else was tried since") }
    }

    @Test func `what was tried is undone and redone`() throws {
        let bench = Bench()
        let scratch = bench.inspector.scratch()
        let first = try facts(scratch.list())
        scratch.send(.override(.purchase, "premium", to: "purchased")) { result in
            #expect(result.status == .done && result.message.hasPrefix("Tried: Premium: purchased"))
        }
        let second = try facts(scratch.list())
        #expect(try second != first && scratch.list().status.scratch?.changes == ["Premium: purchased"])
        scratch.send(.undo) { _ in }
        #expect(try facts(scratch.list()) == first && scratch.commands.isEmpty)
        scratch.send(.redo) { _ in }
        #expect(try facts(scratch.list()) == second && scratch.commands.count == 1)
        scratch.send(.redo) { #expect($0.status == .failed) }
    }

    @Test func `what cannot be foreseen, what is invalid and what changes nothing is refused`() {
        let bench = Bench()
        let scratch = bench.inspector.scratch()
        let refused: [Command] = [
            .perform(ActionInvocation(feature: "TestApp/Shop", action: "buy")), .openURL("shop://buy"), .restartApp,
            .override(.platform, FactReference.platformKey, to: "banana"),
            .override(.purchase, "gone", to: "purchased"),
            .removeAllOverrides, .undo,
        ]
        for command in refused { scratch.send(command) { #expect($0.status == .failed, "\(command)") } }
        #expect(scratch.commands.isEmpty)
    }

    @Test func `a preview in a scratch copy is of what differs from what was tried`() throws {
        let bench = Bench()
        let scratch = bench.inspector.scratch()
        let purchase = Command.override(.purchase, "premium", to: "purchased")
        let expected = bench.inspector.preview([purchase], limit: .max).changes
        #expect(!expected.isEmpty)
        scratch.send(purchase) { _ in }
        #expect(try scratch.preview([purchase], limit: .max).changes.isEmpty)
        let back = try scratch.preview([.override(.purchase, "premium", to: nil)], limit: .max).changes
        #expect(back.map(\.featureID) == expected.map(\.featureID))
        #expect(back.map(\.after) == expected.map(\.before))
    }

    @Test func `the app's own changes are seen in a scratch copy`() throws {
        let bench = Bench()
        let scratch = bench.inspector.scratch()
        scratch.send(.override(.purchase, "premium", to: "purchased")) { _ in }
        var model = try scratch.list()
        bench.send(.setPermission(permission: "location-when-in-use", status: .authorized))
        #expect(try scratch.changes(since: model.revision) == nil, "the reader lists again")
        try model = scratch.list()
        #expect(model.feature("TestApp/Playlists")?.isAvailable == true)
        let changes = try #require(try scratch.changes(since: model.revision))
        #expect(changes.isEmpty)
    }

    @Test func `an observer is woken by what is tried and by the app`() {
        let bench = Bench()
        let scratch = bench.inspector.scratch()
        let count = Counter()
        let observation = scratch.observe { count.increment() }
        scratch.send(.override(.purchase, "premium", to: "purchased")) { _ in }
        #expect(count.value > 0)
        let before = count.value
        bench.send(.setUserSetting(feature: "TestApp/Clips", isOn: false))
        #expect(count.value > before)
        observation.cancel()
    }
}

private final class Counter: Sendable {
    private let count = Protected(0)
    var value: Int { count.withLock { $0 } }
    func increment() { count.withLock { $0 += 1 } }
}
