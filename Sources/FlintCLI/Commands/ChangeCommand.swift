// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import FlintWorld

protocol DryRunCommand<App>: AppCommand {
    associatedtype App: FlintApplication

    var shared: SharedOptions<App> { get }
    var change: ChangeOptions { get }
}

/// The additional options of all commands that change the app.
///
/// This group does not contain ``SharedOptions``, because in debug builds, the parser validates an option five times as
/// often for each level of nesting.
struct ChangeOptions: ParsableArguments {
    @Flag(help: "Show the effects without changing the app.") var dryRun = false
    @Flag(help: "Print the answer as one JSON object.") var json = false
}

/// A command that changes the app with a single inspector command.
///
/// Conforming types only build the inspector command. The protocol extension executes it and prints the result; with
/// `--dry-run`, it prints the forecast instead.
protocol ChangeCommand<App>: DryRunCommand {
    @MainActor
    func command(in session: AppSession<App>) throws -> Command
}

extension ChangeCommand {
    @MainActor
    mutating func run() async throws -> Int32? {
        let command = self
        return try await execute { try command.command(in: $0) }
    }
}

extension DryRunCommand {
    @MainActor
    func session() throws -> AppSession<App> {
        try AppSession(shared, .commandLine(change.dryRun ? .readOnly : .commandLine))
    }

    @MainActor
    func execute(_ command: (AppSession<App>) throws -> Command) async throws -> Int32 {
        try report(try await execute(command, in: try session()))
    }

    @MainActor
    private func execute(
        _ command: (AppSession<App>) throws -> Command, in session: AppSession<App>
    ) async throws -> ChangeAnswer {
        let before = try session.status.problems
        // Problems are reported even if the command fails.
        defer {
            // A file that can neither be read nor written is reported only once.
            session.reportProblems(except: StateFileAccess.current.saveErrors.first?.description)
            // If a file could not be saved, the command ends with that file's error.
            if StateFileAccess.current.saveErrors.isEmpty {
                // The end of the run reports renamed files.
                let known = before + StateFileAccess.current.renamingNotices
                for problem in (try? session.status.problems) ?? [] where !known.contains(problem) {
                    CommandOutput.printError(problem)
                }
            }
        }
        let command = try command(session)
        if command == .sequence([]) { return ChangeAnswer(status: .done, message: "Nothing was set.", changes: []) }
        return try await session.execute(command, isDryRun: change.dryRun)
    }

    func report(_ answer: ChangeAnswer) throws -> Int32 {
        if change.json {
            try CommandOutput.print(json: answer)
        } else if change.dryRun {
            try CommandOutput.print([answer.message] + PlainReport.changes(answer.changes))
        } else {
            try CommandOutput.confirm([answer.message])
        }
        answer.unsaved.printErrors()
        return answer.exitStatus
    }
}

struct ChangeAnswer: Encodable {
    let status: CommandResult.Status
    var message: String
    let changes: [FeatureChange]
    var dryRun: Bool?
    var unsaved: [UnsavedChange]?

    var exitStatus: Int32 { unsaved.exitStatus }
}

extension [UnsavedChange]? {
    var exitStatus: Int32 {
        guard let self, let first = self.first else { return 0 }
        return (first.isLocked ? ExitStatus.locked : .cannotWrite).rawValue
    }

    func printErrors() {
        for change in self ?? [] { CommandOutput.printError(change.sentence) }
    }
}
