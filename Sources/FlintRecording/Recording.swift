import InspectorKit

/// A file that shows an app as it was: a journal or a report.
package enum Recording: Sendable {
    /// A journal, which has every moment from its beginning to its end.
    case journal(JournalReader)
    /// A report, which has one moment.
    case report(RecordedReport)

    /// Opens a file.
    ///
    /// - Parameter path: Where it is.
    /// - Throws: ``RecordingError`` if it cannot be read or is neither.
    package init(_ path: String) throws {
        let file = try RecordedFile(path)
        // A program that is killed as it begins a journal leaves that.
        if file.size == 0 { throw RecordingError.empty(path: path) }
        if try Self.isJournal(file) {
            self = .journal(try JournalReader(path))
        } else {
            self = .report(try RecordedReport(path))
        }
    }

    /// Whether a file begins as journals do, with one object on the first line.
    private static func isJournal(_ file: RecordedFile) throws -> Bool {
        var start = [UInt8](repeating: 0, count: 64)
        let count = try start.withUnsafeMutableBytes { bytes throws(RecordingError) in try file.read(into: bytes, at: 0)
        }
        return start.prefix(count).starts(with: "{\"journal\":".utf8)
    }

    /// The inspector of a moment.
    ///
    /// - Parameters:
    ///   - event: The event at which; `nil` for the last moment.
    ///   - personas: Lists the app's personas, which are in no recording.
    /// - Returns: The inspector.
    /// - Throws: ``RecordingError`` if the file can no longer be read.
    package func inspector(
        at event: UInt64? = nil, personas: @escaping @Sendable () -> PersonaList = { PersonaList() }
    ) throws -> MomentInspector {
        switch self {
        case .journal(let journal): try MomentInspector(journal, at: event, personas: personas)
        case .report(let report): MomentInspector(report, personas: personas)
        }
    }

    /// What is wrong with the file although it can be read, one sentence each.
    package var problems: [String] {
        guard case .journal(let journal) = self else { return [] }
        return journal.summary.sentences(path: journal.path)
    }
}

extension JournalReader.Summary {
    /// What is wrong with a journal although it can be read, one sentence each.
    ///
    /// - Parameter path: Where it is.
    /// - Returns: The sentences.
    package func sentences(path: String) -> [String] {
        var sentences = problems.map { "\(path), \($0.description); the line was passed over." }
        if problemCount > problems.count {
            sentences.append("\(path): \(problemCount - problems.count) more lines like that.")
        }
        if unknownCount > 0 {
            sentences.append(
                "\(path): \(unknownCount) lines are of kinds that only a newer version of the program knows; they were "
                    + "passed over.")
        }
        if tornBytes > 0 {
            sentences.append(
                "\(path) ends with \(tornBytes) bytes of a line that was not finished; the line was passed over.")
        }
        if lostEvents > 0 || lostLogLines > 0 {
            sentences.append("\(path): \(lostEvents) events and \(lostLogLines) lines of the log were not written.")
        }
        return sentences
    }
}
