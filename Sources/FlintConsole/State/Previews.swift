// SPDX-License-Identifier: MIT

import FlintWorld

/// The effects of the commands that the screen offers.
///
/// Effects are calculated in the console's world. For commands that depend on the store, the system, or the history,
/// only the app can plan the changed facts. A change in the app's state makes all effects outdated. They stay on the
/// screen until the new ones are found, to avoid flicker.
struct Previews: Sendable, Hashable {
    private(set) var results: [Command: Preview] = [:]
    private var outdated: Set<Command> = []
    private var plans: [Command: CommandPlan] = [:]
    private var requested: Set<Command> = []

    struct Needs: Sendable, Hashable {
        var dependents: [FactReference] = []
        var plans: [Command] = []
    }

    /// Computes the effects of commands where possible, and returns the data that the other effects need.
    ///
    /// If the app's state has changed, all effects are stale and must be computed again.
    mutating func find(_ commands: [Command], in world: World, isStale: Bool) -> Needs {
        results = results.filter { commands.contains($0.key) }
        if isStale { (outdated, plans, requested) = (Set(results.keys), [:], []) }
        var needs = Needs()
        for command in commands where lacks(command) {
            let overridden = command.overriddenFacts
            var unknown = world.lacking(Sync.Want(dependents: overridden ?? [])).dependents
            if unknown.isEmpty {
                guard let plan = overridden == nil ? plans[command] : world.plan([command]) else {
                    if requested.insert(command).inserted { needs.plans.append(command) }
                    continue
                }
                // The plan can change other facts, so their dependents are needed as well.
                unknown = world.lacking(Sync.Want(dependents: plan.records.compactMap(\.reference))).dependents
                if unknown.isEmpty {
                    let changes = world.changes(to: plan.facts)
                    results[command] = Preview(changes, limit: PreviewFormatter.limit, refusal: plan.refusal)
                    outdated.remove(command)
                }
            }
            needs.dependents += unknown.filter { !needs.dependents.contains($0) }
        }
        return needs
    }

    func lacks(_ command: Command) -> Bool { results[command] == nil || outdated.contains(command) }

    mutating func store(_ plans: [CommandPlan], of commands: [Command]) {
        self.plans.merge(zip(commands, plans)) { $1 }
    }
}

extension Command {
    /// The facts whose overrides the command sets or removes, or `nil` if only the app knows the command's effect.
    fileprivate var overriddenFacts: [FactReference]? {
        switch self {
        case .setOverride(let fact, _): [fact]
        case .sequence(let commands):
            commands.reduce([]) { facts, command in
                // A sequence has no such facts if the app must plan one of its commands.
                facts.flatMap { facts in command.overriddenFacts.map { facts + $0 } }
            }
        case .removeOverridesOfKind, .removeAllOverrides, .restoreOverrides, .setValue, .store, .restartApp,
            .beginSession, .focus, .perform, .openURL, .beginFlow, .answerFlow, .setBackgroundWork, .restoreDevice,
            .setStore,
            .savePersona, .setPersona, .undo, .redo:
            nil
        }
    }
}
