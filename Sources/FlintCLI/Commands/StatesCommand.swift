// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintInspector
import FlintLibc
import FlintWorld

/// `flint states` counts the app's possible states in which a feature is available.
///
/// The count is exact and can take a while; a terminal shows the progress.
struct StatesCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "states", abstract: "Count the states of the app in which a feature is available.",
            discussion: """
                The states are all combinations of the facts that the feature and its groups depend on: products are \
                purchased or not, permissions have five statuses, settings, switches and flags are on or off, and each \
                platform counts as one value. The count is exact. The condition leaves out redundant requirements.
                """)
    }

    @Argument(
        help: "The feature's path, its type's name, or a unique part of its name.",
        completion: .features(of: App.self)) var feature: String
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        return try shared.printAnswer(json: json) { session in
            let found = try Names.feature(feature, in: session.model)
            let progress = CountProgress()
            let world = try session.world(of: [found.id])
            guard let states = world.states(of: found.id, progress: progress.note) else {
                throw CommandLineError.refused("\(found.name) is no longer registered.")
            }
            var lines = ["\(found.name) is available in \(states.allowed) of \(states.all) states."]
            lines += states.variables.map { "  \($0.title): \($0.values) values" }
            if !states.variables.isEmpty { lines.append("It needs \(states.condition).") }
            lines += [states.limitation].compactMap(\.self)
            return (StatesAnswer(id: found.id, name: found.name, states: states), lines)
        }
    }
}

struct StatesAnswer: Encodable {
    let id: String
    let name: String
    let states: AvailableStates
}

/// Shows the progress of a count on standard error, if it is a terminal.
final class CountProgress {
    private let isShown: Bool
    private var percent = 0

    init(isShown: Bool = isatty(CommandRun.current.errors) == 1) {
        self.isShown = isShown
    }

    /// Updates the progress.
    ///
    /// - Parameter share: The completed fraction of the count, from 0 to 1.
    /// - Returns: Always `true`, which continues the count.
    func note(_ share: Double) -> Bool {
        guard isShown, Int(share * 100) > percent else { return true }
        percent = Int(share * 100)
        CommandOutput.showProgress("Counting states: \(percent) %. Press ctrl-c to cancel")
        return true
    }

    deinit {
        if percent > 0 { CommandOutput.showProgress("") }
    }
}
