@testable import FlintRecording
@testable import FlintWorld

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The invariants of the journal reader for arbitrary files, checked by the fuzzer and the tests.
enum JournalProperty {
    /// Checks the invariants for a file.
    ///
    /// - Parameters:
    ///   - input: The content of the file.
    ///   - path: The path at which the file is written.
    /// - Returns: A description of the violated invariant, or `nil`.
    static func problem(with input: [UInt8], at path: String) -> String? {
        do {
            try Data(input).write(to: URL(filePath: path))
            let recording = try FlintRecording.Recording(path)
            let inspector = try recording.inspector()
            let world = try inspector.world(of: nil)
            _ = (try inspector.readModel(), world.featureTexts, try inspector.stacks(), world.detail(of: "Tour"))
            guard case .journal(let journal) = recording else { return nil }
            let summary = journal.summary
            if summary.problems.count > JournalReader.problemLimit { return "too many problems are kept" }
            if summary.tornBytes > input.count { return "more is torn than there is" }
            var lines = 0
            var position = JournalReader.Position()
            let (problems, count) = try journal.read(from: &position) { _ in
                lines += 1
                return true
            }
            if problems.count > min(count, JournalReader.problemLimit) { return "problems are miscounted" }
            let feeds = input.count { $0 == UInt8(ascii: "\n") }
            if lines + count > feeds { return "\(lines + count) lines are read of \(feeds)" }
            if try journal.events(after: 0).count > feeds { return "there are more events than lines" }
            for event in [0, summary.firstEvent, summary.lastEvent] {
                _ = try journal.state(at: event)
            }
            for format in ExportFormat.allCases {
                var export = format.export(of: ExportSubject(app: "a", program: "b", system: "c"))
                for event in try journal.events(after: 0, limit: 50) { _ = try export.encode(event) }
                _ = try export.finish()
            }
            return nil
        } catch {
            return error is RecordingError || error is MissingAnswer ? nil : "an unexpected error: \(error)"
        }
    }
}
