// SPDX-License-Identifier: MIT

import FlintWorld

/// A file with the past state of an app: a journal or a report.
///
/// ``init(_:)`` recognizes the kind of file from its first line. ``inspector(at:personas:)`` returns an inspector that
/// shows the app at a moment of the recording.
package enum Recording: Sendable {
    /// A journal, which covers every moment from its start to its end.
    case journal(JournalReader)
    /// A report, which covers the moments of the events that it contains.
    case report(RecordedReport)

    package init(_ path: String) throws {
        let file = try RecordedFile(path)
        // A program that is killed as it starts a journal leaves an empty file.
        if file.size == 0 { throw RecordingError.empty(path: path) }
        if try Self.isJournal(file) {
            self = .journal(try JournalReader(path))
        } else {
            self = .report(try RecordedReport(path))
        }
    }

    package static func isJournal(_ path: String) -> Bool {
        guard let file = try? RecordedFile(path) else { return false }
        return (try? isJournal(file)) == true
    }

    private static func isJournal(_ file: RecordedFile) throws -> Bool {
        var start = [UInt8](repeating: 0, count: 64)
        let count = try start.withUnsafeMutableBytes { bytes throws(RecordingError) in try file.read(into: bytes, at: 0)
        }
        return start.prefix(count).starts(with: "{\"journal\":".utf8)
    }

    /// Returns an inspector of the moment after an event, or of the last moment if `event` is `nil`.
    ///
    /// Recordings do not contain the app's personas, so a closure returns them.
    ///
    /// - Throws: ``RecordingError`` if a journal can no longer be read or the state is too large, or `MomentError` if a
    ///   report does not have the event or cannot reconstruct its moment.
    package func inspector(
        at event: UInt64? = nil, personas: @escaping @Sendable () -> PersonaList = { PersonaList() }
    ) throws -> MomentInspector {
        switch self {
        case .journal(let journal): try MomentInspector(journal, at: event, personas: personas)
        case .report(let report): try MomentInspector(report, at: event, personas: personas)
        }
    }

    /// The problems found in a readable file, one sentence each.
    package var problems: [String] {
        switch self {
        case .journal(let journal): journal.summary.sentences(path: journal.path)
        case .report(let report): report.missing.map { "\(report.path) is incomplete: \($0.sentence)" }
        }
    }
}

extension JournalReader.Summary {
    package func sentences(path: String) -> [String] {
        var sentences = problems.map { "\(path), \($0.description); the line was skipped." }
        if problemCount > problems.count {
            sentences.append("\(path): \(problemCount - problems.count) more lines with problems.")
        }
        if unknownCount > 0 {
            sentences.append(
                "\(path): \(unknownCount) lines are of kinds that only a newer version of the program understands; "
                    + "they were skipped.")
        }
        if tornBytes > 0 {
            sentences.append(
                "\(path) ends with \(tornBytes) bytes of an incomplete line, which was skipped.")
        }
        if lostEvents > 0 || lostLogLines > 0 {
            sentences.append("\(path): \(lostEvents) events and \(lostLogLines) log lines were not written.")
        }
        return sentences
    }
}
