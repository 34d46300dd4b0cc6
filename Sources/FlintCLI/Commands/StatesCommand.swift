import ArgumentParser
import FlintCore
import FlintInspector
import InspectorKit

/// `flint states`: in how many of all possible states a feature is available.
struct StatesCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "states", abstract: "Count the states of the app in which a feature is available.",
            discussion: """
                The states are all combinations of what the feature and the groups above it depend on: products are owned \
                or not, permissions have five statuses, settings, switches and flags are on or off, and there is one \
                state for each platform. The count is exact. The condition is what they require, without what makes no \
                difference.
                """)
    }

    @Argument(
        help: "A path, a type's name, or a part of the name that fits only one feature.",
        completion: .features(of: App.self)) var feature: String
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.inspect(json: json) { session in
            let found = try Names.feature(feature, in: session.inspector.snapshot())
            guard let states = session.inspector.states(of: found.id) else {
                throw CommandLineError.refused("\(found.name) is no longer registered.")
            }
            var lines = ["\(found.name) is available in \(states.allowed) of \(states.all) states."]
            lines += states.variables.map { "  \($0.title): \($0.values) values" }
            if !states.variables.isEmpty { lines.append("It needs \(states.condition).") }
            return (StatesAnswer(feature: found.id, name: found.name, states: states), lines)
        }
    }
}

/// The JSON answer of `flint states`.
struct StatesAnswer: Encodable {
    let feature: String
    let name: String
    let states: AvailableStates
}
