// SPDX-License-Identifier: MIT

import FlintConsole
import FlintCore
import FlintFoundation
import FlintLibc
import FlintLocks
import FlintWorld

final class ScenarioRecorder: Sendable {
    private let current: Protected<ScenarioRecording?>

    init(_ current: ScenarioRecording?) {
        self.current = Protected(current)
    }

    var problem: String? { current.withLock { $0 }?.problem }

    func add(_ command: Command, _ result: CommandResult) {
        current.withLock { $0 }?.add(command, result)
    }

    func start(_ path: String) -> FileOutcome {
        do throws(CommandLineError) {
            let new = try ScenarioRecording(path)
            current.withLock { $0 = new }
            return .complete()
        } catch {
            return .failed(error.message)
        }
    }

    func end() -> String? {
        current.withLock { current in
            defer { current = nil }
            return current?.problem
        }
    }
}

/// Records the console's commands as a scenario.
///
/// Each command is written to the file immediately, so a crash loses no completed line. After a write error, recording
/// stops, and ``problem`` describes the error.
final class ScenarioRecording: Sendable {
    private let descriptor: Int32
    private let name: String
    /// The error code that stopped the recording, or 0.
    private let failure = Protected<Int32>(0)

    var problem: String? {
        let error = failure.withLock { $0 }
        guard error != 0 else { return nil }
        return
            "The scenario \(name) is incomplete, because the file cannot be written: \(String(cString: strerror(error))). "
            + "Free disk space and record the scenario again in another file."
    }

    init(_ path: String) throws(CommandLineError) {
        name = CommandOutput.excerpt(path)
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw NewFile.refusal(path, errno) }
        write("# Recorded by the console. Play it with \"run\".")
    }

    /// Creates a recording in an open file, and takes ownership of the descriptor.
    init(writingTo descriptor: Int32, name: String) {
        (self.descriptor, self.name) = (descriptor, name)
        write("# Recorded by the console. Play it with \"run\".")
    }

    deinit {
        close(descriptor)
    }

    func add(_ command: Command, _ result: CommandResult) {
        guard let line = Self.line(command, isAccepted: result.status != .failed) else { return }
        // The scenario expects the refusal of a command that was refused.
        write((result.status == .done ? "" : "try ") + line)
    }

    private func write(_ line: String) {
        failure.withLock { failure in
            guard failure == 0 else { return }
            let size = lseek(descriptor, 0, SEEK_CUR)
            guard let error = FileWriting.write((line + "\n").utf8, to: descriptor) else { return }
            failure = error
            // An incomplete line would make the file invalid, so it is removed.
            _ = ftruncate(descriptor, size)
        }
    }

    // MARK: After the fact

    /// Writes the recorded changes that are not undone to a new file, and returns their number.
    ///
    /// Without a number of seconds, all changes are written.
    static func write(
        _ entries: [HistoryEntry], ofLast seconds: Double?, at now: Date = Date(), to path: String
    ) throws(CommandLineError) -> Int {
        let kept = entries.filter { entry in
            !entry.isUndone && seconds.map { now.timeIntervalSince(entry.date) <= $0 } ?? true
        }
        guard !kept.isEmpty else {
            throw .refused(
                seconds == nil ? "There are no changes to save." : "There are no changes of that time to save.")
        }
        let lines = kept.map { entry in
            entry.command.flatMap { line($0) } ?? "# Not recorded: \(CommandOutput.safe(text: entry.message))"
        }
        let text = ["# Saved from the history. Play it with \"run\"."] + lines
        try NewFile.write(text.joined(separator: "\n") + "\n", to: path)
        return kept.count
    }

    // MARK: Lines

    static func line(_ command: Command, isAccepted: Bool = true) -> String? {
        // Rejected values, such as an unknown platform, may not be valid on the command line, so they are written as
        // JSON.
        isAccepted || command == .undo || command == .redo
            ? ScenarioSyntax.line(command) : ScenarioSyntax.json(command)
    }
}
