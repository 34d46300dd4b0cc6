import FlintCore
import Foundation
import InspectorKit
import Testing

@testable import FlintRecording

/// Journals as they are written.
@MainActor
struct JournalRecorderTests {
    private let museum: OpenMuseum

    init() throws {
        museum = try OpenMuseum()
    }

    @Test func `the file is for its owner only, and none is replaced`() throws {
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

    @Test func `what happens is in the file without that it is closed`() throws {
        let recorder = try museum.record()
        museum.enterShop()
        while try JournalReader(museum.path).summary.lastEvent < museum.lastEvent { sched_yield() }
        #expect(try !JournalReader(museum.path).summary.isClosed)
        recorder.finish(within: 30)
        #expect(recorder.problem == nil)
    }

    @Test func `events that are no longer kept when their turn comes are counted`() throws {
        let journal = try museum.recorded {
            museum.runtime.journal.capacity = 10
            for _ in 0..<2_000 { museum.enterShop() }
        }
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
            Issue.record("no note")
            return
        }
        #expect(lost.events == 1)
    }

    @Test func `what could not be written is counted, and the state follows once it can be`() throws {
        let pages = JournalPages(museum.inspector)
        pages.didWrite(bytes: 1_000, pages.start(), error: nil)
        museum.enterShop()
        let news = pages.news()
        pages.didWrite(bytes: 1_000, news, error: ENOSPC)
        let again = pages.news()
        guard case .lost(let lost) = again.first else {
            Issue.record("no note")
            return
        }
        #expect(lost.events == 2)
        #expect(again.contains { if case .ready = $0 { true } else { false } })
    }

    @Test func `keyframes come again and again`() throws {
        let journal = try museum.recorded {
            for round in 0..<600 {
                museum.send(.overridePurchase(productID: "pass", status: round.isMultiple(of: 2) ? .purchased : nil))
                if round.isMultiple(of: 20) { museum.enterShop() }
            }
        }
        let keyframes = journal.route.checkpoints.filter { $0.keyframe != nil }
        let size = try Data(contentsOf: URL(filePath: museum.path)).count
        #expect(size < 1 << 18 || keyframes.count > 1)
        #expect(
            OpenMuseum.description(of: try RecordedInspector(journal)) == OpenMuseum.description(of: museum.inspector))
    }
}
