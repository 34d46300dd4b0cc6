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
        let platformOverride = FlintRuntime.current.facts[.platform]?.override
        if platform != nil, let value = platformOverride?.value.currentPlatform {
            CommandOutput.complain(
                "--platform changes nothing, because the platform is overridden with \(value.label); remove that with "
                    + "\"\(App.commandName) override clear platform\".")
        }
        let (object, lines) = try answer(session)
        if json {
            try CommandOutput.print(json: object)
        } else {
            try CommandOutput.print(lines)
        }
        return 0
    }
}

/// The JSON answer of the commands that change actual values.
struct ChangeAnswer: Encodable {
    let status: CommandResult.Status
    var message: String
    let changes: [Preview.Change]
}

extension SharedOptions {
    /// Starts the app, carries out a command that changes actual values, and prints the result.
    ///
    /// - Parameters:
    ///   - json: Whether to answer with one object.
    ///   - command: Finds the command, in the app's state.
    /// - Returns: The status the program exits with.
    /// - Throws: ``CommandLineError``.
    @MainActor
    func change(json: Bool, _ command: (Snapshot) throws -> Command) async throws -> Int32 {
        let session = try AppSession(self, cause: "command line", access: .commandLine)
        session.reportProblems()
        let before = session.inspector.snapshot()
        let result = await session.send(try command(before))
        let after = session.inspector.snapshot()
        try SavedState.check()
        for problem in after.problems where !before.problems.contains(problem) { CommandOutput.complain(problem) }
        guard result.status == .done else { throw CommandLineError.refused(result.message) }
        let changes = Self.changes(from: before, to: after)
        if json {
            try CommandOutput.print(
                json: ChangeAnswer(status: result.status, message: result.message, changes: changes))
        } else {
            try CommandOutput.print([result.message])
        }
        return 0
    }

    /// The features whose availability is another.
    private static func changes(from before: Snapshot, to after: Snapshot) -> [Preview.Change] {
        let old = Dictionary(before.features.map { ($0.id, $0.available) }, uniquingKeysWith: { first, _ in first })
        return after.features.compactMap { feature in
            guard let was = old[feature.id], was != feature.available else { return nil }
            return Preview.Change(
                featureID: feature.id, featureName: feature.name, before: was, after: feature.available)
        }
    }
}

/// The options every command takes.
struct SharedOptions<App: FlintApplication>: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep overrides in this file.", discussion: "Default: FLINT_STATE, else the XDG state directory.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    var state: String?

    @Option(help: ArgumentHelp("Decide for another platform, such as \"watchOS 9.0\".", valueName: "platform"))
    var platform: String?

    @Option(
        help: ArgumentHelp(
            "Sell the products of this StoreKit configuration file, as Xcode saves it.", valueName: "file"),
        completion: .file(extensions: ["storekit"]))
    var storekit: String?

    @OptionGroup var app: App.Options

    init() {}

    /// Refuses a name that names no file.
    func validate() throws {
        if state?.isEmpty == true { throw ValidationError("--state names no file; leave it out, or write a path.") }
    }

    /// The products to sell, if a file names some.
    func storeKitConfiguration() throws -> StoreKitConfiguration? {
        guard let storekit else { return nil }
        do throws(StoreKitConfigurationError) {
            return try StoreKitConfiguration(contentsOf: storekit)
        } catch {
            let isMissing = !FileManager.default.fileExists(atPath: storekit)
            throw isMissing ? CommandLineError.unusableFile(error.description) : .usage(error.description)
        }
    }

    /// The platform to decide for, if one is named.
    func currentPlatform() throws -> CurrentPlatform? {
        try platform.map { try Names.platform($0) }
    }
}
