// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLibc
import FlintWorld

/// A report that the `report` command saved, read back from its file.
///
/// The report contains the app's state at one moment, the events and log lines that precede the moment, and the changes
/// from which the moments of these events are reconstructed.
package struct RecordedReport: Sendable {
    package let path: String
    package let program: String
    package let system: String
    package let state: RecordedState
    /// The events, oldest first.
    package let events: [EventRecord]
    /// The log lines, oldest first.
    package let log: [LogLine]
    let factHistory: FactHistory?
    package let missing: [MissingPart]

    package init(_ path: String) throws(RecordingError) {
        let data = try Self.data(path)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let content: SavedReport
        do {
            // Only the version is decoded first, because the rest of a report of another version may not decode.
            if let version = try? decoder.decode(Version.self, from: data, within: .report).reportVersion,
                version != SavedReport.version
            {
                throw RecordingError.otherVersion(path: path, version: version)
            }
            content = try decoder.decode(SavedReport.self, from: data, within: .report)
        } catch let error as RecordingError {
            throw error
        } catch {
            throw .notARecording(path: path, reason: JournalReader.reason(for: error))
        }
        self.path = path
        (program, system) = (content.program, content.system)
        (events, log, missing) = (content.events, content.log, content.missingParts)
        factHistory = content.factHistory
        state = RecordedState(
            world: content.world, stacks: content.stacks, history: content.history,
            event: content.events.last?.id ?? 0, date: content.date)
    }

    private static func data(_ path: String) throws(RecordingError) -> Data {
        do throws(FileReading.Failure) {
            return try FileReading.read(path, limit: JSONLimits.report.bytes)
        } catch {
            switch error {
            case .missing: throw .unreadable(path: path, error: ENOENT)
            case .refused(let error): throw .unreadable(path: path, error: error)
            case .notAFile, .link: throw .notAFile(path: path)
            case .tooLarge:
                throw .notARecording(path: path, reason: "it has more than \(JSONLimits.report.bytes) bytes")
            }
        }
    }

    private struct Version: Decodable {
        let reportVersion: Int
    }
}
