// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintFoundation
import FlintInspector
import FlintWorld

/// `flint check` compares the app with an expectations file, for use in CI.
///
/// State files are read-only, so a check cannot affect later runs.
struct CheckCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "check",
            abstract: "Compare the app with a file of expectations or of gates, or record such a file.",
            discussion: """
                The file is JSON5. Keep it with the app's sources. It lists states: "now", which is the app's state at \
                start, and personas. For each state, it lists the features that must be available, unavailable or \
                undetermined. "properties" are statements about every possible state, such as "never Clip sharing when \
                permission camera denied"; they are proved, or the smallest persona that breaks one is printed. The \
                status is 0 if every expectation is met, 1 if an expectation is not met, 2 if the file names a feature, \
                a persona or a fact that the app does not have, and 66 if the file cannot be read.

                With --lock, the file is a text file with one line for each feature, such as "Smart playlists: Location \
                when in use and Premium subscription". A review then shows how a change affects gates. The status is 1 \
                if the app's gates differ from the file.
                """)
    }

    @Argument(
        help: ArgumentHelp("The expectations file.", valueName: "file"), completion: .file(extensions: ["json5"]))
    var file: String
    @Flag(
        help: ArgumentHelp(
            "Record the app's current availability in the file, or with --lock its gates.",
            discussion:
                "An existing file is replaced as a whole. Without --lock, an app with overrides cannot be recorded."))
    var record = false
    @Flag(help: "Compare the gates of the app, whatever the values of facts are, with a text file.") var lock = false
    @Option(
        help: ArgumentHelp("Also write the results to this file, as JUnit XML.", valueName: "file"), completion: .file()
    )
    var junit: String?
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        guard !record || (junit == nil && !json) else {
            throw CommandLineError.usage(
                "--record writes the file without comparing; leave out --junit and --json.")
        }
        if lock { return try compareLock() }
        if GatingFile(file, program: App.commandName).recordedLock != nil {
            throw CommandLineError.unusableFile(
                "\(CommandOutput.excerpt(file)) is a file of gates. Add --lock to compare or record it.")
        }
        // A problem with the file is reported before the app is started.
        let old = try ExpectationsFile(file, of: App.self).read(isRequired: !record)
        let session = try shared.readingSession()
        let personas = try session.personas()
        if record {
            try requireNoOverrides(in: session)
            let states = try session.expectedStates(personas)
            try write(states, replacing: old, of: personas)
            return 0
        }
        let expectations = old ?? Expectations()
        let named = personas.filter { expectations.states[$0.name] != nil }
        let states = try session.expectedStates(named)
        let report = expectations.compare(with: states, of: Self.names(of: personas))
        if let junit { try CommandOutput.save(JUnitReport(report, of: App.appName, file: file).xml, to: junit) }
        if json {
            try CommandOutput.print(json: report)
        } else {
            try CommandOutput.print(CheckFormatter(report, of: file, shared.invocation).lines)
        }
        if report.differenceCount > 0 { printNoteOnOverrides(in: states) }
        return report.unknown.isEmpty ? (report.isMet ? 0 : 1) : ExitStatus.unsuitable.rawValue
    }

    private static func names(of personas: [Persona]) -> [String] {
        [Expectations.presentState] + personas.map(\.name)
    }

    private func printNoteOnOverrides(in states: [ExpectedState]) {
        let count = states.first?.model.overrides.count ?? 0
        guard count > 0 else { return }
        // A developer's machine can have overrides, but CI does not.
        CommandOutput.printNote(
            "The app has \(count.counted("override, which affects", plural: "overrides, which affect")) every state; "
                + "\"\(shared.invocation.commandLine(["compare"]))\" lists them.")
    }

    // MARK: Gates

    @MainActor
    private func compareLock() throws -> Int32 {
        guard junit == nil else { throw CommandLineError.usage("--junit needs expectations; leave out --lock.") }
        let old = try recordedGates()
        let session = try shared.readingSession()
        let gating = DeclaredGating(try session.world())
        let current = GatingLock(gating)
        guard let old, !record else {
            let command = "\(App.commandName) check --lock \(TextFormat.shell.escaped(file))"
            try CommandOutput.save(current.fileText(of: gating.app, command: command), to: file)
            try CommandOutput.confirm(["Recorded \(current.lines.count.counted("line")) in \(file)."])
            return 0
        }
        let difference = old.difference(to: current)
        let advice =
            "To record the current gates: \(shared.invocation.commandLine(["check", "--lock", file, "--record"]))"
        _ = try shared.print(
            difference, difference.isEmpty ? ["The gates are as recorded."] : difference.lines + ["", advice],
            json: json)
        return difference.isEmpty ? 0 : 1
    }

    /// Reads the recorded gates, or returns `nil` if they are to be recorded in a new or an empty file.
    private func recordedGates() throws(CommandLineError) -> GatingLock? {
        let name = CommandOutput.excerpt(file)
        let text: String
        do throws(FileReading.Failure) {
            text = String(decoding: try App.readFile(file, limit: JSONLimits.gatingAnswer.bytes), as: UTF8.self)
        } catch .missing where record {
            return nil
        } catch {
            let advice = record ? "Choose another file" : "\"check --lock --record\" records such a file"
            throw .unusableFile("\(name) cannot be read: \(error). \(advice).")
        }
        if let gates = GatingLock(text: text) { return gates }
        guard record else {
            throw .unusableFile(
                "\(name) is not a file of gates that \"check --lock\" has recorded. For expectations, leave out --lock."
            )
        }
        guard text.isEmpty else { throw .unusableFile("\(name) is not a file of gates, so it was not replaced.") }
        return nil
    }

    // MARK: Recording

    @MainActor
    private func requireNoOverrides(in session: AppSession<App>) throws(CommandLineError) {
        let overrides = try session.readModel().overrides.map { "\($0.identity.kind.rawValue) \($0.identity.key)" }
        guard !overrides.isEmpty else { return }
        let named = overrides.sorted().prefix(Self.overrideLimit).joined(separator: ", ")
        let more = overrides.count > Self.overrideLimit ? " and \(overrides.count - Self.overrideLimit) more" : ""
        // CI does not have the overrides, so a recorded file would fail there.
        throw .refused(
            "Nothing was recorded, because availability depends on \(overrides.count == 1 ? "an override" : "overrides"): "
                + "\(CommandOutput.excerpt(named))\(more). Remove \(overrides.count == 1 ? "it" : "them") with "
                + "\"\(shared.invocation.commandLine(["set", SetCommand<App>.everything, "none"]))\" and record again.")
    }

    private static var overrideLimit: Int { 5 }

    private func write(_ states: [ExpectedState], replacing old: Expectations?, of personas: [Persona]) throws {
        var recorded = Expectations(recording: states)
        recorded.properties = old?.properties ?? []
        try CommandOutput.save(recorded.fileText(of: states, appName: App.appName, program: App.commandName), to: file)
        let count = recorded.count.counted("expectation")
        if let state = states.first, state.model.hasAdoptedFlags {
            CommandOutput.printNote(
                "Expectations are about features. \"\(App.commandName) check --lock\" also records the flags that the app "
                    + "has adopted.")
        }
        var lines = ["Recorded \(count) of \(states.map(\.name).joined(separator: ", ")) in \(file)."]
        if let old {
            // Properties are kept.
            let changes = Expectations(states: old.states).compare(with: states, of: Self.names(of: personas))
            lines += CheckFormatter(changes, of: file, shared.invocation).changes
            lines.append("The whole file was replaced, so comments and manual edits were lost.")
        }
        try CommandOutput.confirm(lines)
    }
}

extension AppSession {
    func expectedStates(_ personas: [Persona]) throws -> [ExpectedState] {
        try [ExpectedState(name: Expectations.presentState, world: try world())]
            + personas.map { persona in
                ExpectedState(name: persona.name, summary: persona.description, world: try world(as: persona))
            }
    }
}
