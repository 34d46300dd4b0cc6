// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintFoundation
import FlintInspector
import FlintWorld

struct FeaturesCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "features",
            abstract: "List every feature, its availability, and the requirement that blocks it.",
            discussion: """
                With --watch, the app keeps running. A line is printed whenever a feature becomes available, unavailable \
                or overridden; with --json, each line is a JSON object.

                A pattern is written as after / in the console: words that must all occur in names, ids, descriptions or \
                requirements, "a phrase", !word to exclude matches, and fields such as is:no or needs:premium.
                """)
    }

    @Argument(
        help: ArgumentHelp(
            "Only features that match this pattern, such as 'needs:premium is:no'.", valueName: "pattern"))
    var pattern: String?
    @Flag(help: "Only available features.") var available = false
    @Flag(help: "Only unavailable features.") var unavailable = false
    @Flag(help: "Only features whose availability is undetermined.") var unknown = false
    @Flag(help: "Only features that depend on an override.") var overridden = false
    @Flag(
        help: ArgumentHelp(
            "Also list features that are hidden from users.",
            discussion: "A filter finds them in any case, and JSON output always contains them."))
    var hidden = false
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object, or one object per line with --watch.") var json = false
    @Flag(help: "Keep running, and print changes as they happen.") var watch = false

    @MainActor
    func run() async throws -> Int32? {
        guard watch else {
            let filter = try pattern.map(FeatureSnapshot.filter) ?? .everything
            return try shared.printAnswer(json: json) { session in
                let world = try session.world()
                let chosen = filtered(world.explanations, by: filter)
                let listsAll = hidden || isFiltering
                let lines = listsAll ? PlainReport.features(chosen) : PlainReport.visibleFeatures(chosen)
                let answer = FeaturesAnswer(chosen, in: world)
                return (answer, lines.isEmpty ? ["No feature matches."] : lines)
            }
        }
        guard !isFiltering else { throw CommandLineError.usage("--watch lists all features; leave out the filters.") }
        let following = try ChangeFollower(shared)
        let inspector = following.session.inspector
        var model: AppModel?
        try await following.run {
            let answer = try following.answer {
                () throws(MissingAnswer) -> (features: [FeatureSummary], model: AppModel) in
                // If the changes have expired, everything is listed.
                guard var known = model, let changes = try inspector.changes(since: known.revision) else {
                    // Only the first list reads the facts whose sources do not announce changes.
                    if model == nil { try inspector.read() }
                    let list = try inspector.readModel()
                    return (list.features, list)
                }
                known.apply(changes)
                let tree = known.tree
                let changed = changes.states.compactMap { state in
                    tree.sortIndex(ofNumber: state.number).map { tree.features[$0] }
                }
                return (changes.registered + changed, known)
            }
            guard let answer else { return true }
            defer { model = answer.model }
            // Not every change affects a feature's summary.
            let features = answer.features.filter { model?.feature($0.id) != $0 }
            return try print(features, isFirst: model == nil, in: answer.model)
        }
        return 0
    }

    private var isFiltering: Bool { pattern != nil || available || unavailable || unknown || overridden }

    /// Returns the selected features.
    ///
    /// In text output, filtered features have the depth 0, so that they are not indented.
    private func filtered(_ features: [FeatureSnapshot], by filter: ItemFilter) -> [FeatureSnapshot] {
        guard isFiltering else { return features }
        let anyState = !available && !unavailable && !unknown
        var chosen = features.filter { feature in
            let isInState =
                switch feature.available {
                case true?: available
                case false?: unavailable
                case nil: unknown
                }
            return (anyState || isInState) && filter.matches(feature)
                && (!overridden || feature.requirements.contains { $0.override != nil })
        }
        if !json { for index in chosen.indices { chosen[index].depth = 0 } }
        return chosen
    }

    private func print(_ features: [FeatureSummary], isFirst: Bool, in model: AppModel) throws -> Bool {
        if json { return try CommandOutput.print(jsonLines: features.map(FeatureLine.init)) }
        if isFirst { return try CommandOutput.writePart(PlainReport.features(model)) }
        return try CommandOutput.writePart(
            features.map { PlainReport.line($0, at: Date(), timeZone: .local) })
    }
}

/// A feature in the JSON of `flint features --watch` and of the tool `list_features`.
struct FeatureLine: Encodable {
    let id: String
    let name: String
    @NullWhenAbsent var available: Bool?
    let overridden: Bool

    init(_ feature: FeatureSummary) {
        id = feature.id
        name = feature.name
        available = feature.isAvailable
        overridden = feature.isOverridden
    }
}
