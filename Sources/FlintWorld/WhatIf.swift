// SPDX-License-Identifier: MIT

/// Commands that are tried on an app without applying them.
///
/// ``world(of:)`` returns the app as if the commands had been applied. Changes in the app remain visible, except for
/// facts that the commands change.
///
/// ```swift
/// var whatIf = WhatIf()
/// let result = whatIf.run(.override(.flag, "new-player", to: "on"), on: inspector)
/// let world = try whatIf.world(of: inspector)
/// ```
package struct WhatIf: Sendable, Hashable {
    private struct Trial: Sendable, Hashable {
        let command: Command
        let title: String
    }

    private var trials: [Trial] = []
    /// The undone trials; the next one to redo is last.
    private var undone: [Trial] = []
    /// The features whose availability differs from the app's in the last world, with each group before its children.
    package private(set) var differences: [FeatureChange] = []
    package private(set) var differing: Set<String> = []
    /// The features that are overridden even without the commands.
    package private(set) var overridden: Set<String> = []
    /// The facts whose overrides in the last world differ from the app's.
    package private(set) var assumed: Set<FactReference> = []

    package init() {}

    package var commands: [Command] { trials.map(\.command) }

    package var changes: [String] { trials.map(\.title) }

    /// Returns the app's complete state after the commands, and compares it with the state without them.
    ///
    /// The call reads no facts. The world's status has the titles of the commands to undo and redo.
    package mutating func world(of inspector: any Inspector) throws(MissingAnswer) -> World {
        let base = try inspector.world(of: nil, reading: false)
        let plan = try inspector.plan(commands)
        differences = base.changes(to: plan.facts)
        differing = Set(differences.map(\.featureID))
        assumed = Set(
            plan.records.lazy.filter { $0.fact.override != nil && $0.fact.override != base.facts[$0.key]?.override }
                .compactMap { FactReference($0.key) })
        var world = base.applying(plan)
        overridden = Set(base.model.features.lazy.filter(\.isOverridden).map(\.id))
        var changes = ModelChanges(revision: world.model.revision)
        var status = world.model.status
        (status.undo, status.redo, status.irreversible) = (trials.last?.title, undone.last?.title, nil)
        changes.status = status
        world.apply(changes)
        return world
    }

    fileprivate func plans(
        _ alternatives: [[Command]], by inspector: any Inspector
    ) throws(MissingAnswer) -> [CommandPlan] {
        var plans = try inspector.plans([commands] + alternatives.map { commands + $0 })
        let before = plans.removeFirst()
        // An undo in an alternative reverts tried changes. The resulting plan omits the reverted facts, so they are
        // added.
        let base = before.records.isEmpty ? World() : try inspector.world(of: nil, reading: false)
        return plans.map { plan in
            let facts = plan.facts
            var plan = plan
            plan.records += before.records.filter { facts[$0.key] == nil }.compactMap { record in
                base.facts[record.key].map { FactRecord(key: record.key, fact: $0) }
            }
            return plan
        }
    }

    // MARK: Commands

    /// Tries a command, or undoes or redoes the last one.
    ///
    /// A command whose effect cannot be forecast, such as an action, is refused. A command that fails leaves the
    /// session unchanged.
    package mutating func run(_ command: Command, on inspector: any Inspector) -> CommandResult {
        if command == .undo { return undo() }
        if command == .redo { return redo() }
        guard command.canBeForecast else {
            return .failure("This command cannot be tried; apply or discard the tried changes first.")
        }
        do throws(MissingAnswer) {
            return try add(command, on: inspector)
        } catch {
            return .failure(error.description)
        }
    }

    private mutating func add(_ command: Command, on inspector: any Inspector) throws(MissingAnswer) -> CommandResult {
        let plans = try inspector.plans([commands, commands + [command]])
        let (before, after) = (plans[0], plans[1])
        if let refusal = after.refusal { return .failure(refusal) }
        let base = try inspector.world(of: nil, reading: false)
        let (was, facts) = (before.facts, after.facts)
        let action = after.storeActions.count > before.storeActions.count ? after.storeActions.last : nil
        // A store action can have a later effect without changing a fact immediately.
        guard let title = Self.title(from: was, to: facts, in: base) ?? action?.title(base.name(ofProduct:)) else {
            return .failure("This would have no effect.")
        }
        trials.append(Trial(command: command, title: title))
        undone = []
        let effect = CommandEffect(base.changes(from: was, to: facts))
        return CommandResult(
            done: CommandChange([CommandChange.Part("Tried", title)], effect: effect), inverse: .undo)
    }

    private mutating func undo() -> CommandResult {
        guard let trial = trials.popLast() else { return .failure("There is nothing to undo.") }
        undone.append(trial)
        return CommandResult(status: .done, message: "Undone: \(trial.title).")
    }

    private mutating func redo() -> CommandResult {
        guard let trial = undone.popLast() else { return .failure("There is nothing to redo.") }
        trials.append(trial)
        return CommandResult(status: .done, message: "Redone: \(trial.title).")
    }

    /// Returns a description of the facts whose values differ between two plans, such as "Premium: purchased".
    ///
    /// The description names the first three facts in alphabetical order and counts the others. It is `nil` if the
    /// plans have the same values.
    private static func title(from before: [FactKey: Fact], to after: [FactKey: Fact], in world: World) -> String? {
        let titles = Set(before.keys).union(after.keys).compactMap { key -> String? in
            let (was, fact) = (before[key] ?? world.facts[key], after[key] ?? world.facts[key])
            guard let fact, !Fact.haveSameValues(was, fact) else { return nil }
            let isRemoved = was?.override != nil && fact.override == nil
            return "\(world.title(of: key)): \(isRemoved ? "no override" : fact.effective.displayText(for: key))"
        }
        guard !titles.isEmpty else { return nil }
        let named = titles.sorted().prefix(3)
        let more = titles.count > named.count ? " and \(titles.count - named.count) more" : ""
        return named.joined(separator: ", ") + more
    }
}

extension CommandResult {
    fileprivate static func failure(_ message: String) -> CommandResult {
        CommandResult(status: .failed, message: message)
    }
}

extension Inspector {
    package func plans(
        _ alternatives: [[Command]], after whatIf: WhatIf?
    ) throws(MissingAnswer) -> [CommandPlan] {
        guard let whatIf else { return try plans(alternatives) }
        return try whatIf.plans(alternatives, by: self)
    }
}
