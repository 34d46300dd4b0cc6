// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintAttach
import FlintCore
import FlintInspector
import FlintRecording
import FlintWorld

struct CompareCommand<App: FlintApplication>: DryRunCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "compare",
            abstract: "Compare two states or two versions of the app, or the app with its initial state.",
            discussion: """
                A state is "now" for the app's current state, a persona, a journal or a report, or a running app by its \
                name, process or socket. One state is compared with "now". "journal.jsonl@120" is the moment after an event. The answer is the smallest \
                set of facts that must change in the first state so that every feature is as available as in the \
                second, and each feature that differs. The status is 0 if availability is the same, and 1 if it differs.

                A version is "now", a file with the output of "features --json", or a file that "check --lock" has \
                recorded. Their requirements are compared, or their lines if one is a file of gates. The order of \
                requirements and the platform of the outputs have no effect. The status is 0 if the requirements are the \
                same, 1 if they differ, and 66 if a file is missing or has another format. With --prove, each file can \
                also be a journal or a report. For every feature, the answer is that no state loses or gains it, or the \
                smallest persona that does: facts that are sufficient whatever the other facts are. The status is 0 if \
                it is proved that no state loses or gains a feature.

                Without arguments, the differences from the initial state are listed: overrides, changed user settings, \
                flags that were set, and changes on the simulated device. "undo" restores removed differences.
                """)
    }

    @Argument(
        help: ArgumentHelp("Two states, or the files of the old and the new version.", valueName: "state|file"),
        completion: .personas(of: App.self, and: "now"))
    var names: [String] = []
    @Flag(help: "Prove which features no state loses or gains, or find a persona that does.") var prove = false
    @Option(
        help: ArgumentHelp(
            "With --prove, also write the personas, and the old availability as expectations, to this new folder.",
            valueName: "folder"), completion: .directory)
    var write: String?
    @Flag(help: "Print the differences of two versions as Markdown, for a pull request.") var markdown = false
    @Option(help: ArgumentHelp("Remove the difference with this number.", valueName: "number")) var remove: Int?
    @Flag(help: "Remove all differences from the initial state.") var removeAll = false
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    func validate() throws {
        guard names.count <= 2 else {
            throw ValidationError(
                "Name two states or files, one that is compared with \"now\", or none for the app's initial state."
            )
        }
        if remove != nil, removeAll { throw ValidationError("--remove and --remove-all cannot be combined.") }
        let isRemoving = remove != nil || removeAll
        if !names.isEmpty, isRemoving || change.dryRun {
            throw ValidationError("--remove, --remove-all and --dry-run change the app; leave out the names.")
        }
        if change.dryRun, !isRemoving { throw ValidationError("--dry-run needs --remove or --remove-all.") }
        if prove, names.isEmpty { throw ValidationError("--prove needs the files of two versions.") }
        if markdown, names.isEmpty { throw ValidationError("--markdown needs the files of two versions.") }
        if markdown, change.json { throw ValidationError("--markdown and --json cannot be combined.") }
        if prove, markdown { throw ValidationError("--prove and --markdown cannot be combined.") }
        if write != nil, !prove { throw ValidationError("--write needs --prove.") }
    }

    @MainActor
    func run() async throws -> Int32? {
        guard !names.isEmpty else { return try await initialDifferences() }
        // With a single name, an old version is the first side of the comparison, and a state is the second.
        let isVersions = prove || markdown || names.contains(where: Self.isVersion)
        let both = names.count == 2 ? names : isVersions ? names + [Persona.presentName] : [Persona.presentName] + names
        let (first, second) = (both[0], both[1])
        shared.output.apply()
        if prove { return try proof(from: first, to: second) }
        if isVersions { return try versions(from: first, to: second) }
        return try states(from: first, to: second)
    }

    // MARK: The initial state

    @MainActor
    private func initialDifferences() async throws -> Int32 {
        let changes = (remove != nil || removeAll) && !change.dryRun
        let session = try AppSession(shared, .commandLine(changes ? .commandLine : .readOnly))
        session.reportProblems()
        let found = NumberedDifferences(try session.readModel())
        guard remove != nil || removeAll else {
            return try shared.print(found.answer, found.lines, json: change.json)
        }
        let removal = try remove.map { try found.removal($0) } ?? found.removalOfAll()
        return try report(try await session.execute(removal, isDryRun: change.dryRun))
    }

    // MARK: Versions

    /// Returns whether a name refers to a file that is neither a journal nor a report.
    private static func isVersion(_ name: String) -> Bool {
        let file = RecordingReference(name)
        guard name != Persona.presentName, file.event == nil else { return false }
        return file.exists ? (try? Recording(name)) == nil : file.isNamed
    }

    @MainActor
    private func versions(from old: String, to new: String) throws -> Int32 {
        let (old, new) = (try gates(of: old), try gates(of: new))
        guard case .declarations(let before) = old, case .declarations(let after) = new else {
            let difference = old.lock.difference(to: new.lock)
            let lines = difference.isEmpty ? ["The gates are the same."] : difference.lines
            let isBlock = markdown && !difference.isEmpty
            _ = try shared.print(difference, isBlock ? ["```diff"] + lines + ["```"] : lines, json: change.json)
            return difference.isEmpty ? 0 : 1
        }
        let difference = GatingDifference(from: before, to: after)
        _ = try shared.print(difference, markdown ? difference.markdown : difference.lines, json: change.json)
        return difference.isEmpty ? 0 : 1
    }

    @MainActor
    private func gates(of name: String) throws -> GatingVersion {
        guard name != Persona.presentName else { return .declarations(DeclaredGating(try present())) }
        return try GatingFile(name, program: App.commandName).version()
    }

    @MainActor
    private func version(_ name: String) throws -> World {
        guard name != Persona.presentName else { return try present() }
        return try GatingFile(name, program: App.commandName).world()
    }

    @MainActor
    private func present() throws -> World {
        try shared.readingSession().world()
    }

    @MainActor
    private func proof(from old: String, to new: String) throws -> Int32 {
        let proof = GatingProof(from: try version(old), to: try version(new))
        if let write { try ProofFolder(write).write(proof) }
        _ = try shared.print(proof, proof.lines, json: change.json)
        if let write, !change.json, !proof.losing.isEmpty || !proof.gaining.isEmpty {
            let folder = TextFormat.shell.escaped(write)
            try CommandOutput.confirm([
                "To check a version: \(App.commandName) check \(folder)/expectations.json5 --state \(folder)/overrides.json"
            ])
        }
        return proof.isUnchanged ? 0 : 1
    }

    // MARK: States

    @MainActor
    private func states(from first: String, to second: String) throws -> Int32 {
        var session: AppSession<App>?
        let before = try world(of: first, &session)
        let after = try world(of: second, &session)
        let compared = ComparedStates(from: first, to: second, WorldComparison(from: before, to: after))
        _ = try shared.print(compared, compared.lines, json: change.json)
        return compared.comparison.features.isEmpty ? 0 : 1
    }

    @MainActor
    private func world(of name: String, _ session: inout AppSession<App>?) throws -> World {
        let file = RecordingReference(name)
        // A file takes precedence over a persona or a running app with the same name.
        if name != Persona.presentName, file.exists {
            return try Recordings.inspector(of: Recordings.open(file.path), at: file.event).world(of: nil)
        }
        let open = try session ?? shared.readingSession()
        session = open
        if name == Persona.presentName { return try open.world() }
        let personas = try open.personas()
        let persona: Persona
        do throws(CommandLineError) {
            persona = try Names.persona(name, in: personas, called: "file, persona, or running app")
        } catch {
            let running = try? RunningApps.attach(
                to: name, as: "command line", isReadOnly: true, changesProduction: false)
            guard let running else { throw error }
            return try running.world(of: nil)
        }
        return try open.world(as: persona)
    }
}
