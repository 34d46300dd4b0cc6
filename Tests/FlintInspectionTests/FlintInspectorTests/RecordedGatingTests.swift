import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Synchronization
import Testing

@testable import FlintRecording

/// Compares the answers of a recording about changed values with the app's answers.
struct RecordedGatingTests {
    private static let header = JournalHeader(
        app: "Shop", program: "tests 1.0", system: "Linux", date: Date(timeIntervalSince1970: 1_767_225_600))

    private func recording(of bench: Bench) throws -> MomentInspector {
        let path = "/tmp/flint-\(UInt64.random(in: .min ... .max)).jsonl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let recorder = try JournalRecorder(path, of: bench.inspector, header: Self.header)
        recorder.finish(within: 30)
        return try MomentInspector(JournalReader(path))
    }

    private func benches(_ count: Int, seed: UInt64) throws -> [Bench] {
        var commands = RandomCommands(seed: seed)
        return (0..<count).map { _ in
            let bench = Bench(permissions: [.camera: .restricted])
            for _ in 0..<5 { bench.send(commands.next()) }
            return bench
        }
    }

    @Test func `a recording foresees what the app foresees, or refuses`() throws {
        var commands = RandomCommands(seed: 99)
        var (answered, refused, changed) = (0, 0, 0)
        for bench in try benches(15, seed: 21) {
            let recorded = try recording(of: bench)
            for _ in 0..<40 {
                let tried = [commands.next(), commands.single()]
                let preview = try recorded.preview(tried, limit: .max)
                guard preview.refusal == nil else {
                    #expect(preview.changes.isEmpty)
                    refused += 1
                    continue
                }
                let expected = bench.inspector.preview(tried, limit: .max)
                #expect(Set(preview.changes) == Set(expected.changes), "\(tried)")
                #expect(preview.changes.count == expected.changes.count)
                let columns = try recorded.availability(assuming: [[], tried])
                let there = bench.inspector.availability(assuming: [[], tried])
                for feature in try recorded.list().features {
                    #expect(columns[1].availability(of: feature) == there[1].availability(of: feature))
                }
                answered += 1
                changed += preview.changes.isEmpty ? 0 : 1
            }
        }
        #expect(answered > 200 && changed > 80 && refused > 100, "\(answered) \(changed) \(refused)")
    }

    @Test func `a recording lists the plans that the app lists`() throws {
        var compared = 0
        for bench in try benches(20, seed: 5) {
            let recorded = try recording(of: bench)
            for feature in try recorded.list().features {
                let (plans, expected) = try (recorded.plans(of: feature.id), bench.inspector.plans(of: feature.id))
                #expect(plans == expected, "\(feature.id)")
                compared += plans?.plans.isEmpty ?? true ? 0 : 1
            }
        }
        #expect(compared > 40, "\(compared)")
    }

    @Test func `what a recording does not hold is refused with what to do instead`() throws {
        let bench = Bench()
        bench.send(.override(.userSetting, "TestApp/Clips", to: "on"))
        let recorded = try recording(of: bench)
        let refusals: [(Command, String)] = [
            (.setPurchase(productID: "premium", status: .purchased), "Use an override instead"),
            (.setPermission(permission: "camera", status: .authorized), "permission PERMISSION authorized"),
            (.override(.purchase, "nothing", to: "purchased"), "There is no product nothing"),
            (.undo, "which only the running app knows"), (.openURL("a:b"), "A recording cannot be changed"),
        ]
        for (command, reason) in refusals {
            let refusal = try recorded.preview([command], limit: 1).refusal
            #expect(refusal?.contains(reason) == true, "\(command): \(refusal ?? "")")
        }
        #expect(try recorded.availability(assuming: [[.undo]])[0].availability(of: recorded.list().features[0]) == nil)
    }

    @Test func `a recording explains, counts states and reviews as the app does`() throws {
        for bench in try benches(8, seed: 8) {
            let recorded = try recording(of: bench)
            for feature in try recorded.list().features {
                #expect(try recorded.detail(of: feature.id) == bench.inspector.detail(of: feature.id))
                #expect(try recorded.states(of: feature.id) == bench.inspector.states(of: feature.id))
            }
            #expect(try recorded.world(of: nil).lint() == bench.inspector.world(of: nil).lint())
            #expect(try recorded.featureTexts() == bench.inspector.featureTexts())
        }
    }

    @Test func `what is tried on a recording shows what it shows on the app`() throws {
        var commands = RandomCommands(seed: 4)
        var compared = 0
        for bench in try benches(10, seed: 77) {
            let (recorded, app) = (try recording(of: bench).scratch(), bench.inspector.scratch())
            for _ in 0..<12 {
                let command = commands.single()
                let result = answer(recorded, command)
                // Commands that need the running app are refused.
                guard result.status == .done else { continue }
                #expect(answer(app, command) == result, "\(command)")
                let (there, here) = try (recorded.list(), app.list())
                for (first, second) in zip(there.features, here.features) { #expect(first == second, "\(command)") }
                #expect(there.permissions == here.permissions, "\(command)")
                #expect(Array(there.products) == Array(here.products) && Array(there.flags) == Array(here.flags))
                #expect(Array(there.overrides) == Array(here.overrides), "\(command)")
                #expect(there.status.scratch == here.status.scratch && there.status.undo == here.status.undo)
                #expect(there.status.platform == here.status.platform)
                for feature in here.features {
                    #expect(try recorded.detail(of: feature.id) == app.detail(of: feature.id), "\(command)")
                }
                compared += 1
            }
            while !recorded.commands.isEmpty { #expect(answer(recorded, .undo) == answer(app, .undo)) }
            #expect(try recorded.list().features == recorded.original.list().features)
            #expect(answer(recorded, .undo).status == .failed && answer(recorded, .redo) == answer(app, .redo))
        }
        #expect(compared > 30, "\(compared)")
    }

    private func answer(_ inspector: any Inspector, _ command: Command) -> CommandResult {
        let result = Mutex(CommandResult(status: .failed, message: "no answer"))
        inspector.send(command) { answer in result.withLock { $0 = answer } }
        return result.withLock { $0 }
    }
}
