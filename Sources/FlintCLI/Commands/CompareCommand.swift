// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintAttach
import FlintConsole
import FlintCore
import FlintInspector
import FlintLibc
import FlintWorld

/// `flint compare` explains why features are available in one state and not in another.
struct CompareCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "compare",
            abstract: "Find the smallest set of facts that explains why features are available here and not there.",
            discussion: """
                A state is "now" for the app's current state, a persona, a journal or a report, or a running app by its \
                name, process or socket. "journal.jsonl@120" is the moment after an event. The answer lists the facts \
                that must change in the first state so that every feature is as available as in the second, and each \
                feature that differs. The status is 0 if availability is the same, and 1 if it differs.
                """)
    }

    @Argument(
        help: ArgumentHelp("The first state.", valueName: "a"), completion: .personas(of: App.self, and: "now"))
    var first: String
    @Argument(
        help: ArgumentHelp("The second state.", valueName: "b"), completion: .personas(of: App.self, and: "now"))
    var second: String
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        shared.output.apply()
        var session: AppSession<App>?
        let before = try world(of: first, &session)
        let after = try world(of: second, &session)
        let comparison = WorldComparison(from: before, to: after)
        if json {
            try CommandOutput.print(json: CompareAnswer(from: first, to: second, comparison))
        } else {
            try CommandOutput.print(WorldComparisonFormatter(comparison, from: first, to: second).lines)
        }
        return comparison.features.isEmpty ? 0 : 1
    }

    // MARK: States

    /// Returns the world of a state by its name on the command line.
    ///
    /// - Parameters:
    ///   - name: The name of the state.
    ///   - session: The session with the app, which is opened for the present state and for personas.
    /// - Returns: The world.
    /// - Throws: ``CommandLineError`` for an unknown state or a file that cannot be read.
    @MainActor
    private func world(of name: String, _ session: inout AppSession<App>?) throws -> World {
        if name != Persona.presentName, let (path, event) = Self.file(name) {
            return try Recordings.inspector(of: Recordings.open(path), at: event).world(of: nil)
        }
        let open = try session ?? AppSession(shared, cause: "command line", access: .readOnly)
        if session == nil { open.reportProblems() }
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

    /// Returns the path of an existing file and the number of an event after `@`, or `nil` if the file does not exist.
    private static func file(_ name: String) -> (path: String, event: UInt64?)? {
        if isFile(name) { return (name, nil) }
        guard let mark = name.lastIndex(of: "@"), let event = UInt64(name[name.index(after: mark)...]) else {
            return nil
        }
        let path = String(name[..<mark])
        return isFile(path) ? (path, event) : nil
    }

    /// Returns whether a path leads to a file, and not to an app's socket or to a folder with the name of a persona.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && ![S_IFSOCK, S_IFDIR].contains(status.st_mode & S_IFMT)
    }
}

struct CompareAnswer: Encodable {
    let from: String
    let to: String
    let explanation: [WorldComparison.FactChange]
    let isSmallest: Bool
    let differingFactCount: Int
    let features: [WorldComparison.Feature]
    let onlyInFirst: [String]
    let onlyInSecond: [String]

    init(from: String, to: String, _ comparison: WorldComparison) {
        (self.from, self.to, explanation) = (from, to, comparison.explanation)
        (isSmallest, differingFactCount) = (comparison.isSmallest, comparison.differingFactCount)
        features = comparison.features
        (onlyInFirst, onlyInSecond) = (comparison.onlyInFirst, comparison.onlyInSecond)
    }
}
