import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintLocks
import FlintWorld
import Foundation
import Testing

@testable import FlintRecording

/// Compares the answers of recordings with the app's answers.
@MainActor
struct MomentInspectorTests {
    private let museum: OpenMuseum

    init() throws {
        museum = try OpenMuseum()
    }

    @Test func `the end of a journal shows the same state as the app`() throws {
        let journal = try museum.recorded {
            museum.send(.override(.purchase, "pass", to: "purchased"))
            museum.send(.setFlag(key: "rooms", isOn: true))
            museum.send(.override(.permission, "camera", to: "denied"))
            museum.enterShop()
        }
        let recorded = try MomentInspector(journal)
        #expect(try OpenMuseum.description(of: recorded) == OpenMuseum.description(of: museum.inspector))
        #expect(try recorded.stacks().map(\.featureID) == museum.inspector.stacks().map(\.featureID))
        #expect(try recorded.history().map(\.message) == museum.inspector.history().map(\.message))
        for kind in [FactReference(kind: .purchase, key: "pass"), FactReference(kind: .flag, key: "rooms")] {
            #expect(try recorded.usage(of: kind) == museum.inspector.usage(of: kind))
        }
        #expect(try recorded.readModel().status.recording?.isLast == true)
        #expect(journal.summary.problemCount == 0 && journal.summary.isClosed && journal.summary.tornBytes == 0)
    }

    @Test func `every event shows the app's state after the event`() throws {
        var expected: [(event: UInt64, state: OpenMuseum.Described)] = []
        let recorder = try museum.record()
        func expect(_ command: Command?) throws {
            if let command { museum.send(command) } else { museum.enterShop() }
            let state = try OpenMuseum.description(of: museum.inspector)
            expected.append((museum.lastEvent, state))
            try wait(for: state)
        }
        try expect(.override(.purchase, "pass", to: "purchased"))
        try expect(nil)
        try expect(.override(.flag, "rooms", to: "on"))
        try expect(.override(.permission, "camera", to: "denied"))
        try expect(.override(.flag, "rooms", to: nil))
        try expect(.removeAllOverrides)
        recorder.finish(within: 30)
        let journal = try JournalReader(museum.path)
        for (event, state) in expected {
            let recorded = try MomentInspector(journal, at: event)
            #expect(try OpenMuseum.description(of: recorded) == state, "event \(event)")
            #expect(try recorded.moment.event == event && recorded.events(after: 0).last?.id == event)
        }
        let again = try MomentInspector(journal).moment(at: expected[1].event)
        #expect(try OpenMuseum.description(of: again) == expected[1].state)
    }

    @Test func `a report shows the app's state after each of its events`() throws {
        var expected: [(event: UInt64, facts: [String])] = []
        for command: Command in [
            .override(.purchase, "pass", to: "purchased"), .override(.flag, "rooms", to: "off"),
            .override(.permission, "camera", to: "denied"), .override(.flag, "rooms", to: nil), .removeAllOverrides,
        ] {
            museum.send(command)
            try expected.append((museum.lastEvent, OpenMuseum.facts(of: museum.inspector)))
        }
        let saved = AppReport(of: museum.inspector, date: Date(), program: "museum", system: "")
        #expect(saved.missing.isEmpty)
        try museum.write(SavedReport(saved))
        let report = try RecordedReport(museum.path)
        let last = try MomentInspector(report)
        #expect(Set(expected.map(\.facts)).count == expected.count)
        for (event, facts) in expected {
            let moment = try last.moment(at: event)
            #expect(try OpenMuseum.facts(of: moment) == facts, "event \(event)")
            #expect(try moment.events(after: 0).last?.id == event)
        }
        let end = museum.lastEvent
        #expect(throws: MomentError.future(last: end)) { try last.moment(at: end + 1) }
        #expect(throws: MomentError.noLongerKept(oldest: 1)) { try last.moment(at: 0) }
    }

    @Test func `a report without changes has one moment`() throws {
        museum.send(.override(.purchase, "pass", to: "purchased"))
        var saved = AppReport(of: museum.inspector, date: Date(), program: "museum", system: "")
        saved.factHistory = nil
        try museum.write(SavedReport(saved))
        let recorded = try FlintRecording.Recording(museum.path).inspector()
        #expect(!recorded.hasMoments)
        #expect(try recorded.readModel().status.platform == museum.inspector.readModel().status.platform)
        #expect(try OpenMuseum.facts(of: recorded) == OpenMuseum.facts(of: museum.inspector))
        #expect(throws: MomentError.noEarlierMoments) { try MomentInspector(RecordedReport(museum.path), at: 0) }
    }

    @Test func `missing parts of a report are listed as problems of the recorded app`() throws {
        let part = MissingPart(.events, reason: "It is broken.")
        var saved = AppReport(of: museum.inspector, date: Date(), program: "museum", system: "")
        saved.missing = [part]
        var changes = ModelChanges(revision: saved.world.model.revision)
        changes.status = saved.world.model.status
        changes.status?.problems = ["A file is malformed."]
        saved.world.apply(changes)
        try museum.write(SavedReport(saved))
        let problems = try FlintRecording.Recording(museum.path).inspector().readModel().status.problems
        #expect(problems == ["A file is malformed.", "The report is incomplete: \(part.sentence)"])
    }

    @Test func `availability follows each event of several that were written together`() throws {
        let journal = try museum.recorded {
            for status in [PurchaseStatus.purchased, .notPurchased, .purchased, .notPurchased] {
                museum.send(.override(.purchase, "pass", to: status.rawValue))
            }
        }
        let events = try journal.events(after: 0).filter { $0.features.contains { $0.featureName == "Tour" } }
        #expect(events.count == 4)
        for event in events {
            let tour = try journal.state(at: event.id).model.features.first { $0.name == "Tour" }
            #expect(tour?.isAvailable == event.features.first { $0.featureName == "Tour" }?.after)
        }
    }

