import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintRecording

@MainActor
struct JournalRecorderTests {
    private let museum: OpenMuseum

    init() throws {
        museum = try OpenMuseum()
    }

    @Test func `the file is readable only by its owner and does not replace another file`() throws {
        let recorder = try museum.record()
        recorder.finish(within: 30)
        let mode = try FileManager.default.attributesOfItem(atPath: museum.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        let before = try Data(contentsOf: URL(filePath: museum.path))
        #expect(throws: RecordingError.exists(path: museum.path)) { try museum.record() }
        #expect(try Data(contentsOf: URL(filePath: museum.path)) == before)
        #expect(throws: RecordingError.self) {
            try JournalRecorder(museum.folder + "/no/where.jsonl", of: museum.inspector, header: OpenMuseum.header)
        }
    }

    @Test func `an event is in the file before the app continues`() throws {
        let recorder = try museum.record()
        for _ in 0..<50 {
            museum.enterShop()
            museum.send(.override(.purchase, "pass", to: "purchased"))
            museum.send(.override(.purchase, "pass", to: nil))
            #expect(try JournalReader(museum.path).summary.lastEvent == museum.lastEvent)
        }
        let summary = try JournalReader(museum.path).summary
        #expect(!summary.isClosed && summary.eventCount == Int(museum.lastEvent) && summary.lostEvents == 0)
        recorder.finish(within: 30)
        #expect(recorder.problem == nil)
    }

    @Test func `every event is written once and in order, regardless of its thread`() async throws {
        let recorder = try museum.record()
        let runtime = museum.runtime
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<200 {
                        runtime.record(StoreEvent(productID: nil, summary: "something happened", date: .distantPast))
                    }
                }
            }
        }
        let ids = try JournalReader(museum.path).events(after: 0).map(\.id)
        #expect(ids == Array(1...museum.lastEvent))
        recorder.finish(within: 30)
    }

    @Test func `events that are discarded before they are written are counted`() throws {
        museum.runtime.journal.capacity = 10
        let recorder = try JournalRecorder(
            museum.path, of: museum.inspector, header: OpenMuseum.header, writesAtOnce: false)
        for _ in 0..<2_000 { museum.enterShop() }
        recorder.finish(within: 30)
        let journal = try JournalReader(museum.path)
        let kept = try journal.events(after: 0).count
        #expect(kept + journal.summary.lostEvents == Int(museum.lastEvent))
        #expect(journal.summary.sentences(path: "a").isEmpty == (journal.summary.lostEvents == 0))
    }

    @Test func `a line that would be too long is replaced by a note`() throws {
        let writer = try JournalWriter(museum.path)
        let long = EventRecord.sample(1, title: String(repeating: "x", count: 2 << 20))
        #expect(writer.write([.journal(OpenMuseum.header), .event(long), .event(.sample(2))]) == nil)
        writer.close()
        let lines = try Data(contentsOf: URL(filePath: museum.path)).split(separator: 10)
        #expect(lines.count == 3 && writer.size < 2_000)
        guard case .lost(let lost) = try JournalLine(decoding: lines[1]) else {
            Issue.record("The note is missing.")
            return
        }
        #expect(lost.events == 1)
    }

    @Test func `events that cannot be written are counted, and the state is written once that is possible`() throws {
        let output = try JournalOutput(museum.path)
        let pages = JournalStateEncoder(museum.inspector)
        let start = try #require(output.write([.journal(OpenMuseum.header)] + pages.start()))
        pages.recordWrite(byteCount: start.count, fileSize: start.size)
        output.isFull = true
        museum.enterShop()
        output.writeRecords(of: museum.inspector)
        #expect(try output.write(pages.changes()) == nil && output.problem != nil && !output.takeRestart())
        output.isFull = false
        museum.enterShop()
        output.writeRecords(of: museum.inspector)
        #expect(output.takeRestart() && !output.takeRestart())
        pages.recordLoss()
        let again = try #require(output.write(pages.changes()))
        pages.recordWrite(byteCount: again.count, fileSize: again.size)
        output.close()
        let journal = try JournalReader(museum.path)
        #expect(journal.summary.lostEvents == 2 && journal.summary.lastEvent == museum.lastEvent)
        #expect(journal.route.checkpoints.filter { $0.keyframe != nil }.count == 2)
        #expect(
            try OpenMuseum.description(of: try MomentInspector(journal)) == OpenMuseum.description(of: museum.inspector)
        )
    }

    @Test func `the status and the stacks are written after they change`() throws {
        func statuses(in lines: [JournalLine]) -> [AppStatus] {
            lines.compactMap { if case .state(let changes) = $0 { changes.status } else { nil } }
        }
        let encoder = JournalStateEncoder(museum.inspector)
        _ = try encoder.start()
        museum.send(.setPurchase(productID: "pass", status: .purchased))
        #expect(try statuses(in: encoder.changes()) == [museum.inspector.readModel().status])
        museum.enterShop()
        #expect(try statuses(in: encoder.changes()).isEmpty)
        #expect(encoder.finalLines() == [.stacks(museum.inspector.stacks())])
        #expect(encoder.finalLines().isEmpty)
    }

    @Test func `keyframes are written repeatedly`() throws {
        let journal = try museum.recorded {
            for round in 0..<600 {
                museum.send(.override(.purchase, "pass", to: round.isMultiple(of: 2) ? "purchased" : nil))
                if round.isMultiple(of: 20) { museum.enterShop() }
            }
        }
        let keyframes = journal.route.checkpoints.filter { $0.keyframe != nil }
        let size = try Data(contentsOf: URL(filePath: museum.path)).count
        #expect(size < 1 << 18 || keyframes.count > 1)
        #expect(
            try OpenMuseum.description(of: try MomentInspector(journal)) == OpenMuseum.description(of: museum.inspector)
        )
    }
}
