import ArgumentParser
import FlintCore
import FlintInspector
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `flint check`: whether the app does what a file of expectations says, for CI.
struct CheckCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "check",
            abstract: "Compare what is available to whom with a file of expectations, or record one.",
            discussion: """
                The file is JSON5, to be kept with the sources of the app. It names states, which are "now", the app as it \
                starts, and personas, and the features that must be available, unavailable or undetermined in each. The \
                status is 0 if every expectation is met, 1 if one is not, 2 if the file names a feature or a persona that \
                the app does not have, and 66 if the file cannot be read.
                """)
    }

    @Argument(
        help: ArgumentHelp("The file of expectations.", valueName: "file"), completion: .file(extensions: ["json5"]))
    var file: String
    @Flag(
        help: ArgumentHelp(
            "Write the file from the app as it is.",
            discussion: "Of a file that is there already, nothing is kept. An app with overrides is not recorded."))
    var record = false
    @Option(
        help: ArgumentHelp("Write the results in this file too, as JUnit XML.", valueName: "file"), completion: .file())
    var junit: String?
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        guard !record || (junit == nil && !json) else {
            throw CommandLineError.usage(
                "--record writes what is so and compares nothing; leave out --junit and --json.")
        }
        // What is wrong with the file is said before the app is started.
        let old = try ExpectationsFile(file, program: App.commandName).read(isRequired: !record)
        let session = try AppSession(shared, cause: "command line", access: .readOnly)
        session.reportProblems()
        let personas = try session.personas()
        if record {
            try requireNoOverrides(in: session)
            let states = try await session.expectedStates(personas)
            try session.checkAnswers()
            try write(states, replacing: old, of: personas)
            return 0
        }
        let expectations = old ?? Expectations()
        let named = personas.filter { expectations.states[$0.name] != nil }
        let states = try await session.expectedStates(named)
        let report = expectations.compared(with: states, of: Self.names(of: personas))
        try session.checkAnswers()
        if let junit { try Self.save(JUnitReport(report, of: App.appName, file: file).text, to: junit) }
        if json {
            try CommandOutput.print(json: report)
        } else {
            try CommandOutput.print(CheckText(report, commands: commands).lines)
        }
        if report.differenceCount > 0 { noteOverrides(in: states) }
        return report.unknown.isEmpty ? (report.isMet ? 0 : 1) : ExitStatus.unsuitable.rawValue
    }

    private static func names(of personas: [Persona]) -> [String] {
        [Expectations.presentState] + personas.map(\.name)
    }

    /// The commands that are recommended, as they are typed for the same app.
    private var commands: CheckText.Commands {
        var options: [String] = []
        if let attach = shared.attach { options += ["--attach", attach] }
        if let state = shared.state { options += ["--state", state] }
        if let platform = shared.platform { options += ["--platform", platform] }
        if let storekit = shared.storekit { options += ["--storekit", storekit] }
        return CheckText.Commands(program: App.commandName, file: file, options: options)
    }

    /// Reports overrides, which a developer's machine has and CI has not.
    private func noteOverrides(in states: [ExpectedState]) {
        let count = states.first?.model.overrides.count ?? 0
        guard count > 0 else { return }
        CommandOutput.note(
            "The app has \(count == 1 ? "1 override" : "\(count) overrides"), which every state depends on; "
                + "\"\(App.commandName) override list\" lists them.")
    }

    // MARK: Recording

    /// Refuses to record a developer's overrides, which CI has not.
    @MainActor
    private func requireNoOverrides(in session: AppSession<App>) throws(CommandLineError) {
        let overrides = session.inspector.list().overrides.map { "\($0.identity.kind.rawValue) \($0.identity.key)" }
        guard !overrides.isEmpty else { return }
        let named = overrides.sorted().prefix(Self.overrideLimit).joined(separator: ", ")
        let more = overrides.count > Self.overrideLimit ? " and \(overrides.count - Self.overrideLimit) more" : ""
        throw .refused(
            "Nothing was recorded, because what is available depends on \(overrides.count == 1 ? "an override" : "overrides"): "
                + "\(CommandOutput.quotable(named))\(more). Remove \(overrides.count == 1 ? "it" : "them") with "
                + "\"\(commands.line(["override", "clear"]))\" and record again.")
    }

    /// How many overrides are named.
    private static var overrideLimit: Int { 5 }

    /// Writes the file, and reports what is expected differently from now on.
    private func write(_ states: [ExpectedState], replacing old: Expectations?, of personas: [Persona]) throws {
        let recorded = Expectations(recording: states)
        try Self.save(recorded.text(of: states, appName: App.appName, program: App.commandName), to: file)
        let count = recorded.count == 1 ? "1 expectation" : "\(recorded.count) expectations"
        var lines = ["Recorded \(count) of \(states.map(\.name).joined(separator: ", ")) in \(file)."]
        if let old {
            let changes = old.compared(with: states, of: Self.names(of: personas))
            lines += CheckText(changes, commands: commands).changes
            lines.append("The file was written anew as a whole: comments and choices made by hand are not in it.")
        }
        try CommandOutput.confirm(lines)
    }

    /// Writes a file that belongs to a repository, with the permissions that the user gives new files.
    private static func save(_ text: String, to path: String) throws(CommandLineError) {
        do {
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw .cannotWrite(
                "\(CommandOutput.quotable(path)) cannot be written. Name a file in a folder that is there and that you may "
                    + "write in.")
        }
    }
}

