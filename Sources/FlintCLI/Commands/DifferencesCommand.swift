// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import FlintRecording
import FlintWorld

/// `flint differences` lists the app's differences from its initial state, and removes them on request.
///
/// Differences are overrides, user settings, debug flags and changes to the simulated device. With `--recording` and
/// `--since`, the command compares two moments of a journal instead.
struct DifferencesCommand<App: FlintApplication>: DryRunCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "differences",
            abstract: "List the app's differences from its initial state, and remove one or all of them.",
            discussion: """
                Differences are overrides, changed user settings, flags that were set, and changes on the simulated \
                device: permissions, purchases, the store's clock, its settings and units of products. "undo" restores \
                removed differences.

                With --recording and --since, list the differences between two moments of a journal: the event of \
                --since, and the event of --at or the last event.
                """)
    }

    @Option(help: ArgumentHelp("Remove the difference with this number.", valueName: "number")) var remove: Int?
    @Option(help: ArgumentHelp("List the changes since this event of the recording.", valueName: "event"))
    var since: UInt64?
    @Flag(help: "Remove all differences.") var removeAll = false
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    func validate() throws {
        if remove != nil, removeAll { throw ValidationError("--remove and --remove-all cannot be combined.") }
        guard since != nil else { return }
        if shared.recording == nil {
            throw ValidationError("--since needs a journal. Specify one with --recording.")
        }
        if change.json || remove != nil || removeAll {
            throw ValidationError("--since only lists changes as text; leave out --json, --remove and --remove-all.")
        }
    }

    @MainActor
    private func compare(_ path: String, since event: UInt64) throws -> Int32 {
        shared.output.apply()
        let recording = try Recordings.open(path)
        let before = try Recordings.inspector(of: recording, at: event)
        let after = try Recordings.inspector(of: recording, at: shared.at)
        let comparison = MomentComparison(from: try before.world(of: nil), to: try after.world(of: nil))
        let lines = comparison.differences.map(\.line) + comparison.explanation.map { "explained by \($0.line)" }
        try CommandOutput.print(lines.isEmpty ? ["No differences."] : lines)
        return 0
    }

    @MainActor
    func run() async throws -> Int32? {
        if let since, let path = shared.recording { return try compare(path, since: since) }
        let isRemoving = remove != nil || removeAll
        guard isRemoving || !change.dryRun else {
            throw CommandLineError.usage("--dry-run needs --remove or --remove-all.")
        }
        let session = try AppSession(
            shared, cause: "command line", access: isRemoving && !change.dryRun ? .commandLine : .readOnly)
        session.reportProblems()
        let found = NumberedDifferences(try session.list())
        if isRemoving {
            let removal = try remove.map { try found.removal($0) } ?? found.removalOfAll()
            return try report(try await session.execute(removal, isDryRun: change.dryRun))
        }
        if change.json {
            try CommandOutput.print(json: found.answer)
        } else {
            try CommandOutput.print(found.lines)
        }
        return 0
    }
}

/// The app's differences, numbered from 1, with overrides first.
struct NumberedDifferences {
    private let model: AppModel

    init(_ model: AppModel) {
        self.model = model
    }

    var answer: DifferencesAnswer {
        DifferencesAnswer(
            overrides: model.overrides.map(OverrideEntry.init),
            differences: model.status.differences.map(DifferenceEntry.init))
    }

    var lines: [String] {
        let overrides = model.overrides.map { "override: \(OverrideEntry.line($0))" }
        let others = model.status.differences.map { difference in
            let initial = difference.initial.map { " (initially \($0))" } ?? ""
            return "\(difference.kind): \(difference.title): \(difference.value)\(initial)"
        }
        let lines = (overrides + others).enumerated().map { "\($0 + 1)  \($1)" }
        return lines.isEmpty ? ["No differences from the initial state."] : lines
    }

    func removal(_ number: Int) throws(CommandLineError) -> Command {
        let overrides = model.overrides.map { Command.setOverride($0.identity, nil) }
        let removals = overrides + model.status.differences.map(\.removal)
        guard removals.indices.contains(number - 1) else {
            throw .usage(
                "There is no difference \(number). The list has \(removals.count.counted("entry", plural: "entries"))."
            )
        }
        return removals[number - 1]
    }

    func removalOfAll() throws(CommandLineError) -> Command {
        guard let removal = model.removalOfDifferences else { throw .refused("No differences from the initial state.") }
        return removal
    }
}

struct DifferencesAnswer: Encodable {
    let overrides: [OverrideEntry]
    let differences: [DifferenceEntry]
}
