import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

/// Compares an app after tried commands with the app after the same commands.
struct WhatIfTests {
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
            + [model.status.platform.description, String(describing: model.status.store?.nextEventTitle)]
    }

    private func explanations(_ world: World) -> [String] {
        world.model.features.compactMap { world.detail(of: $0.id) }.map { feature in
            let rows = feature.requirements.map { "\($0.title) \($0.status) \($0.value)" }
            return "\(feature.id) \(String(describing: feature.available)) \(rows)"
        }
    }

    @Test func `a session gives the app's answers after random commands and changes nothing`() throws {
        var commands = RandomCommands(seed: 9)
        var kept = 0
        for round in 0..<60 {
            let bench = Bench(permissions: [.camera: .restricted])
            for _ in 0..<3 { bench.send(commands.next()) }
            let before = bench.inspector.world(of: nil)
            let events = bench.events.count
            var whatIf = WhatIf()
            for _ in 0..<5 { _ = whatIf.run(commands.single(), on: bench.inspector) }
            let tried = try whatIf.world(of: bench.inspector)
            let present = bench.inspector.world(of: nil)
            #expect(facts(present.model) == facts(before.model) && explanations(present) == explanations(before))
            #expect(present.model.status.store == before.model.status.store && bench.events.count == events)
            for command in whatIf.commands { bench.send(command) }
            let after = bench.inspector.world(of: nil)
            #expect(after.model.status.store == tried.model.status.store, "round \(round): \(whatIf.commands)")
            #expect(facts(after.model) == facts(tried.model), "round \(round): \(whatIf.commands)")
            #expect(explanations(after) == explanations(tried), "round \(round): \(whatIf.commands)")
            kept += whatIf.commands.count
        }
        #expect(kept > 150)
    }

    @Test func `store events can be tried, including the clock and balances`() throws {
        let bench = Bench()
        var whatIf = WhatIf()
        let start = try #require(bench.snapshot.store)
        let actions: [(StoreAction, title: String)] = [
            (.consume(productID: "credits", quantity: 1), "Credit: 7 left"),
            (.advance(seconds: 86_400), "Store: clock advanced"), (.setAskToBuy(true), "Store: Ask to Buy on"),
            (.buy(productID: "premium", ending: .succeed), "Premium: waits for approval"),
        ]
        for (action, _) in actions {
            #expect(whatIf.run(.store(action), on: bench.inspector).status == .done, "\(action)")
        }
        let model = try whatIf.world(of: bench.inspector).model
        let store = try #require(model.status.store)
        #expect(store.now.timeIntervalSince1970 == start.now.timeIntervalSince1970 + 86_400)
        #expect(store.asksToBuy && store.pending.count == 1)
        #expect(model.products.first { $0.productID == "credits" }?.balance == 7)
        #expect(whatIf.changes.prefix(3) == actions.prefix(3).map(\.title)[...])
        #expect(bench.snapshot.store == start)
        _ = whatIf.run(.undo, on: bench.inspector)
        _ = whatIf.run(.setUserSetting(feature: "TestApp/Clips", isOn: false), on: bench.inspector)
        #expect(whatIf.run(.redo, on: bench.inspector).status == .failed, "Another change has been tried since.")
    }

    @Test func `tried changes can be undone and redone`() throws {
        let bench = Bench()
        var whatIf = WhatIf()
        let first = try facts(whatIf.world(of: bench.inspector).model)
        let result = whatIf.run(.override(.purchase, "premium", to: "purchased"), on: bench.inspector)
        #expect(result.status == .done && result.message.hasPrefix("Tried: Premium: purchased"))
        let second = try facts(whatIf.world(of: bench.inspector).model)
        #expect(second != first && whatIf.changes == ["Premium: purchased"])
        _ = whatIf.run(.undo, on: bench.inspector)
        #expect(try facts(whatIf.world(of: bench.inspector).model) == first && whatIf.commands.isEmpty)
        _ = whatIf.run(.redo, on: bench.inspector)
        #expect(try facts(whatIf.world(of: bench.inspector).model) == second && whatIf.commands.count == 1)
        #expect(whatIf.run(.redo, on: bench.inspector).status == .failed)
    }

    @Test func `unpredictable, invalid and ineffective changes are refused`() {
        let bench = Bench()
        var whatIf = WhatIf()
        let refused: [Command] = [
            .perform(ActionInvocation(feature: "TestApp/Shop", action: "buy")), .openURL("shop://buy"), .restartApp,
            .override(.platform, FactReference.platformKey, to: "banana"),
            .override(.purchase, "gone", to: "purchased"),
            .removeAllOverrides, .undo,
        ]
        for command in refused { #expect(whatIf.run(command, on: bench.inspector).status == .failed, "\(command)") }
        #expect(whatIf.commands.isEmpty)
    }

    @Test func `a plan changes only facts that differ from the tried changes`() throws {
        let bench = Bench()
        var whatIf = WhatIf()
        let purchase = Command.override(.purchase, "premium", to: "purchased")
        let expected = bench.inspector.preview([purchase], limit: .max).changes
        #expect(!expected.isEmpty)
        _ = whatIf.run(purchase, on: bench.inspector)
        let world = try whatIf.world(of: bench.inspector)
        let plans = try bench.inspector.plans(
            [[purchase], [.override(.purchase, "premium", to: nil)]], after: whatIf)
        #expect(world.changes(to: plans[0].facts).isEmpty)
        let back = world.changes(to: plans[1].facts)
        #expect(back.map(\.featureID) == expected.map(\.featureID))
        #expect(back.map(\.after) == expected.map(\.before))
        #expect(whatIf.differences == expected && whatIf.differing == Set(expected.map(\.featureID)))
    }

    @Test func `the app's own changes are visible in a session`() throws {
        let bench = Bench()
        var whatIf = WhatIf()
        _ = whatIf.run(.override(.purchase, "premium", to: "purchased"), on: bench.inspector)
        bench.send(.setPermission(permission: "location-when-in-use", status: .authorized))
        let model = try whatIf.world(of: bench.inspector).model
        #expect(model.feature("TestApp/Playlists")?.isAvailable == true)
        #expect(bench.inspector.changes(since: model.revision)?.isEmpty == true)
    }
}
