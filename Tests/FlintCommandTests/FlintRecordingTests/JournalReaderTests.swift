import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintRecording

@MainActor
struct JournalReaderTests {
    private let museum: OpenMuseum

    init() throws {
        museum = try OpenMuseum()
    }

    private func write(_ text: some Sequence<UInt8>, to name: String = "other.jsonl") throws -> String {
        let path = museum.folder + "/" + name
        try Data(text).write(to: URL(filePath: path))
        return path
    }

    private func journal() throws -> [UInt8] {
        _ = try museum.recorded {
            for _ in 0..<5 { museum.enterShop() }
            museum.send(.override(.purchase, "pass", to: "purchased"))
        }
        return Array(try Data(contentsOf: URL(filePath: museum.path)))
    }

    @Test func `a journal that is cut off at any position loses at most its last line`() throws {
        let bytes = try journal()
        let whole = try JournalReader(museum.path)
        let events = try whole.events(after: 0)
        let ready = try #require(bytes.split(separator: 10).first { $0.starts(with: "{\"ready\"".utf8) })
        for cut in stride(from: ready.endIndex + 1, through: bytes.count, by: 97) {
            let lineEnds = bytes[..<cut].count { $0 == 10 }
            let reader = try JournalReader(try write(bytes[..<cut], to: "cut.jsonl"))
            let last = bytes[..<cut].lastIndex(of: 10) ?? 0
            #expect(reader.summary.tornBytes == cut - last - 1 && reader.summary.problemCount == 0)
            let kept = try reader.events(after: 0)
            #expect(kept == Array(events.prefix(kept.count)))
            var lines = 0
            var position = JournalReader.Position()
            _ = try reader.read(from: &position) { _ in
                lines += 1
                return true
            }
            #expect(lines == lineEnds)
            _ = try MomentInspector(reader).readModel()
        }
    }

    @Test func `the error for a file that cannot be a journal states the reason`() throws {
        func error(_ text: String) throws -> RecordingError? {
            let path = try write(text.utf8)
            do {
                _ = try FlintRecording.Recording(path)
                return nil
            } catch {
                return error as? RecordingError
            }
        }
        // The file of a program that is killed while it starts a journal.
        #expect(try error("")?.description.contains("ends before the first state of the app is complete") == true)
        #expect(try error("hello\n")?.description.contains("is neither a journal nor a report") == true)
        #expect(try error("{\"journal\":3}\n")?.description.contains("line 1") == true)
        #expect(try error("{\"journal\":{\"kind\":\"music\",\"version\":1}}\n")?.description.contains("kind") == true)
        let newer = try error("{\"journal\":{\"kind\":\"flint-journal\",\"version\":9,\"weather\":1}}\n")
        #expect(newer?.description.contains("version 9") == true)
        let header = String(decoding: try JournalLine.journal(OpenMuseum.header).encoded(), as: UTF8.self)
        #expect(try error(header)?.description.contains("before the first state") == true)
        #expect(throws: RecordingError.notAFile(path: museum.folder)) { try FlintRecording.Recording(museum.folder) }
        #expect(throws: RecordingError.self) { try FlintRecording.Recording(museum.folder + "/nothing") }
    }

    @Test func `consecutive pages of declarations share one position`() throws {
        func page(restarts: Bool) -> JournalLine { .catalog(RecordedCatalog(restarts: restarts, declared: Catalog())) }
        let lines = [
            .journal(OpenMuseum.header), page(restarts: true), page(restarts: false), page(restarts: false),
            .keyframe(Keyframe(number: 1, event: 0, date: Date())), .ready(1), .event(.sample(1)),
            page(restarts: false),
        ]
        let reader = try JournalReader(write(try lines.flatMap { try $0.encoded() }))
        #expect(reader.route.catalogs.map(\.restarts) == [true, false])
    }

    @Test(arguments: [(Int32.min, 0), (-1, 0), (1, 1), (64, 64), (65, 64), (.max, 64)] as [(Int32, Int)])
    func `the depth of a recorded feature is limited`(depth: Int32, shown: Int) throws {
        var declared = museum.inspector.sync(Sync(want: Sync.Want(features: ["Museum/Tour"]))).declared
        declared.features[0].summary.depth = depth
        var state = RecordedState()
        state.apply(.catalog(RecordedCatalog(restarts: true, declared: declared)))
        state.apply(.keyframe(Keyframe(number: 1, event: 0, date: Date())))
        #expect(state.model.features.map { Int($0.depth) } == [shown])
    }

