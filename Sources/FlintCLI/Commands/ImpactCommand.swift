// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import FlintWorld

/// `flint impact` lists the features that become unavailable if a fact loses its enabling value or the platform
/// changes.
///
/// The answer covers the present state and every persona. It is computed without changing the app.
struct ImpactCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "impact",
            abstract: "List the features that become unavailable without a product, permission, setting or flag.",
            discussion: """
                "impact purchase PRODUCT", "impact permission PERMISSION", "impact flag KEY", "impact user-setting FEATURE" and \
                "impact runtime-switch FEATURE" assume that it is not purchased, denied or off; "impact platform NAME VERSION" \
                assumes that the app runs there. The answer covers the current state and every persona. The app is not \
                changed.

                For the current state, the answer in text also covers the opposite value, and counts the features that \
                require the fact but are blocked by other requirements.

                Without arguments, "impact" ranks all facts by the features and actions that are lost without them: if \
                everything else is granted on this platform, and in the current state.
                """)
    }

    @Argument(
        help: "purchase, permission, user-setting, runtime-switch, flag or platform.",
        completion: .list(FactKind.allCases.map(\.rawValue)))
    var kind: String?
    @Argument(
        help: ArgumentHelp("The product, permission, feature, flag or platform.", valueName: "name"),
        completion: .facts(of: App.self))
    var name: String?
    @Argument(help: "The version of a platform.") var version: String?
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    func validate() throws {
        guard kind == nil || name != nil else {
            throw ValidationError(
                "Specify a kind and a name, such as \"purchase premium\". Leave out both to rank all facts.")
        }
        guard version == nil || "platform".hasPrefix(kind ?? "") else {
            throw ValidationError("Only a platform has a version. Put a name with spaces in quotes.")
        }
    }

    @MainActor
    func run() async throws -> Int32? {
        guard let kind, let name else {
            return try shared.printAnswer(json: json) { session in
                let ranking = try session.world().factRanking
                return (ranking, Self.lines(ranking))
            }
        }
        return try shared.printAnswer(json: json) { session in
            let loss = try Assumption(
                losing: try Assumption.kind(kind, in: try session.model),
                [name, version].compactMap(\.self).joined(separator: " "),
                in: session)
            let world = try session.world()
            let states = try session.withPersonas { personas in
                try session.inspector.impact(of: loss.command, on: personas, in: world)
            }
            let opposite = try session.inspector.impact(of: loss.reference, in: world)
            return (ImpactAnswer(assumption: loss, states: states), Self.lines(states, opposite: opposite))
        }
    }

    /// Returns a table with a row for each fact.
    static func lines(_ ranking: FactRanking) -> [String] {
        guard !ranking.facts.isEmpty else { return ["No feature requires a fact."] }
        func text(_ loss: FactRanking.Loss) -> String { "\(loss.features.count) / \(loss.actionCount)" }
        func padded(_ text: String, to width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let width = 9
        return ["Features and actions that are lost without a fact, on \(ranking.platform):", "  granted      now"]
            + ranking.facts.map { entry in
                "\(padded(text(entry.granted), to: width))\(padded(text(entry.now), to: width))  \(entry.title) "
                    + "(\(entry.fact.kind.rawValue) \(entry.fact.key))"
            } + ["granted: if everything else is granted; now: in the current state."]
    }

    /// Returns a line for each state, followed by the impact of the opposite value on the present state.
    static func lines(_ states: [Impact], opposite: FactImpact?) -> [String] {
        let lines = states.map(line)
        guard let impact = opposite else { return lines }
        let names = impact.gained.map(\.featureName).joined(separator: ", ")
        return lines + ["now, \(impact.gainText)" + (names.isEmpty ? "" : ": \(names)")] + impact.otherTexts
    }

    /// Formats a state's impact as a line, such as `now: Smart playlists, Dynamic Speed`.
    static func line(_ impact: Impact) -> String {
        let names = impact.lost.map(\.featureName).joined(separator: ", ")
        return "\(impact.name): " + (names.isEmpty ? FactImpact.noLoss : names)
    }
}

struct ImpactAnswer: Encodable {
    let assumption: Assumption
    let states: [Impact]
}
