// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintWorld

/// `flint diff` compares the feature requirements of two versions of an app.
///
/// Each version is described by a file with the output of `flint features --json`, so neither version has to run.
struct DiffCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "diff",
            abstract: "Compare the feature requirements of two versions of the app.",
            discussion: """
                Each file contains the output of "features --json" of one version. The order of requirements and the \
                platform of the outputs have no effect. The status is 0 if the requirements are the same, 1 if they \
                differ, and 66 if a file is missing or has another format.

                With --prove, each file can also be a journal or a report. For every feature, the answer is that no \
                state loses or gains it, or the smallest persona that does: facts that are sufficient whatever the \
                other facts are. The status is 0 if it is proved that no state loses or gains a feature.
                """)
    }

    @Argument(help: ArgumentHelp("The output of the old version.", valueName: "old.json")) var old: String
    @Argument(help: ArgumentHelp("The output of the new version.", valueName: "new.json")) var new: String
    @Flag(help: "Prove which features no state loses or gains, or find a persona that does.") var prove = false
    @Option(
        help: ArgumentHelp(
            "With --prove, also write the personas, and the old availability as expectations, to this new folder.",
            valueName: "folder"), completion: .directory)
    var write: String?
    @Flag(help: "Print Markdown, for a pull request.") var markdown = false
    @OptionGroup var output: OutputOptions
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        guard !(markdown && json) else {
            throw CommandLineError.usage("--markdown and --json cannot be combined.")
        }
        if prove, markdown { throw CommandLineError.usage("--prove and --markdown cannot be combined.") }
        if write != nil, !prove { throw CommandLineError.usage("--write needs --prove.") }
        output.apply()
        guard !prove else { return try proof() }
        let difference = GatingDifference(from: try file(old).declarations(), to: try file(new).declarations())
        let text = GatingDifferenceFormatter(difference)
        if json {
            try CommandOutput.print(json: difference)
        } else {
            try CommandOutput.print(markdown ? text.markdown : text.lines)
        }
        return difference.isEmpty ? 0 : 1
    }

    private func file(_ path: String) -> GatingFile { GatingFile(path, program: App.commandName) }

    @MainActor
    private func proof() throws -> Int32 {
        let proof = GatingProof(from: try file(old).world(), to: try file(new).world())
        if let write {
            try ProofFolder(write).write(proof)
        }
        if json {
            try CommandOutput.print(json: proof)
        } else {
            let folder = write.map { TextFormat.shell.escaped($0) }
            try CommandOutput.print(GatingProofFormatter(proof).lines)
            if let folder, !proof.losing.isEmpty || !proof.gaining.isEmpty {
                try CommandOutput.confirm([
                    "To check a version: \(App.commandName) check \(folder)/expectations.json5 --state \(folder)/overrides.json"
                ])
            }
        }
        return proof.isUnchanged ? 0 : 1
    }
}

/// Formats a difference in gating as text or Markdown.
struct GatingDifferenceFormatter {
    private let difference: GatingDifference

    init(_ difference: GatingDifference) {
        self.difference = difference
    }

    var lines: [String] { lines(heading: { $0 }, item: { "  " + $0 }, quoted: { $0 }) }

    var markdown: [String] {
        lines(heading: { "**\($0)**\n" }, item: { "- " + $0 }, quoted: TextFormat.markdown.escaped).flatMap { line in
            line.hasSuffix("\n") ? ["", String(line.dropLast()), ""] : [line]
        }
    }

    private func lines(
        heading: (String) -> String, item: (String) -> String, quoted: (String) -> String
    ) -> [String] {
        let (before, after) = (difference.versions.before ?? "", difference.versions.after ?? "")
        var lines: [String] = []
        if before != after { lines.append(quoted("From \(before) to \(after)")) }
        if difference.isEmpty { return lines + ["The requirements are the same."] }
        func section(_ title: String, _ items: [String]) {
            if !items.isEmpty { lines += [heading(title)] + items.map { item(quoted($0)) } }
        }
        section("Features added", difference.addedFeatures.map(Self.text))
        section("Features removed", difference.removedFeatures.map(Self.text))
        for change in difference.changedFeatures {
            section("\(quoted(change.name)) (\(quoted(change.id)))", Self.text(for: change))
        }
        section("Newly required", difference.addedRequirements.map(Self.text))
        section("No longer required", difference.removedRequirements.map(Self.text))
        return lines
    }

    private static func text(for feature: GatingDifference.Feature) -> String {
        "\(feature.name) (\(feature.id)): " + (feature.condition.map { "needs \($0)" } ?? "no requirements")
    }

    private static func text(for requirement: GatingDifference.Requirement) -> String {
        "\(requirement.fact.kind.rawValue) \(requirement.fact.key) (\(requirement.title))"
    }

    private static func text(for change: GatingDifference.FeatureChange) -> [String] {
        func both(_ change: GatingDifference.Change) -> String {
            "\(change.before ?? "none") -> \(change.after ?? "none")"
        }
        var lines: [String] = []
        if let names = change.names { lines.append("renamed: \(both(names))") }
        if let parents = change.parents { lines.append("moved: \(both(parents))") }
        lines += change.added.map { "now requires: \($0)" }
        lines += change.removed.map { "no longer requires: \($0)" }
        lines += change.changed.map { "changed requirement: \(both($0))" }
        lines += change.inherited.map { "the requirements of the group \($0) changed" }
        if change.condition.before != change.condition.after { lines.append("needs: \(both(change.condition))") }
        return lines
    }
}
