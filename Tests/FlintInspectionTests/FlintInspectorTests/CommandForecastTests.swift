import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintSimulation
import FlintTestSupport
import FlintWorld
import Testing

/// Compares forecasts of commands with the effects of the same commands.
struct CommandForecastTests {
    private func availability(_ bench: Bench) -> [String: Bool?] {
        Dictionary(uniqueKeysWithValues: bench.inspector.readModel().features.map { ($0.id, $0.isAvailable) })
    }

    /// Starts from 300 states per seed.
    @Test(arguments: PropertyScale.seeds(1))
    func `a forecast of random commands equals their execution`(seed: UInt64) {
        var commands = RandomCommands(seed: seed)
        var changes = 0
        for round in 0..<300 {
            let bench = Bench(permissions: [.camera: .restricted])
            let earlier = (0..<3).map { _ in commands.next() }
            for command in earlier { bench.send(command) }
            let assumed = (0..<5).map { _ in commands.single() }
            let before = availability(bench)
            let events = bench.events.count
            let forecast = bench.inspector.preview(assumed, limit: .max)
            #expect(availability(bench) == before && bench.events.count == events, "A forecast has no effect.")
            for command in assumed { bench.send(command) }
            let after = availability(bench)
            let expected = after.filter { before[$0.key] != .some($0.value) }
            let found = Dictionary(uniqueKeysWithValues: forecast.changes.map { ($0.featureID, $0.after) })
            #expect(found == expected, "round \(round): \(assumed) after \(earlier)")
            changes += expected.count
        }
        #expect(changes > 150)
    }

    /// Follows 150 apps per seed through eight commands.
    @Test(arguments: PropertyScale.seeds(1))
    func `a plan has the facts and the refusal of its execution, and the inverse restores the facts`(
        seed: UInt64
    ) throws {
        var commands = RandomCommands(seed: seed)
        var (changes, inverses, refusals) = (0, 0, 0)
        for round in 0..<150 {
            let bench = Bench(permissions: [.camera: .restricted])
            for _ in 0..<8 {
                let command = commands.anyChange()
                let before = bench.inspector.world(of: nil)
                let plan = bench.inspector.plan([command])
                let result = bench.send(command)
                let after = bench.inspector.world(of: nil)
                let note: Comment = "round \(round): \(command), \(result.message)"
                #expect(plan.refusal == (result.status == .done ? nil : result.message), note)
                #expect(differences(before.setting(plan.facts), after) == [], note)
                changes += differences(before, after).count
                if result.status != .done { refusals += 1 }
                guard let inverse = result.inverse else {
                    #expect(differences(before, after) == [], note)
                    continue
                }
                guard round.isMultiple(of: 2) else { continue }
                bench.send(inverse)
                #expect(differences(before, bench.inspector.world(of: nil)) == [], note)
                inverses += 1
            }
        }
        #expect(changes > 150 && inverses > 150 && refusals > 50)
    }

    /// Returns the facts whose values differ in two worlds.
    private func differences(_ first: World, _ second: World) -> [FactKey] {
        func fact(_ key: FactKey, in world: World) -> Fact { world.facts[key] ?? .unreported(key) }
        return Set(first.facts.keys).union(second.facts.keys)
            .filter { !Fact.haveSameValues(fact($0, in: first), fact($0, in: second)) }
            .sorted { $0.sortKey < $1.sortKey }
    }

    @Test func `an undone status of a wider permission has no effect on later changes`() {
        let whenInUse = SystemPermissionConstraint.location(usage: .whenInUse)
        let plan = Bench().inspector.plan([
            .setPermission(permission: "location-always", status: .authorized), .undo,
            .setPermission(permission: whenInUse.name, status: .denied),
        ])
        #expect(plan.refusal == nil)
        #expect(plan.facts[.permission(whenInUse)]?.actual == .permission(.denied))
    }

