import FlintCore
import FlintRecording
import InspectorKit
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Opens recordings and makes journals for commands, with errors that name what to do.
enum Recordings {
    /// Opens a journal or a report.
    ///
    /// - Parameter path: Where it is.
    /// - Returns: What is in it.
    /// - Throws: ``CommandLineError/unusableFile(_:)``.
    static func open(_ path: String) throws(CommandLineError) -> Recording {
        do {
            let recording = try Recording(path)
            for problem in recording.problems { CommandOutput.note(CommandOutput.quotable(problem)) }
            return recording
        } catch {
            throw unusable(error)
        }
    }

    /// The inspector of a moment of a recording.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - event: The event at which; `nil` for the last moment.
    ///   - personas: Lists the app's personas, which are in no recording.
    /// - Returns: The inspector.
    /// - Throws: ``CommandLineError/unusableFile(_:)``, or ``CommandLineError/usage(_:)`` if there is no such event.
    static func inspector(
        of recording: Recording, at event: UInt64?,
        personas: @escaping @Sendable () -> PersonaList = { PersonaList() }
    ) throws(CommandLineError) -> MomentInspector {
        if let event {
            guard case .journal(let journal) = recording else {
                throw .usage("A report has one moment only; leave out --at.")
            }
            let summary = journal.summary
            guard event <= summary.lastEvent else {
                throw .usage("There is no event \(event); the last one is \(summary.lastEvent).")
            }
        }
        do {
            return try recording.inspector(at: event, personas: personas)
        } catch {
            throw unusable(error)
        }
    }

    /// Begins a journal of an app.
    ///
    /// - Parameters:
    ///   - path: Where it is to be.
    ///   - inspector: The app.
    ///   - appName: The app's name.
    ///   - program: The program, with its version.
    ///   - isRemote: Whether the app runs in another process.
    /// - Returns: What writes it.
    /// - Throws: ``CommandLineError/cannotWrite(_:)``.
    static func record(
        to path: String, _ inspector: any Inspector, appName: String, program: String, isRemote: Bool
    ) throws(CommandLineError) -> JournalRecorder {
        let header = JournalHeader(
            app: appName, program: program, system: ProcessInfo.processInfo.operatingSystemVersionString, date: Date())
        do throws(RecordingError) {
            let recorder = try JournalRecorder(path, of: inspector, header: header, writesAtOnce: !isRemote)
            ProgramExit.beforeLeaving { recorder.finish() }
            return recorder
        } catch {
            throw .cannotWrite(CommandOutput.quotable(error.description))
        }
    }

    /// The error of a recording that cannot be read.
    static func unusable(_ error: any Error) -> CommandLineError {
        guard let error = error as? RecordingError else {
            return (error as? CommandLineError) ?? .unusableFile("The recording cannot be read: \(error)")
        }
        return .unusableFile(CommandOutput.quotable(error.description))
    }
}

/// The journal of a session, which is begun after the inspector that shows what is wrong with it.
final class JournalSlot: Sendable {
    private let recorder = Mutex<JournalRecorder?>(nil)

    /// Sets the journal.
    func set(_ recorder: JournalRecorder) {
        self.recorder.withLock { $0 = recorder }
    }

    /// What is wrong with the journal, in a sentence each.
    var problems: [String] { recorder.withLock { $0?.problem }.map { [$0] } ?? [] }
}
