import FlintCLI
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintSimulation
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

struct CommandHistoryTests {
    /// All state that a command can change.
    private struct Everything {
        let snapshot: Snapshot
        let store: SavedDevice
        let permissions: SavedDevice

        func differences(from other: Everything) -> [String] {
            var differences: [String] = []
            if snapshot.features != other.snapshot.features { differences.append("features") }
            if snapshot.overrides != other.snapshot.overrides {
                differences.append("overrides \(snapshot.overrides), not \(other.snapshot.overrides)")
            }
            if snapshot != other.snapshot { differences.append("snapshot") }
            if (try? SavedDeviceContent(text: store.content)) != (try? SavedDeviceContent(text: other.store.content)) {
                differences.append("store \(store.content), not \(other.store.content)")
            }
            if permissions != other.permissions {
                differences.append("permissions \(permissions.content), not \(other.permissions.content)")
            }
            return differences
        }

        init(_ bench: Bench) {
            var snapshot = bench.snapshot
            snapshot.overrides.sort { ($0.kind.rawValue, $0.key) < ($1.kind.rawValue, $1.key) }
            self.snapshot = snapshot
            store = bench.device.savedState(of: .store)
            permissions = bench.device.savedState(of: .permissions)
        }
    }

    @Test(arguments: PropertyScale.seeds(1))
    func `three thousand random commands are undone to an equal state and redone`(seed: UInt64) {
        var commands = RandomCommands(seed: seed)
        var changed = 0
        for round in 0..<30 {
            let bench = Bench(permissions: [.camera: .denied])
            for _ in 0..<10 { bench.send(commands.next()) }
            let before = Everything(bench)
            let count = bench.inspector.history().count
            for _ in 0..<90 { bench.send(commands.next()) }
            let after = Everything(bench)
            let steps = bench.inspector.history().count - count
            changed += steps
            for _ in 0..<steps { #expect(bench.send(.undo).status == .done) }
            #expect(Everything(bench).differences(from: before) == [], "round \(round)")
            for _ in 0..<steps { #expect(bench.send(.redo).status == .done) }
            #expect(Everything(bench).differences(from: after) == [], "round \(round)")
        }
        #expect(changed > 1_500, "Most commands have an effect.")
    }

    @Test func `undo and redo report their effects`() {
        let bench = Bench()
        #expect(bench.send(.undo).message == "There is nothing to undo.")
        #expect(bench.send(.redo).message == "There is nothing to redo.")
        bench.send(.setPermission(permission: "camera", status: .denied))
        #expect(bench.inspector.readModel().status.undo?.hasPrefix("The system reports Camera: denied") == true)
        let undone = bench.send(.undo)
        #expect(undone.status == .done)
        #expect(undone.message.hasPrefix("Undone. The simulated device has been restored: Camera not determined"))
        #expect(bench.inspector.readModel().status.undo == nil)
        #expect(bench.inspector.readModel().status.redo?.hasPrefix("The system reports Camera: denied") == true)
        #expect(bench.send(.redo).message.hasPrefix("Redone. The simulated device has been restored: Camera denied"))
        #expect(bench.snapshot.permissions.first { $0.permission == "camera" }?.status == .denied)
    }

    @Test func `a new change replaces the undone changes`() {
        let bench = Bench()
        bench.send(.override(.purchase, "premium", to: "purchased"))
        bench.send(.undo)
        bench.send(.override(.purchase, "supporter", to: "purchased"))
        #expect(bench.send(.redo).message == "There is nothing to redo.")
        #expect(bench.inspector.history().map(\.isUndone) == [false])
    }

    @Test @MainActor func `undo names the actions that it leaves as they are`() async {
        let bench = Bench()
        bench.send(.override(.purchase, "premium", to: "purchased"))
        let action = ActionInvocation(feature: "TestApp/Shop", action: "BuyAction", input: ["item": "a pear"])
        let performed = await bench.answer(to: .perform(action))
        guard performed.status == .done else {
            Issue.record("\(performed.message)")
            return
        }
        #expect(bench.inspector.history().map(\.canBeUndone) == [true, false])
        let undone = await bench.answer(to: .undo)
        #expect(undone.message.hasSuffix("Later changes that cannot be undone: \(performed.message)"))
        #expect(bench.snapshot.overrides.isEmpty)
        #expect(bench.inspector.readModel().status.irreversible == [performed.message])
        #expect(
            await bench.answer(to: .undo).message
                == "There is nothing left to undo. Changes that cannot be undone: \(performed.message)")
    }

    @Test func `an action of an earlier session is not named if no change can be undone`() async {
        let bench = Bench()
        bench.inspector.configuration.history.add(
            "Long ago.", inverse: nil, source: "console", at: Date(timeIntervalSinceNow: -60))
        #expect(await bench.answer(to: .undo).message == "There is nothing to undo.")
    }

    @Test func `a change that can no longer be undone does not block earlier changes`() {
        let bench = Bench()
        bench.send(.setUserSetting(feature: "TestApp/Clips", isOn: false))
        let history = bench.inspector.configuration.history
        history.add(
            "Something is gone.", inverse: .override(.purchase, "gone", to: nil), source: "console")
        let result = bench.send(.undo)
        #expect(result.status == .failed)
        #expect(result.message == "This can no longer be undone: Something is gone. There is no product gone.")
        #expect(history.entries.map(\.canBeUndone) == [true, false])
        #expect(bench.send(.undo).status == .done)
    }

    @Test func `a sequence is executed completely or not at all`() {
        let bench = Bench()
        let before = bench.snapshot
        let result = bench.send(
            .sequence([
                .override(.purchase, "premium", to: "purchased"),
                .setUserSetting(feature: "TestApp/Clips", isOn: false),
                .override(.purchase, "gone", to: "purchased"),
            ]))
        #expect(result == CommandResult(status: .failed, message: "There is no product gone."))
        #expect(bench.snapshot == before)
        #expect(bench.inspector.history().isEmpty)
    }

    @Test func `the executed part of a sequence can be undone`() {
        let bench = Bench()
        let before = bench.snapshot
        func record(_ key: String) -> OverrideRecord {
            OverrideRecord(FactReference(kind: .purchase, key: key), Override(value: "purchased"))
        }
        let result = bench.send(.restoreOverrides([record("premium"), record("gone")]))
        #expect(result.status == .failed && result.message.hasPrefix("Restored 1 override."), "\(result)")
        #expect(bench.inspector.history().map(\.message) == [result.message])
        #expect(bench.send(.undo).status == .done)
        #expect(bench.snapshot == before)
    }

    @Test func `the next program continues a saved history`() throws {
        let folder = try TemporaryFolder()
        let first = CommandHistory(path: folder.path(of: "history.json"))
        first.add("One.", inverse: .removeAllOverrides, source: "console")
        let second = CommandHistory(path: folder.path(of: "history.json"))
        #expect(second.entries.map(\.message) == ["One."])
        second.add("Two.", inverse: nil, source: "console")
        #expect(CommandHistory(path: folder.path(of: "history.json")).entries.map(\.message) == ["One.", "Two."])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(of: "history.json"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(second.readProblems.isEmpty)
    }

    @Test func `a change that lasts as long as its process can be undone only there`() throws {
        let folder = try TemporaryFolder()
        let console = CommandHistory(path: folder.path(of: "history.json"), process: .simulated(1))
        console.add("Saved.", inverse: .removeAllOverrides, source: "console")
        console.add("Until quit.", inverse: .removeAllOverrides, source: "console", lastsUntilQuit: true)
        #expect(console.entries.map(\.canBeUndone) == [true, true])
        let other = CommandHistory(path: folder.path(of: "history.json"), process: .simulated(2))
        #expect(other.entries.map(\.canBeUndone) == [true, false])
        #expect(other.entries.map(\.belongsToAnotherProcess) == [false, true])
    }

    @Test func `the changes of another running console are listed with its process`() throws {
        let path = try TemporaryFolder().path(of: "history.json")
        CommandHistory(path: path, process: .simulated(1)).add("One.", inverse: nil, source: "console")
        CommandHistory(path: path, process: .simulated(2)).add("Two.", inverse: nil, source: "console")
        func sources(to process: ProcessIdentity) -> [String] {
            CommandHistory(path: path, process: process).entries.map(\.source)
        }
        #expect(sources(to: .simulated(1, running: [1, 2])) == ["console", "console 2"])
        #expect(sources(to: .simulated(2, running: [1, 2])) == ["console 1", "console"])
        #expect(sources(to: .simulated(3, running: [3])) == ["console", "console"])
    }

    @Test func `overrides that are set together are reported with their combined effect`() {
        let bench = Bench()
        let result = bench.send(
            .sequence([
                .override(.purchase, "premium", to: "purchased"),
                .override(.permission, "location-when-in-use", to: "authorized"),
            ]))
        #expect(
            result.message
                == "Premium: overridden, purchased until removed; "
                + "Location when in use: overridden, authorized until removed; "
                + "Playlists is available, Premiere is undetermined.")
    }

    @Test func `removing overrides that do not exist states their values`() {
        let facts = [
            FactReference(kind: .purchase, key: "premium"),
            FactReference(kind: .permission, key: "location-when-in-use"),
        ]
        let result = Bench().send(.sequence(facts.map { .setOverride($0, nil) }))
        #expect(
            result.message
                == "Premium was not overridden; it is not purchased. "
                + "Location when in use was not overridden; it is not determined.")
    }

    @Test func `only the newest entries are kept`() {
        let history = CommandHistory()
        for number in 0..<(CommandHistory.capacity + 5) {
            history.add("\(number)", inverse: .removeAllOverrides, source: "console")
        }
        #expect(history.entries.count == CommandHistory.capacity)
        #expect(history.entries.first?.message == "5")
        #expect(history.entries.last?.id == UInt64(CommandHistory.capacity + 5))
    }
}