    @Test func `hostile lines are skipped and named by their numbers`() throws {
        let bytes = try journal()
        let count = bytes.count { $0 == 10 }
        let hostile = [
            "nonsense", "{\"event\":{\"id\":-1}}", "{\"n\":3,\"event\":{\"id\":3}}", "{\"weather\":{}}",
            "{\"log\":" + String(repeating: "[", count: 100_000), String(repeating: "x", count: 3 << 20), "", "\u{0}",
            "{\"facts\":[{\"kind\":\"purchase\"}]}", "{\"keyframe\":{\"number\":9,\"event\":0,\"date\":0}}",
        ]
        let path = try write(bytes + Array(hostile.joined(separator: "\n").utf8) + [10])
        let reader = try JournalReader(path)
        let lines = Set(reader.summary.problems.map(\.line))
        #expect(lines == Set([1, 2, 5, 6, 7, 8].map { count + $0 }))
        #expect(reader.summary.unknownCount == 1)
        #expect(
            try OpenMuseum.description(of: try MomentInspector(reader)) == OpenMuseum.description(of: museum.inspector))
        var position = JournalReader.Position()
        let (problems, problemCount) = try reader.read(from: &position) { _ in true }
        #expect(problemCount == 8 && problems.map(\.line).contains(count + 3))
    }

    @Test func `the end of an overlong line is not read as a separate line`() throws {
        let bytes = try journal()
        let count = try JournalReader(write(bytes)).summary.eventCount
        var line = Array(repeating: UInt8(ascii: " "), count: 3 << 20)
        line += try JournalLine.event(.sample(9_999)).encoded()
        let summary = try JournalReader(write(bytes + line)).summary
        #expect(summary.eventCount == count && summary.problemCount == 1)
    }

    @Test func `a journal can be followed while it grows`() throws {
        let recorder = try museum.record()
        let reader = try JournalReader(museum.path)
        var position = JournalReader.Position()
        _ = try reader.read(from: &position) { _ in true }
        museum.enterShop()
        recorder.finish(within: 30)
        var events: [EventRecord] = []
        _ = try reader.read(from: &position) { line in
            if case .event(let event) = line { events.append(event) }
            return true
        }
        #expect(events.map(\.kind) == [.actionBegan, .actionCompleted])
        #expect(try reader.update() && reader.summary.lastEvent == museum.lastEvent)
        #expect(try !reader.update())
    }

    @Test func `the cost of reading a moment does not depend on the journal's length`() throws {
        var bytes = try JournalLine.journal(OpenMuseum.header).encoded()
        for id in 0...20_000 {
            if id > 0 { bytes += try JournalLine.event(.sample(UInt64(id))).encoded() }
            guard id.isMultiple(of: 1_000) else { continue }
            bytes += try JournalLine.keyframe(Keyframe(number: id / 1_000 + 1, event: UInt64(id), date: Date()))
                .encoded()
            bytes += try JournalLine.ready(id / 1_000 + 1).encoded()
        }
        let reader = try JournalReader(try write(bytes))
        let opened = reader.file.bytesRead
        #expect(opened < bytes.count + 600_000, "Opening reads the file once.")
        for event in [1, 999, 1_000, 7_777, 19_999, 20_000] as [UInt64] {
            let before = reader.file.bytesRead
            #expect(try reader.state(at: event).event == event)
            #expect(reader.file.bytesRead - before <= 3 << 18, "The file has \(bytes.count) bytes.")
        }
    }

    @Test func `the newest events are returned if more events exist than requested`() throws {
        let header = try JournalLine.journal(OpenMuseum.header).encoded()
        var bytes = header
        for line in [JournalLine.keyframe(Keyframe(number: 1, event: 0, date: Date())), .ready(1)] {
            bytes += try line.encoded()
        }
        for id in 1...3_000 { bytes += try JournalLine.event(.sample(UInt64(id))).encoded() }
        let reader = try JournalReader(try write(bytes))
        #expect(try reader.events(after: 0, upTo: 2_500, limit: 10).map(\.id) == Array(2_491...2_500))
        #expect(try reader.events(after: 2_495, upTo: 2_500).map(\.id) == Array(2_496...2_500))
        #expect(try reader.events(after: 0).count == 3_000)
        #expect(try reader.state(at: 1_234).event == 1_234)
        #expect(try MomentInspector(reader).events(after: 0).count == MomentInspector.recordLimit)
    }
}