    @Test func `a state that was read before an event and written after it does not hide the event`() throws {
        _ = try museum.recorded {
            for status in [PurchaseStatus.purchased, .notPurchased, .purchased] {
                museum.send(.override(.purchase, "pass", to: status.rawValue))
            }
        }
        let lines = try String(contentsOfFile: museum.path, encoding: .utf8).split(separator: "\n")
        let events = lines.indices.filter { lines[$0].contains("\"features\":") && lines[$0].contains(",\"event\":{") }
        let stale = try #require(lines.indices.first { $0 > events[0] && lines[$0].contains("\"state\":") })
        var moved = lines
        moved.insert(lines[stale], at: events[1] + 1)
        let path = museum.path + "-stale"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data((moved.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
        let journal = try JournalReader(path)
        var changes = 0
        for event in try journal.events(after: 0) {
            guard let change = event.features.first(where: { $0.featureName == "Tour" }) else { continue }
            let tour = try journal.state(at: event.id).model.features.first { $0.name == "Tour" }
            #expect(tour?.isAvailable == change.after, "event \(event.id)")
            changes += 1
        }
        #expect(changes == 3)
    }

    @Test func `a stale state does not hide an event from the events after it`() throws {
        _ = try museum.recorded {
            museum.send(.override(.purchase, "pass", to: "purchased"))
            museum.enterShop()
        }
        let lines = try String(contentsOfFile: museum.path, encoding: .utf8).split(separator: "\n").map { String($0) }
        let change = try #require(lines.firstIndex { $0.contains(",\"event\":{") && $0.contains("\"features\":") })
        var stale = Array(lines[...change]) + lines[(change + 1)...].filter { !$0.hasPrefix("{\"state\":") }
        let event = try #require(stale[(change + 1)...].firstIndex { $0.contains(",\"event\":{") })
        let tour = try #require(museum.inspector.readModel().features.first { $0.name == "Tour" })
        var changes = ModelChanges(revision: .zero)
        changes.states = [FeatureSummary.State(number: tour.number, isAvailable: false, isOverridden: false)]
        stale.insert(
            String(decoding: try JournalLine.state(changes).encoded().dropLast(), as: UTF8.self), at: event + 1)
        let path = museum.path + "-stale"
        try Data((stale.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
        let journal = try JournalReader(path)
        let number = try #require(journal.events(after: 0).first { $0.kind == .actionBegan }).id
        #expect(number < journal.summary.lastEvent)
        let state = try journal.state(at: number)
        #expect(state.event == number && state.model.feature(tour.id)?.isAvailable == true)
    }

    @Test func `each event of several that were written together has the facts of its moment`() throws {
        _ = try museum.recorded {
            for status in [PurchaseStatus.purchased, .notPurchased, .purchased, .notPurchased] {
                museum.send(.override(.purchase, "pass", to: status.rawValue))
            }
        }
        // Simulates a recorder that writes the changes only after the last of the events.
        let lines = try String(contentsOfFile: museum.path, encoding: .utf8).split(separator: "\n")
        let start = try #require(lines.firstIndex { $0.contains(",\"event\":{") })
        let events = lines[start...].filter { $0.contains(",\"event\":{") }
        let others = lines[start...].filter { !$0.contains(",\"event\":{") }
        let path = museum.path + "-together"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(((lines[..<start] + events + others).joined(separator: "\n") + "\n").utf8)
            .write(to: URL(filePath: path))
        let journal = try JournalReader(path)
        let changes = try journal.events(after: 0).filter { $0.features.contains { $0.featureName == "Tour" } }
        let command = Command.override(.purchase, "pass", to: "purchased")
        let previews = try changes.map { try MomentInspector(journal, at: $0.id).preview([command], limit: 9) }
        #expect(previews.map { $0.changes.contains { $0.featureName == "Tour" } } == [false, true, false, true])
    }

    @Test func `features that are registered later are in the journal from then on`() throws {
        let journal = try museum.recorded {
            museum.enterShop()
            museum.runtime.bind { Flint.register(Wing.self) }
            museum.enterShop()
        }
        let events = try journal.events(after: 0)
        let first = try MomentInspector(journal, at: events.first?.id)
        let last = try MomentInspector(journal)
        #expect(try last.readModel().features.contains { $0.name == "Wing" })
        #expect(try last.detail(of: "Wing") == museum.inspector.detail(of: "Wing"))
        #expect(try first.readModel().features.count <= last.readModel().features.count)
    }

    @Test func `every command is refused with one message`() throws {
        let recorded = try MomentInspector(try museum.recorded {})
        for command in [Command.removeAllOverrides, .undo, .setFlag(key: "rooms", isOn: true), .openURL("a:b")] {
            let result = Protected<CommandResult?>(nil)
            recorded.send(command) { answer in result.withLock { $0 = answer } }
            #expect(result.withLock { $0 } == .recorded)
        }
        #expect(try recorded.preview([.openURL("a:b")], limit: 3).refusal == CommandResult.recorded.message)
        #expect(try recorded.readModel().status.undo == nil)
    }

    /// Waits until the journal contains the state after its last event, which is written right after the event.
    private func wait(for state: OpenMuseum.Described) throws {
        for _ in 0..<100_000 {
            let recorded = try? MomentInspector(JournalReader(museum.path))
            if try recorded.map(OpenMuseum.description) == state { return }
            sched_yield()
        }
        Issue.record("The state is not in the journal.")
    }
}
