// SPDX-License-Identifier: MIT

/// A scratch copy of an app for trying commands without affecting the app.
///
/// The copy behaves as if the tried commands had been applied. Changes in the app remain visible, except for facts that
/// the commands change. A command whose effect cannot be forecast, such as an action, is refused. ``Command/undo``
/// reverts the last tried command.
///
/// ```swift
/// let scratch = inspector.scratch()
/// scratch.send(.override(.flag, "new-player", to: "on")) { _ in }
/// ```
package final class ScratchInspector: Inspector {
    package let original: any Inspector
    private let tried: Guarded<TriedCommands>
    private let signal = ChangeSignal()

    /// Creates a scratch copy of an app.
    ///
    /// - Parameters:
    ///   - original: The app's inspector.
    ///   - trials: The commands that are tried initially.
    init(of original: any Inspector, trying trials: [TriedCommands.Trial] = []) {
        self.original = original
        tried = Guarded(TriedCommands(trials))
    }

    package var commands: [Command] { tried.withLock { $0.commands } }

    package var answersAtOnce: Bool { original.answersAtOnce }

    // MARK: Results that depend on the tried commands

    package func list() throws(MissingAnswer) -> AppModel { try world(of: nil, reading: false).model }

    package func world(of features: [String]?, reading: Bool) throws(MissingAnswer) -> World {
        let tried = tried.withLock { $0 }
        let base = try original.world(of: features, reading: reading)
        let plan = try original.plan(tried.commands)
        var world = base.applying(plan)
        var changes = ModelChanges(revision: tried.revision(over: base.model.revision))
        changes.status = tried.status(world.model.status, differences: base.changes(to: plan.facts))
        world.apply(changes)
        return world
    }

    /// Returns what is new, without the changes unless only the status or the stacks changed.
    ///
    /// In other cases, the caller requests a new list.
    package func sync(_ request: Sync) -> News {
        let tried = tried.withLock { $0 }
        var own = request
        own.since = request.since.flatMap(tried.base)
        var news = original.sync(own)
        do throws(MissingAnswer) {
            if let changes = news.changes { news.changes = try self.changes(changes, of: tried) }
            if request.want.hasDeclarations { news.facts += try original.plan(tried.commands).records }
        } catch {
            news.missing += request.parts.map { MissingPart($0, reason: error.description) }
        }
        return news
    }

    private func changes(
        _ changes: ModelChanges, of tried: TriedCommands
    ) throws(MissingAnswer) -> ModelChanges? {
        var changes = changes
        var rest = ModelChanges(revision: changes.revision)
        rest.status = changes.status
        rest.stacksChanged = changes.stacksChanged
        guard rest == changes else { return nil }
        changes.revision = tried.revision(over: changes.revision)
        guard let status = changes.status else { return changes }
        let (base, plan) = (try original.world(of: nil, reading: false), try original.plan(tried.commands))
        var shown = status
        if let platform = plan.facts[.platform] { shown.platform = PlatformState(platform) }
        if let store = plan.store { shown.store = store.snapshot }
        changes.status = tried.status(shown, differences: base.changes(to: plan.facts))
        return changes
    }

    package func plans(_ alternatives: [[Command]]) throws(MissingAnswer) -> [CommandPlan] {
        let tried = commands
        var plans = try original.plans([tried] + alternatives.map { tried + $0 })
        let before = plans.removeFirst()
        // An undo reverts tried changes, which the plan of the remaining commands does not mention.
        let base = before.records.isEmpty ? World() : try original.world(of: nil, reading: false)
        return plans.map { plan in
            let facts = plan.facts
            let reverted = before.records.filter { facts[$0.key] == nil }
            guard !reverted.isEmpty else { return plan }
            var plan = plan
            plan.records += reverted.compactMap { record in
                base.facts[record.key].map { FactRecord(key: record.key, fact: $0) }
            }
            return plan
        }
    }

    package func scratch() -> ScratchInspector {
        ScratchInspector(of: original, trying: tried.withLock { $0.trials })
    }

    // MARK: Commands

    package func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        let result =
            if command == .undo {
                tried.withLock { $0.undo() }
            } else if command == .redo {
                tried.withLock { $0.redo() }
            } else {
                command.canBeForecast ? added(command) : .notTried
            }
        if result.status == .done { signal.send() }
        completion(result)
    }

    private func added(_ command: Command) -> CommandResult {
        do throws(MissingAnswer) {
            return try add(command)
        } catch {
            return CommandResult(status: .failed, message: error.description)
        }
    }

    private func add(_ command: Command) throws(MissingAnswer) -> CommandResult {
        let commands = commands
        let plans = try original.plans([commands, commands + [command]])
        let (before, after) = (plans[0], plans[1])
        if let refusal = after.refusal { return CommandResult(status: .failed, message: refusal) }
        let base = try original.world(of: nil, reading: false)
        let (was, facts) = (before.facts, after.facts)
        let action = after.storeActions.count > before.storeActions.count ? after.storeActions.last : nil
        // A store action can have a later effect without changing a fact immediately.
        guard
            let title = TriedCommands.title(from: was, to: facts, in: base) ?? action?.title(base.name(ofProduct:))
        else { return .noChange }
        let effect = CommandEffect(base.changes(from: was, to: facts))
        return tried.withLock { $0.add(command, title: title, effect: effect) }
    }

    package func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        let (own, others) = (signal.add(handler), original.observe(handler))
        return ObservationToken {
            own.cancel()
            others.cancel()
        }
    }

    // MARK: Results that the app provides

    package func history() throws(MissingAnswer) -> [HistoryEntry] { try original.history() }

    package func moment(at event: UInt64) throws -> any Inspector { try original.moment(at: event) }

    package func personas() throws(MissingAnswer) -> PersonaList { try original.personas() }
}
