import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Foundation
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

    @Test func `a recording forecasts the same changes as the app, or refuses to`() throws {
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
                for feature in try recorded.readModel().features {
                    #expect(columns[1].availability(of: feature) == there[1].availability(of: feature))
                }
                answered += 1
                changed += preview.changes.isEmpty ? 0 : 1
            }
        }
        #expect(answered > 200 && changed > 80 && refused > 100, "\(answered) \(changed) \(refused)")
    }

    @Test func `a recording lists the same plans as the app`() throws {
        var compared = 0
        for bench in try benches(20, seed: 5) {
            let recorded = try recording(of: bench)
            for feature in try recorded.readModel().features {
                let (plans, expected) = try (recorded.plans(of: feature.id), bench.inspector.plans(of: feature.id))
                #expect(plans == expected, "\(feature.id)")
                compared += plans?.plans.isEmpty ?? true ? 0 : 1
            }
        }
        #expect(compared > 40, "\(compared)")
    }

    @Test func `the refusal of a change that a recording cannot forecast names an alternative`() throws {
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
        #expect(
            try recorded.availability(assuming: [[.undo]])[0].availability(of: recorded.readModel().features[0]) == nil)
    }

    @Test func `a recording explains, counts states and reviews like the app`() throws {
        for bench in try benches(8, seed: 8) {
            let recorded = try recording(of: bench)
            for feature in try recorded.readModel().features {
                #expect(try recorded.detail(of: feature.id) == bench.inspector.detail(of: feature.id))
                #expect(try recorded.states(of: feature.id) == bench.inspector.states(of: feature.id))
            }
            #expect(try recorded.world(of: nil).lint() == bench.inspector.world(of: nil).lint())
            #expect(try recorded.featureTexts() == bench.inspector.featureTexts())
        }
    }

    @Test func `a tried change has the same effect on a recording as on the app`() throws {
        var commands = RandomCommands(seed: 4)
        var compared = 0
        for bench in try benches(10, seed: 77) {
            let recording = try recording(of: bench)
            var (recorded, app) = (WhatIf(), WhatIf())
            for _ in 0..<12 {
                let command = commands.single()
                let result = recorded.run(command, on: recording)
                // Commands that need the running app are refused.
                guard result.status == .done else { continue }
                #expect(app.run(command, on: bench.inspector) == result, "\(command)")
                let (there, here) = try (recorded.world(of: recording), app.world(of: bench.inspector))
                let (first, second) = (there.model, here.model)
                #expect(first.features == second.features && first.permissions == second.permissions, "\(command)")
                #expect(Array(first.products) == Array(second.products) && Array(first.flags) == Array(second.flags))
                #expect(Array(first.overrides) == Array(second.overrides), "\(command)")
                #expect(first.status.undo == second.status.undo && first.status.platform == second.status.platform)
                #expect(recorded == app, "\(command)")
                for feature in second.features {
                    #expect(there.detail(of: feature.id) == here.detail(of: feature.id), "\(command)")
                }
                compared += 1
            }
            while !recorded.commands.isEmpty {
                #expect(recorded.run(.undo, on: recording) == app.run(.undo, on: bench.inspector))
            }
            #expect(try recorded.world(of: recording).model.features == recording.readModel().features)
            #expect(recorded.run(.undo, on: recording).status == .failed)
            #expect(recorded.run(.redo, on: recording) == app.run(.redo, on: bench.inspector))
        }
        #expect(compared > 30, "\(compared)")
    }
}
