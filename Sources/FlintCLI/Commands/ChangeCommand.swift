import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import InspectorKit

/// A command that changes the app by one command of the inspector, which can be forecast too.
protocol ChangeCommand<App>: AppCommand {
    associatedtype App: FlintApplication

    /// The options of the command.
    var shared: ChangeOptions<App> { get }

    /// Returns what is to be done.
    ///
    /// - Parameter session: The running app, in which names are looked up.
    /// - Returns: The inspector's command.
    /// - Throws: ``CommandLineError`` for what was typed that is invalid.
    @MainActor
    func command(in session: AppSession<App>) throws -> Command
}

extension ChangeCommand {
    @MainActor
    mutating func run() async throws -> Int32? {
        let command = self
        return try await shared.change { try command.command(in: $0) }
    }
}

/// The options of every command that changes something.
struct ChangeOptions<App: FlintApplication>: ParsableArguments {
    @OptionGroup var all: SharedOptions<App>
    @Flag(help: "Show what would change, and change nothing.") var dryRun = false
    @Flag(help: "Answer with one JSON object.") var json = false

    init() {}

    /// Starts the app, so that it can be changed unless nothing is to be changed.
    ///
    /// - Throws: ``CommandLineError``.
    @MainActor
    func session() throws -> AppSession<App> {
        try AppSession(all, cause: "command line", access: dryRun ? .readOnly : .commandLine)
    }

    /// Starts the app, carries out a command, and prints the result.
    ///
    /// - Parameter command: Finds the command, in the app.
    /// - Returns: The status the program exits with.
    /// - Throws: ``CommandLineError``.
    @MainActor
    func change(_ command: (AppSession<App>) throws -> Command) async throws -> Int32 {
        try report(try await carryOut(command, in: try session()))
    }

    /// Carries out a command, and reports problems with files whether or not that succeeds.
    @MainActor
    private func carryOut(
        _ command: (AppSession<App>) throws -> Command, in session: AppSession<App>
    ) async throws -> ChangeAnswer {
        let before = session.status.problems
        defer {
            // A file that can be neither read nor written is one problem, and is reported once.
            session.reportProblems(except: StateFileAccess.process.saveErrors.first?.description)
            // Otherwise the command ends with the error of the file.
            if StateFileAccess.process.saveErrors.isEmpty {
                for problem in session.status.problems where !before.contains(problem) {
                    CommandOutput.complain(problem)
                }
            }
        }
        let command = try command(session)
        var answer = try await session.carryOut(command, isDryRun: dryRun)
        if command.overridesFacts, !dryRun {
            answer.overrides = session.inspector.snapshot().overrides.map(OverrideEntry.init)
        }
        return answer
    }

    /// Prints what a command has changed, or would change.
    ///
    /// - Parameter answer: What it has changed.
    /// - Returns: The status the program exits with.
    /// - Throws: ``CommandLineError/cannotWrite(_:)``.
    func report(_ answer: ChangeAnswer) throws -> Int32 {
        if json {
            try CommandOutput.print(json: answer)
        } else if dryRun {
            try CommandOutput.print([answer.message] + PlainReport.changes(Preview(changes: answer.changes)))
        } else {
            try CommandOutput.confirm([answer.message])
        }
        answer.unsaved.complain()
        return answer.exitStatus
    }
}

/// The JSON answer of the commands that change something.
struct ChangeAnswer: Encodable {
    let status: CommandResult.Status
    var message: String
    let changes: [FeatureChange]
    /// Every override, after a command that changes overrides.
    var overrides: [OverrideEntry]?
    /// Whether nothing was changed; absent if it was.
    var dryRun: Bool?
    /// The changes that are not saved; absent if all are.
    var unsaved: [UnsavedChange]?

    /// The status the program exits with: that of a file that cannot be written or is locked, if a change is not saved.
    var exitStatus: Int32 { unsaved.exitStatus }
}

extension [UnsavedChange]? {
    /// The status the program exits with.
    var exitStatus: Int32 {
        guard let self, let first = self.first else { return 0 }
        return (first.isLocked ? ExitStatus.locked : .cannotWrite).rawValue
    }

    /// Writes the sentences to standard error.
    func complain() {
        for change in self ?? [] { CommandOutput.complain(change.sentence) }
    }
}
