// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintWorld

/// `flint explain` explains a feature's availability and lists the ways to unlock it.
///
/// With `--persona`, the explanation is for the persona's state, which is computed without changing the app.
struct ExplainCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "explain", abstract: "Explain why a feature is available or not, and what would unlock it.")
    }

    @Argument(
        help: "The feature's path, its type's name, or a unique part of its name.",
        completion: .features(of: App.self)) var feature: String
    @Option(
        help: ArgumentHelp("Explain the feature for this persona, without changing the app.", valueName: "name"),
        completion: .personas(of: App.self))
    var persona: String?
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.printAnswer(json: json) { session in
            let found: FeatureSnapshot
            let model: AppModel
            if let persona {
                let world = try session.world(as: try Names.persona(persona, in: try session.personas()))
                (found, model) = (try world.explanation(named: feature), world.model)
            } else {
                (found, model) = (try session.feature(feature), try session.model)
            }
            let overrides = found.overrides(among: model.overrides)
            let lines = overrides.map { "overridden: " + OverrideEntry.line($0) }
            return (ExplainAnswer(found, overrides: overrides), PlainReport.explanation(of: found) + lines)
        }
    }
}

extension World {
    /// Explains the feature with a name, with plans to unlock it.
    ///
    /// - Parameter name: The typed name.
    /// - Returns: The feature.
    /// - Throws: ``CommandLineError`` if the name is unknown or ambiguous.
    func explanation(named name: String) throws(CommandLineError) -> FeatureSnapshot {
        let found = try Names.feature(name, in: model)
        guard let feature = explanation(of: found.id) else {
            throw .refused("\(found.name) is no longer registered.")
        }
        return feature
    }
}

extension FeatureSnapshot {
    /// Returns the overrides of facts that the feature requires.
    func overrides(among overrides: some Sequence<OverrideRecord>) -> [OverrideRecord] {
        let facts = Set(requirements.compactMap(\.factReference))
        return overrides.filter { facts.contains($0.identity) }
    }
}

struct ExplainAnswer: Encodable {
    let feature: FeatureSnapshot
    /// The feature's condition in words, or `nil` for a feature without requirements.
    let condition: String?
    /// The availability and its reasons, in sentences.
    let sentence: String
    let overrides: [OverrideEntry]

    init(_ feature: FeatureSnapshot, overrides: [OverrideRecord]) {
        self.feature = feature
        condition = feature.condition
        sentence = feature.sentence
        self.overrides = overrides.map(OverrideEntry.init)
    }
}