/// A file of expectations, as it is on the disk.
struct ExpectationsFile {
    /// What a file may cost to decode.
    static let limits = JSONLimits(bytes: 32 << 20, elements: 1_000_000, depth: 8)

    /// What every version of the format begins with.
    private struct Head: Decodable {
        let flint: String
        let version: Int
    }

    private let path: String
    private let program: String

    /// Names a file.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - program: The name of the program, as it is typed.
    init(_ path: String, program: String) {
        self.path = path
        self.program = program
    }

    /// Reads the file.
    ///
    /// - Parameter isRequired: Whether it must be there and be right. Otherwise it is about to be replaced, which one that
    ///   is no file of expectations must not be.
    /// - Returns: What it holds; `nil` if it need not be there and is not, or cannot be understood any more.
    /// - Throws: ``CommandLineError/unusableFile(_:)``.
    func read(isRequired: Bool) throws(CommandLineError) -> Expectations? {
        let name = CommandOutput.quotable(path)
        let data: Data
        do throws(FileReading.Failure) {
            data = try FileReading.read(path, limit: Self.limits.bytes)
        } catch .missing where !isRequired {
            return nil
        } catch {
            throw .unusableFile(
                "\(name) cannot be read: \(error). Name a file of expectations, or write one with \"\(program) check FILE "
                    + "--record\".")
        }
        // A file of a newer program is left alone, whatever else is in it.
        let head = try? JSONDecoder().decode(Head.self, from: data, within: Self.limits, format: .json5)
        if let head, head.flint == Expectations.kind, head.version > Expectations.version {
            throw .unusableFile(
                "\(name) cannot be used: its version is \(head.version), and this program reads versions up to "
                    + "\(Expectations.version). Use the program that wrote it.")
        }
        do {
            return try JSONDecoder().decode(Expectations.self, from: data, within: Self.limits, format: .json5)
        } catch {
            let reason = (error as? JSONScanError)?.description ?? (error as? DecodingError)?.placeAndReason
            let remedy = "Correct it, or write it anew with \"\(program) check FILE --record\"."
            guard isRequired else {
                // A file of expectations with the marks of a merge, for example, is one to be written anew.
                let start = String(decoding: data.prefix(4096), as: UTF8.self)
                if start.contains("flint"), start.contains(Expectations.kind) { return nil }
                throw .unusableFile("\(name) is no file of expectations, and is left alone; name another file.")
            }
            throw .unusableFile("\(name) cannot be used: \(reason ?? "it is not JSON5"). \(remedy)")
        }
    }
}

extension AppSession {
    /// Opens the app in the present state and in those of personas, changing nothing.
    ///
    /// - Parameter personas: The personas.
    /// - Returns: The states, the present one first.
    /// - Throws: ``CommandLineError/unusableFile(_:)`` for a persona that does not suit the app.
    func expectedStates(_ personas: [Persona]) async throws -> [ExpectedState] {
        var states = [ExpectedState(name: Expectations.presentState, inspector: inspector)]
        for persona in personas {
            states.append(
                ExpectedState(
                    name: persona.name, summary: persona.description,
                    inspector: try await inspector(as: persona, of: states[0].model)))
        }
        return states
    }

    /// Opens the app as it would be in the state of a persona, changing nothing.
    ///
    /// - Parameters:
    ///   - persona: The persona.
    ///   - model: What the app has.
    /// - Returns: The app in that state.
    /// - Throws: ``CommandLineError/unusableFile(_:)`` if the persona does not suit the app, and
    ///   ``CommandLineError/refused(_:)`` if its effect is not known.
    func inspector(as persona: Persona, of model: AppModel) async throws -> any Inspector {
        let scratch = inspector.scratch()
        let commands: [Command]
        do throws(PersonaProblem) {
            commands = try persona.commands(in: model)
        } catch {
            throw CommandLineError.unusableFile(error.description)
        }
        let result = await withCheckedContinuation { continuation in
            scratch.send(.sequence(commands)) { continuation.resume(returning: $0) }
        }
        // A persona that is as the app is changes nothing.
        guard result.status == .done || result == .triedInVain else {
            throw CommandLineError.refused(CommandOutput.quotable(result.message))
        }
        return scratch
    }
}