    @Test func `restarting the app is forecast to end permissions that were allowed once`() {
        let orders: [(commands: [Command], expires: Bool)] = [
            ([.restartApp], true), ([.restartApp, .restartApp], true), ([.restartApp, .undo], false),
            ([.setPermission(permission: "camera", status: .authorized), .restartApp], false),
            ([.setPermission(permission: "camera", status: .denied), .undo, .restartApp], true),
        ]
        // An "allow once" permission that an undo restores expires at the next start, like that of a restored device.
        let bench = Bench(permissions: [.microphone: .authorized, .photos: .authorized])
        bench.send(.beginFlow(feature: "TestApp/Clips", thenPerform: nil))
        for answer in [FlowAnswer.proceed, .allowOnce] { bench.send(.answerFlow(answer)) }
        bench.send(.setPermission(permission: "camera", status: .denied))
        #expect(bench.inspector.preview([.undo], limit: .max).changes.map(\.after) == [true])
        #expect(bench.inspector.preview([.undo, .restartApp], limit: .max).changes.map(\.after) == [nil])
        for (commands, expires) in orders {
            let bench = Bench(permissions: [.microphone: .authorized, .photos: .authorized])
            bench.send(.beginFlow(feature: "TestApp/Clips", thenPerform: nil))
            for answer in [FlowAnswer.proceed, .allowOnce] { bench.send(.answerFlow(answer)) }
            #expect(bench.device.permissions.status(of: .camera) == .authorized)
            let before = availability(bench)
            let forecast = bench.inspector.preview(commands, limit: .max)
            for command in commands { bench.send(command) }
            let expected = availability(bench).filter { before[$0.key] != .some($0.value) }
            #expect(
                Dictionary(uniqueKeysWithValues: forecast.changes.map { ($0.featureID, $0.after) }) == expected,
                "\(commands)")
            #expect(expected.isEmpty == !expires, "\(commands)")
            #expect((bench.device.permissions.status(of: .camera) == .notDetermined) == expires)
        }
    }

    @Test func `assumptions build on each other in order`() {
        let bench = Bench()
        let purchased = Command.override(.purchase, "premium", to: "purchased")
        #expect(!bench.inspector.preview([purchased], limit: .max).changes.isEmpty)
        #expect(bench.inspector.preview([purchased, .removeAllOverrides], limit: .max).changes.isEmpty)
        #expect(
            bench.inspector.preview(
                [.store(.buy(productID: "premium", ending: .succeed)), .store(.refund(productID: "premium"))],
                limit: .max
            ).changes.isEmpty)
    }

    @Test func `a refused command changes nothing`() {
        let bench = Bench()
        let refused: [Command] = [
            .override(.purchase, "gone", to: "purchased"), .setUserSetting(feature: "TestApp", isOn: true),
            .setPermission(permission: "gone", status: .denied), .setPurchase(productID: "gone", status: .purchased),
            .setFlag(key: "gone", isOn: true), .undo, .redo, .restartApp,
        ]
        #expect(bench.inspector.preview(refused, limit: .max).changes.isEmpty)
    }

    /// Starts from 200 states per seed.
    @Test(arguments: PropertyScale.seeds(1))
    func `a forecast of undoing and redoing equals their execution`(seed: UInt64) {
        var commands = RandomCommands(seed: seed)
        var random = SplitMix64(seed: seed)
        func next() -> Command {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4: .undo
            case 4..<6: .redo
            default: commands.anyChange()
            }
        }
        var changes = 0
        for round in 0..<200 {
            let bench = Bench()
            for _ in 0..<6 { bench.send(next()) }
            let assumed = (0..<6).map { _ in next() }
            let before = availability(bench)
            let forecast = bench.inspector.preview(assumed, limit: .max)
            let results = assumed.map { bench.send($0) }
            let expected = availability(bench).filter { before[$0.key] != .some($0.value) }
            let found = Dictionary(uniqueKeysWithValues: forecast.changes.map { ($0.featureID, $0.after) })
            #expect(found == expected, "round \(round): \(assumed)")
            #expect(
                forecast.refusal == results.first { $0.status != .done }?.message, "round \(round): \(assumed)")
            changes += expected.count
        }
        #expect(changes > 100)
    }

    @Test func `a forecast states why a command would be refused`() {
        let bench = Bench()
        let refused: [Command] = [
            .override(.purchase, "gone", to: "purchased"), .setUserSetting(feature: "TestApp", isOn: true),
            .setPermission(permission: "gone", status: .denied), .setPurchase(productID: "credits", status: .purchased),
            .setFlag(key: "gone", isOn: true), .undo, .redo, .store(.refund(productID: "premium")),
            .store(.advance(seconds: -1)),
            .sequence([.setPermission(permission: "camera", status: .denied), .store(.refund(productID: "gone"))]),
        ]
        for command in refused {
            let preview = bench.inspector.preview(command)
            #expect(preview.changes.isEmpty && preview.refusal != nil)
            #expect(preview.refusal == bench.send(command).message, "\(command)")
        }
        #expect(bench.inspector.preview(.removeAllOverrides).refusal == nil)
        let real = Bench(isSimulated: false)
        let buy = Command.store(.buy(productID: "premium"))
        #expect(real.inspector.preview(buy).refusal == real.send(buy).message)
    }
}
