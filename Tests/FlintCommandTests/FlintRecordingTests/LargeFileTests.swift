import FlintCore
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintRecording

@MainActor
struct LargeFileTests {
    private let museum: OpenMuseum

    init() throws {
        museum = try OpenMuseum()
    }

    /// Creates a file that begins like a journal and then repeats the same lines.
    private func file(of lines: [JournalLine], repeated unit: [UInt8], upTo size: Int) throws -> String {
        let path = museum.folder + "/large.jsonl"
        var start: [UInt8] = []
        for line in [.journal(OpenMuseum.header)] + lines { start += try line.encoded() }
        #expect(FileManager.default.createFile(atPath: path, contents: Data(start)))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        defer { try? handle.close() }
        _ = try handle.seekToEnd()
        var block: [UInt8] = []
        while block.count < 1 << 20 { block += unit }
        for _ in 0..<max(1, size / block.count) { try handle.write(contentsOf: Data(block)) }
        return path
    }

    private let keyframe: [JournalLine] = [
        .keyframe(Keyframe(number: 1, event: 0, date: Date(timeIntervalSince1970: 0))), .ready(1),
    ]

    @Test func `a large file is read once, and one position is stored per 64 kB`() throws {
        let event = try JournalLine.event(.sample(7)).encoded()
        let path = try file(of: keyframe, repeated: event, upTo: 48 << 20)
        let reader = try JournalReader(path)
        #expect(reader.summary.eventCount > 100_000 && reader.summary.problemCount == 0)
        #expect(reader.bytesRead < reader.file.size + (1 << 20))
        #expect(reader.route.checkpoints.count <= reader.file.size >> 16 + 2)
        #expect(try MomentInspector(reader).events(after: 0).count == MomentInspector.recordLimit)
    }

    @Test func `events are applied without being stored, so that a late state can be found`() throws {
        let small = 64 << 10
        var event = EventRecord.sample(7)
        let change = FeatureChange(featureID: "Museum", featureName: "Museum", before: false, after: true)
        event.content = .factChanged(
            EventRecord.Change(of: FactRecord.samples(at: event.date)[0], features: [change]))
        let reader = try JournalReader(
            try file(of: keyframe, repeated: try JournalLine.event(event).encoded(), upTo: 4 << 20))
        #expect(try reader.state(at: 7, sizeLimit: small).event == 7)
        let facts = FactRecord.samples(at: Date(timeIntervalSince1970: 0))
        let rows = try JournalReader(
            try file(
                of: keyframe, repeated: try JournalLine.facts(facts).encoded(), upTo: 1 << 20))
        #expect(throws: RecordingError.tooLarge(path: rows.path, event: 7)) {
            try rows.state(at: 7, sizeLimit: small)
        }
    }

    @Test func `a line is counted once if the update that reads it fails`() throws {
        let event = try JournalLine.event(.sample(7)).encoded()
        let path = try file(of: keyframe, repeated: event, upTo: 1 << 20)
        let reader = try JournalReader(path)
        let count = reader.summary.eventCount
        let handle = try #require(FileHandle(forWritingAtPath: path))
        defer { try? handle.close() }
        _ = try handle.seekToEnd()
        let nonsense = [UInt8](repeating: UInt8(ascii: "\n"), count: JournalReader.decodedLimit + 2)
        try handle.write(contentsOf: Data(event + nonsense))
        for _ in 0..<2 { #expect(throws: RecordingError.self) { try reader.update() } }
        #expect(reader.summary.eventCount == count + 1)
    }

    @Test func `a line is too long if it exceeds the limit by a byte`() throws {
        let path = museum.folder + "/long.jsonl"
        var bytes: [UInt8] = []
        for count in [LineScanner.lineLimit, LineScanner.lineLimit + 1, 1] {
            bytes += [UInt8](repeating: UInt8(ascii: "a"), count: count) + [UInt8(ascii: "\n")]
        }
        #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        var scanner = LineScanner(try RecordedFile(path), from: 0)
        var counts: [Int?] = []
        let rest = try scanner.scan { line in
            counts.append(line.bytes?.count)
            return true
        }
        #expect(counts == [LineScanner.lineLimit, nil, 1])
        #expect(rest == 0)
    }

    @Test func `a subset of a great many keyframes is stored, and every moment is found with it`() throws {
        var unit: [UInt8] = []
        for line in keyframe { unit += try line.encoded() }
        let reader = try JournalReader(try file(of: keyframe, repeated: unit, upTo: 1 << 20))
        #expect(reader.route.checkpoints.count <= 2 * (reader.file.size >> 16) + 70)
        #expect(try reader.state(at: 0).event == 0)
    }

    @Test(arguments: ["nonsense\n", "{\"weather\":1}\n", "{\"ready\":1}\n", "\n"])
    func `a file without usable lines is refused early`(line: String) throws {
        let path = try file(of: keyframe, repeated: Array(line.utf8), upTo: 16 << 20)
        let error = #expect(throws: RecordingError.self) { try JournalReader(path) }
        #expect(
            error?.description.contains("up to line \(JournalReader.decodedLimit + 1)") == true,
            "\(String(describing: error))")
    }

    @Test func `a moment that consists of too much data is refused, and its events can be read`() throws {
        let key = FactKey.purchase(productID: String(repeating: "A", count: 900_000))
        let fact = Fact(actual: .balance(1), source: .store, since: Date(timeIntervalSince1970: 0))
        let rows = try JournalLine.facts([FactRecord(key: key, fact: fact)]).encoded()
        let path = try file(of: keyframe + [.event(.sample(1))], repeated: rows, upTo: 140 << 20)
        let reader = try JournalReader(path)
        #expect(throws: RecordingError.tooLarge(path: path, event: 1)) { try reader.state(at: 1) }
        #expect(try reader.events(after: 0).count == 1)
    }

    @Test func `the declarations of every moment are found, even if features were registered later`() throws {
        let journal = try museum.recorded {
            museum.enterShop()
            museum.runtime.bind { Flint.register(Wing.self) }
            museum.enterShop()
        }
        let last = journal.summary.lastEvent
        for _ in 0..<2 {
            #expect(try journal.state(at: 1).model.features.count < journal.state(at: last).model.features.count)
        }
        #expect(
            try OpenMuseum.description(of: try MomentInspector(journal)) == OpenMuseum.description(of: museum.inspector)
        )
    }
}
