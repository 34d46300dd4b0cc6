import ArgumentParser
import FlintCore
import FlintInspector
import FlintSimulation
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A command that works on a running app.
protocol AppCommand: ParsableCommand, SendableMetatype {
    /// Does it, on the main queue.
    ///
    /// - Returns: The status the program exits with, or `nil` if the command ends the program itself later.
    /// - Throws: ``CommandLineError``.
    @MainActor
    mutating func run() async throws -> Int32?
}

extension SharedOptions {
    /// Starts the app and answers from its state, as every command does that only looks.
    ///
    /// - Parameters:
    ///   - json: Whether to answer with the object rather than with lines.
    ///   - answer: Finds the answer in the app's state, as an object and as lines.
    /// - Returns: The status the program exits with.
    /// - Throws: ``CommandLineError``.
    @MainActor
    func look<Answer: Encodable>(
        json: Bool, _ answer: (Snapshot) throws -> (object: Answer, lines: [String])
    ) throws -> Int32 {
        try inspect(json: json) { session in try answer(session.inspector.snapshot()) }
    }

    /// Starts the app and answers from it, without changing anything.
    ///
    /// - Parameters:
    ///   - json: Whether to answer with the object rather than with lines.
    ///   - answer: Finds the answer, as an object and as lines.
    /// - Returns: The status the program exits with.
    /// - Throws: ``CommandLineError``.
    @MainActor
    func inspect<Answer: Encodable>(
        json: Bool, _ answer: (AppSession<App>) throws -> (object: Answer, lines: [String])
    ) throws -> Int32 {
        let session = try AppSession(self, cause: "command line", access: .readOnly)
        session.reportProblems()
        let platformOverride = session.local?.inspector.runtime.facts[.platform]?.override
        if platform != nil, let value = platformOverride?.value.currentPlatform {
            CommandOutput.note(
                "--platform changes nothing, because the platform is overridden with \(value.label); remove that with "
                    + "\"\(App.commandName) override clear platform\".")
        }
        let found = Result { try answer(session) }
        // Without an answer of the app, a conclusion from it is wrong too.
        try session.checkAnswers()
        let (object, lines) = try found.get()
        if json {
            try CommandOutput.print(json: object)
        } else {
            try CommandOutput.print(lines)
        }
        return 0
    }
}
