// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintLocks
import FlintRecording
import FlintWorld

enum Recordings {
    /// Opens a journal or a report, and prints its problems to standard error.
    static func open(_ path: String) throws(CommandLineError) -> Recording {
        do {
            let recording = try Recording(path)
            for problem in recording.problems { CommandOutput.printNote(CommandOutput.excerpt(problem)) }
            return recording
        } catch {
            throw unusable(error)
        }
    }

    /// Returns an inspector for an event of a recording, or for its last moment if the event is `nil`.
    ///
    /// A recording does not contain personas, so a closure returns the app's personas.
    static func inspector(
        of recording: Recording, at event: UInt64?,
        personas: @escaping @Sendable () -> PersonaList = { PersonaList() }
    ) throws(CommandLineError) -> MomentInspector {
        if let event, case .journal(let journal) = recording, event > journal.summary.lastEvent {
            throw .usage("There is no event \(event). The last event is \(journal.summary.lastEvent).")
        }
        do {
            return try recording.inspector(at: event, personas: personas)
        } catch let error as MomentError {
            throw .usage("Event \(event ?? 0) cannot be shown. \(error)")
        } catch {
            throw unusable(error)
        }
    }

    /// Starts to record an app's journal.
    ///
    /// The journal is completed when the program exits.
    static func record(
        to path: String, _ inspector: any Inspector, appName: String, program: String, isRemote: Bool
    ) throws(CommandLineError) -> JournalRecorder {
        let header = JournalHeader(
            app: appName, program: program, system: ProcessInfo.processInfo.operatingSystemVersionString, date: Date())
        do {
            let recorder = try JournalRecorder(path, of: inspector, header: header, writesAtOnce: !isRemote)
            CommandRun.current.beforeEnd { recorder.finish() }
            return recorder
        } catch let missing as MissingAnswer {
            throw CommandLineError(missing)
        } catch {
            throw .cannotWrite(CommandOutput.excerpt(String(describing: error)))
        }
    }

    static func unusable(_ error: any Error) -> CommandLineError {
        guard let error = error as? RecordingError else {
            return (error as? CommandLineError) ?? .unusableFile("The recording cannot be read: \(error)")
        }
        return .unusableFile(CommandOutput.excerpt(error.description))
    }
}

/// A holder for a session's journal.
///
/// The inspector reports the journal's problems but is created before the journal, so it reads them from this slot.
final class JournalSlot: Sendable {
    private let recorder = Protected<JournalRecorder?>(nil)

    func set(_ recorder: JournalRecorder) {
        self.recorder.withLock { $0 = recorder }
    }

    var problems: [String] { recorder.withLock { $0?.problem }.map { [$0] } ?? [] }
}
