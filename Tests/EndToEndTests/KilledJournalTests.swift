import FlintRecording
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

struct KilledJournalTests {
    /// The number of killed programs, which `FLINT_KILLS` overrides.
    private static let count = ProcessInfo.processInfo.environment["FLINT_KILLS"].flatMap(Int.init) ?? 6

    private static let writer = URL(filePath: BuiltProgram.path).deletingLastPathComponent()
        .appending(path: "FlintStateWriter").path()

    @Test func `the journal of a killed program has every reported event`() throws {
        let folder = try TemporaryFolder()
        var random = SystemRandomNumberGenerator()
        var (events, torn) = (0, 0)
        for round in 0..<Self.count {
            let path = folder.path(of: "\(round).jsonl")
            let writer = try RunningChild(Self.writer, ["journal", path, "100000"])
            var reported: UInt64 = 0
            for _ in 0..<Int.random(in: 1...400, using: &random) {
                guard let number = writer.nextLine().flatMap({ UInt64($0) }) else { break }
                reported = number
            }
            reported = writer.kill().compactMap { UInt64($0) }.last ?? reported
            #expect(reported > 0)
            let journal = try JournalReader(path)
            let summary = journal.summary
            #expect(summary.problemCount == 0 && summary.unknownCount == 0, "\(summary.problems)")
            #expect(!summary.isClosed)
            // The program reports an event on its output after recording it, so the event must be in the file.
            #expect(summary.lastEvent >= reported)
            #expect(UInt64(summary.eventCount) == summary.lastEvent && summary.lostEvents == 0)
            #expect(try MomentInspector(journal).moment.event == summary.lastEvent)
            events += summary.eventCount
            if summary.tornBytes > 0 { torn += 1 }
            try FileManager.default.removeItem(atPath: path)
        }
        if Self.count > 50 { print("\(Self.count) killed: \(events) events, \(torn) files with a torn last line") }
    }
}
