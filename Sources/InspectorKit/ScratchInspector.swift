/// An app as it would be after some commands, for trying things out.
///
/// It answers every question as if the commands it was sent had been carried out, and carries out none of them. The app
/// goes on meanwhile: a change in it is seen here too, unless something else is assumed of the same fact. A command that
/// cannot be foreseen, such as an action of the app, is refused. ``Command/undo`` removes the last command again.
package final class ScratchInspector: Inspector {
    /// The app as it is, which answers what no command changes the answer to.
    package let original: any Inspector
    private let tried: Guarded<TriedCommands>
    private let signal = ChangeSignal()

    /// Opens a scratch copy.
    ///
    /// - Parameters:
    ///   - original: The app as it is.
    ///   - trials: The commands that are tried from the start.
    init(of original: any Inspector, trying trials: [TriedCommands.Trial] = []) {
        self.original = original
        tried = Guarded(TriedCommands(trials))
    }

    /// The commands that were tried and not undone, in order.
    package var commands: [Command] { tried.withLock { $0.commands } }

    // MARK: Questions that the commands change the answer to

    /// Lists everything as it would be.
    package func list() -> AppModel {
        let tried = tried.withLock { $0 }
        let base = original.world(of: nil)
        let plan = original.plan(tried.commands)
        var model = base.applying(plan).model
        var changes = ModelChanges(revision: tried.revision(over: base.model.revision))
        changes.status = tried.status(model.status, differenceCount: base.changes(to: plan.facts).count)
        model.apply(changes)
        return model
    }

    /// Returns what changed since a revision, if it is no more than the status; everything else must be listed again.
    package func changes(since revision: Revision) -> ModelChanges? {
        let tried = tried.withLock { $0 }
        guard let own = tried.base(of: revision), var changes = original.changes(since: own) else { return nil }
        var rest = ModelChanges(revision: changes.revision)
        rest.status = changes.status
        rest.stacksChanged = changes.stacksChanged
        guard rest == changes else { return nil }
        changes.revision = tried.revision(over: changes.revision)
        guard let status = changes.status else { return changes }
        let (base, plan) = InspectorQuestion.withoutReading {
            (original.world(of: nil), original.plan(tried.commands))
        }
        var shown = status
        if let platform = plan.facts[.platform] { shown.platform = PlatformState(platform) }
        if let store = plan.store { shown.store = store.snapshot }
        changes.status = tried.status(shown, differenceCount: base.changes(to: plan.facts).count)
        return changes
    }

    /// Returns the app as data as it would be.
    package func world(of features: [String]?) -> World {
        original.world(of: features).applying(original.plan(commands))
    }

    /// Returns the effect of commands after those that were tried.
    package func plan(_ commands: [Command]) -> CommandPlan { original.plan(self.commands + commands) }

    /// Works out what commands would do to the availability of features, compared with what was tried.
    package func preview(_ commands: [Command], limit: Int) -> Preview {
        let plan = plan(commands)
        let changes = original.world(of: nil).changes(from: original.plan(self.commands).facts, to: plan.facts)
        return Preview(changes, limit: limit, refusal: plan.refusal)
    }

    /// Works out the availability of every feature under several sets of assumptions, after what was tried.
    package func availability(assuming scenarios: [[Command]]) -> [AvailabilityColumn] {
        let tried = commands
        return original.availability(assuming: scenarios.map { tried + $0 })
    }

    /// Opens another copy, in which the same is tried.
    package func scratch() -> ScratchInspector {
        ScratchInspector(of: original, trying: tried.withLock { $0.trials })
    }

    // MARK: Commands

    /// Tries a command.
    package func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        let result =
            if command == .undo {
                tried.withLock { $0.undo() }
            } else if command == .redo {
                tried.withLock { $0.redo() }
            } else {
                command.isForeseeable ? add(command) : .notTried
            }
        if result.status == .done { signal.send() }
        completion(result)
    }

    private func add(_ command: Command) -> CommandResult {
        let commands = commands
        let (before, after) = (original.plan(commands), original.plan(commands + [command]))
        if let refusal = after.refusal { return CommandResult(status: .failed, message: refusal) }
        let base = original.world(of: nil)
        let (was, facts) = (before.facts, after.facts)
        let action = after.storeActions.count > before.storeActions.count ? after.storeActions.last : nil
        // An action at the store can matter later without any effect on a fact now.
        guard
            let title = TriedCommands.title(from: was, to: facts, in: base) ?? action?.title(base.name(ofProduct:))
        else { return .triedInVain }
        let effect = CommandEffect(base.changes(from: was, to: facts))
        return tried.withLock { $0.add(command, title: title, effect: effect) }
    }

    /// Calls a handler after every change of what is tried, and of the app.
    package func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation {
        let (own, others) = (signal.add(handler), original.observe(handler))
        return InspectorObservation {
            own.cancel()
            others.cancel()
        }
    }

    // MARK: Questions that are answered as they are for the app

    /// Returns what the app declares.
    package func catalog(of features: [String]?) -> Catalog { original.catalog(of: features) }

    /// Reads what features can be found by.
    package func featureTexts() -> FeatureTexts { original.featureTexts() }

    /// Returns the ids of the features that a fact is required by.
    package func usage(of fact: FactReference) -> [String] { original.usage(of: fact) }

    /// Counts the states of the app as it is.
    package func states(of featureID: String, progress: @escaping (Double) -> Bool) -> AvailableStates? {
        original.states(of: featureID, progress: progress)
    }

    /// Finds the action of a URL.
    package func target(of url: String) -> ActionInvocation? { original.target(of: url) }

    /// The open action stacks of the app as it is.
    package func stacks() -> [StackSnapshot] { original.stacks() }

    /// The events of the app as it is.
    package func events(after id: UInt64) -> [EventRecord] { original.events(after: id) }

    /// The log of the app as it is.
    package func logLines(after id: UInt64) -> [LogLine] { original.logLines(after: id) }

    /// What commands have done to the app as it is.
    package func history() -> [HistoryEntry] { original.history() }

    /// Returns the app as it was.
    package func moment(at event: UInt64) throws -> any Inspector { try original.moment(at: event) }

    /// The app's personas.
    package func personas() -> PersonaList { original.personas() }

    /// Has the app read values again whose changes are not announced.
    package func refresh(features: [String], facts: [FactReference]) {
        original.refresh(features: features, facts: facts)
    }
}
