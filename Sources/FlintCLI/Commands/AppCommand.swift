// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintFoundation
import FlintInspector
import FlintSimulation
import FlintWorld

/// A command that works with an app.
///
/// ``FlintCommandLine`` calls ``run()`` on the main actor and exits with the returned status.
protocol AppCommand: ParsableCommand, SendableMetatype {
    /// Executes the command and returns the exit status.
    ///
    /// The result is `nil` if the command keeps the program running and ends it later. If the command throws an error,
    /// the error determines the exit status.
    @MainActor
    mutating func run() async throws -> Int32?
}

extension SharedOptions {
    /// Prints an answer as one JSON object or as lines, with read-only access to state files.
    @MainActor
    func printAnswer<Answer: Encodable>(
        json: Bool, _ answer: (AppSession<App>) throws -> (object: Answer, lines: [String])
    ) throws -> Int32 {
        let (object, lines) = try answer(try readingSession())
        return try print(object, lines, json: json)
    }

    /// Opens a session with read-only access to state files, and reports the problems that can affect its answers.
    @MainActor
    func readingSession() throws -> AppSession<App> {
        let session = try AppSession(self, .commandLine(.readOnly))
        session.reportProblems()
        let platformOverride = session.local?.inspector.runtime.facts[.platform]?.override
        if platform != nil, let value = platformOverride?.value.currentPlatform {
            CommandOutput.printNote(
                "--platform has no effect, because the platform is overridden with \(value.label). Remove the override "
                    + "with \"\(App.commandName) set platform none\".")
        }
        return session
    }

    func print(_ object: some Encodable, _ lines: [String], json: Bool) throws -> Int32 {
        if json {
            try CommandOutput.print(json: object)
        } else {
            try CommandOutput.print(lines)
        }
        return 0
    }
}
