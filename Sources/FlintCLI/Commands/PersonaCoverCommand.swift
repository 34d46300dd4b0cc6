// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintInspector
import FlintWorld

struct PersonaCoverCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "cover", abstract: "Find a small set of personas that covers every feature and requirement.",
            discussion: """
                With the personas of the set, every feature is available at least once, and every requirement is at \
                least once the only reason that its feature is not available. Existing personas are used if they do \
                not make the set larger. The answer states whether a smaller set is proved impossible, and lists what \
                no persona can show, with the reason. The framework's own features are left out.
                """)
    }

    @Argument(
        help: ArgumentHelp(
            "Only features that match this pattern, such as 'needs:premium'.", valueName: "pattern"))
    var pattern: String?
    @Flag(help: "Save the new personas. \"undo\" removes them together.") var save = false
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        let question = CoverQuestion<App>(pattern: pattern)
        guard save else {
            _ = try shared.print(answerTo: question, json: json)
            return 0
        }
        let session = try AppSession(shared, .commandLine(.commandLine))
        session.reportProblems()
        let cover = try question.answer(in: session)
        let new = cover.personas.filter { !$0.isExisting }.map(\.persona)
        let saved =
            new.isEmpty
            ? nil : try await session.execute(.sequence(new.map { .setPersona(name: $0.name, persona: $0) }))
        if json {
            try CommandOutput.print(json: cover)
        } else {
            try CommandOutput.print(cover.lines)
            let saving = "Saved \(new.count.counted("persona"))."
            try CommandOutput.confirm([saved?.unsaved.map { _ in saved?.message ?? "" } ?? saving])
        }
        saved?.unsaved.printErrors()
        return saved?.exitStatus ?? 0
    }
}

extension AppSession {
    func featureFilter(_ pattern: String?) throws -> (DeclaredFeature) -> Bool {
        guard let pattern else { return { !$0.belongsToFramework } }
        let filter = try FeatureSnapshot.filter(pattern)
        let world = try world()
        let matches = Set(
            world.model.features.filter { world.detail(of: $0.id).map(filter.matches) ?? false }.map(\.id))
        guard !matches.isEmpty else { throw CommandLineError.refused("No feature matches.") }
        return { matches.contains($0.id) }
    }
}

extension PersonaCover: TextAnswer {
    private static let lineLimit = 12

    var lines: [String] {
        let (count, features) = (personas.count, featureCount.counted("feature"))
        var lines = [
            "\(count.counted("persona")) \(count == 1 ? "covers" : "cover") \(features) and "
                + "\(requirementCount.counted("requirement")), which depend on "
                + "\(factCount.counted("fact")).",
            isProvedMinimal
                ? "No smaller set exists."
                : "It is not proved that no smaller set exists: at least \(lowerBound) are needed.",
        ]
        for member in personas { lines += [""] + self.lines(of: member) }
        guard !unmet.isEmpty else { return lines }
        lines += ["", "No persona can show:"]
        return lines + unmet.map { "  \(Self.summary(of: $0.obligation)): \($0.reason)" }
    }

    private func lines(of member: PersonaCover.Member) -> [String] {
        let available = member.obligations.filter { $0.fact == nil }.map(\.featureName)
        let denied = member.obligations.filter { $0.fact != nil }
        var lines = [member.persona.name + (member.isExisting ? " (existing)" : "")]
        if !available.isEmpty { lines.append("  available: " + available.listed(atMost: Self.lineLimit)) }
        lines += denied.prefix(Self.lineLimit).map { "  denied only by: " + Self.summary(of: $0) }
        if denied.count > Self.lineLimit { lines.append("  and \(denied.count - Self.lineLimit) more denials") }
        return lines
    }

    static func summary(of obligation: PersonaCover.Obligation) -> String {
        obligation.requirement.map { "\($0), for \(obligation.featureName)" } ?? "\(obligation.featureName) available"
    }
}
