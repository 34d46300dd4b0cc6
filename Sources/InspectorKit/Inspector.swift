/// What front ends know of a running app: its state, its events, and a way to ask for changes.
///
/// Screens and commands are written against this protocol only, so the same ones serve an app in this process and
/// one in another. Every member may be called from any thread.
///
/// What is answered from facts is answered from their present values: facts whose sources do not announce changes are
/// read again first, once for all calls of an ``InspectorQuestion``. ``changes(since:)`` reads none, so that following an
/// app costs no more than what changes.
package protocol Inspector: AnyObject, Sendable {
    /// Lists everything there is, as it is now.
    ///
    /// It costs one visit to every feature. What follows is had from ``changes(since:)``.
    func list() -> AppModel

    /// Returns what changed since a revision, at the cost of what changed.
    ///
    /// - Parameter revision: That of the reader's model.
    /// - Returns: The changes, empty if there are none; `nil` if they are no longer kept, or if features have moved, and
    ///   the reader must ``list()`` again.
    func changes(since revision: Revision) -> ModelChanges?

    /// Explains a feature, without plans to unlock it.
    ///
    /// - Parameter featureID: The feature's id.
    /// - Returns: The feature with its requirements and its actions; `nil` if there is none with the id.
    func detail(of featureID: String) -> FeatureSnapshot?

    /// Reads what features can be found by besides what lists show of them.
    ///
    /// It costs one visit to every feature, and stays the same until features are registered.
    func featureTexts() -> FeatureTexts

    /// Finds what would make a feature available, which can take long where requirements have many alternatives.
    ///
    /// - Parameter featureID: The feature's id.
    /// - Returns: The plans; `nil` if there is no feature with the id.
    func plans(of featureID: String) -> FeaturePlans?

    /// Counts in how many of the possible states of what a feature depends on it is available, which can take long where
    /// it depends on very many facts.
    ///
    /// - Parameters:
    ///   - featureID: The feature's id.
    ///   - progress: Takes the share that is done, about once a millisecond, and returns whether to continue.
    /// - Returns: The counts; `nil` if there is no feature with the id, or if the count was not to continue.
    func states(of featureID: String, progress: @escaping (Double) -> Bool) -> AvailableStates?

    /// Returns what the app declares.
    ///
    /// With ``facts(of:)`` and what is listed, it makes up the app's ``World``.
    ///
    /// - Parameter features: The ids of the features; `nil` for all.
    /// - Returns: The declarations.
    func catalog(of features: [String]?) -> Catalog

    /// Returns what is known of facts, in no particular order.
    ///
    /// - Parameter features: The ids of the features that depend on the facts; `nil` for all facts.
    /// - Returns: The facts.
    func facts(of features: [String]?) -> [FactRecord]

    /// Returns the app as data.
    ///
    /// - Parameter features: The ids of the features that are asked about; `nil` for all. What is declared by others, and
    ///   known of facts that only they depend on, may be missing.
    /// - Returns: The world, which answers without the app.
    func world(of features: [String]?) -> World

    /// Works out the effect of commands, carried out in order, and carries out none.
    ///
    /// - Parameter commands: The commands; one that would be refused changes nothing.
    /// - Returns: The facts that would be different, and the first refusal.
    func plan(_ commands: [Command]) -> CommandPlan

    /// Returns the ids of the features that a fact is required by, in order of registration.
    func usage(of fact: FactReference) -> [String]

    /// Finds the action that a URL leads to, and does not perform it.
    ///
    /// - Parameter url: The URL.
    /// - Returns: The action without its input; `nil` if the app takes no such URL.
    func target(of url: String) -> ActionInvocation?

    /// The open action stacks, in the order in which they began.
    func stacks() -> [StackSnapshot]

    /// The events after a given one, oldest first.
    ///
    /// - Parameter id: The last event already seen; 0 for all that are still kept.
    /// - Returns: The events with higher numbers.
    func events(after id: UInt64) -> [EventRecord]

    /// The lines of the app's log after a given one, oldest first.
    ///
    /// - Parameter id: The last line already seen; 0 for all that are still kept.
    /// - Returns: The lines with higher numbers.
    func logLines(after id: UInt64) -> [LogLine]

    /// Carries out a command.
    ///
    /// - Parameters:
    ///   - command: What to change.
    ///   - completion: Called once with what came of it, possibly before `send` returns, on any thread.
    func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void)

    /// What commands have done, oldest first, of much of it the latest.
    func history() -> [HistoryEntry]

    /// Works out what commands would do to the availability of features, carried out in order, and does nothing.
    ///
    /// - Parameters:
    ///   - commands: The commands.
    ///   - limit: How many features are named of those that would change in the same way; the rest are counted.
    /// - Returns: What would change.
    func preview(_ commands: [Command], limit: Int) -> Preview

    /// Works out the availability of every feature under several sets of assumptions, each apart from the others, and does
    /// nothing.
    ///
    /// - Parameter scenarios: The commands of each set, carried out in order.
    /// - Returns: The availability under each set.
    func availability(assuming scenarios: [[Command]]) -> [AvailabilityColumn]

    /// The app's personas, those that come with it and those that were saved.
    func personas() -> PersonaList

    /// Returns the app as it was after an event, as far as that is known; it takes no commands.
    ///
    /// - Parameter event: The number of the event.
    /// - Returns: The app as it was.
    /// - Throws: ``MomentError`` if the moment is not known, or another error with a description if a recording cannot be
    ///   read.
    func moment(at event: UInt64) throws -> any Inspector

    /// Opens the app as it would be after commands, which are tried on it instead of carried out.
    func scratch() -> ScratchInspector

    /// Reads values again whose changes are not announced, such as a feature's `isEnabled`, for what is looked at.
    ///
    /// - Parameters:
    ///   - features: The ids of features; the facts they depend on are read.
    ///   - facts: Further facts.
    func refresh(features: [String], facts: [FactReference])

    /// Calls a handler after every change of state, every new event and every new line of the log, until the
    /// observation is cancelled.
    ///
    /// The handler is told nothing: it asks for changes, events and lines when it is ready for them, and several may have
    /// come by then. It is called on the thread of the change and must return quickly.
    func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation
}

// Answers that follow from the world.
extension Inspector {
    /// Explains a feature, without plans to unlock it.
    package func detail(of featureID: String) -> FeatureSnapshot? { world(of: [featureID]).detail(of: featureID) }

    /// Reads what features can be found by besides what lists show of them.
    package func featureTexts() -> FeatureTexts { world(of: nil).texts }

    /// Finds what would make a feature available.
    package func plans(of featureID: String) -> FeaturePlans? { world(of: [featureID]).plans(of: featureID) }

    /// Counts in how many of the possible states of what a feature depends on it is available.
    package func states(of featureID: String, progress: @escaping (Double) -> Bool) -> AvailableStates? {
        world(of: [featureID]).states(of: featureID, progress: progress)
    }

    /// Counts in how many of the possible states of what a feature depends on it is available, however long it takes.
    package func states(of featureID: String) -> AvailableStates? { states(of: featureID) { _ in true } }

    /// Reviews what all features require, whatever the values of facts are, which can take long in a large app.
    package func lint() -> LintReport {
        // Some mistakes are found only when facts are read.
        var world = World(model: list())
        world.set(facts(of: nil))
        world.add(catalog(of: nil))
        return world.lint()
    }

    /// Returns what the app declares.
    package func catalog(of features: [String]?) -> Catalog {
        let world = world(of: features)
        var catalog = world.catalog
        if let features { catalog.features = features.compactMap(world.feature) }
        return catalog
    }

    /// Returns what is known of facts, in no particular order.
    package func facts(of features: [String]?) -> [FactRecord] { world(of: features).records(of: features) }

    /// Returns the ids of the features that a fact is required by, in order of registration.
    package func usage(of fact: FactReference) -> [String] { world(of: nil).usage(of: fact) }

    /// Works out what commands would do to the availability of features.
    package func preview(_ commands: [Command], limit: Int) -> Preview {
        let plan = plan(commands)
        return Preview(world(of: nil).changes(to: plan.facts), limit: limit, refusal: plan.refusal)
    }

    /// Works out what one command would do to the availability of features, and does nothing.
    package func preview(_ command: Command, limit: Int = .max) -> Preview { preview([command], limit: limit) }

    /// Works out the availability of every feature under several sets of assumptions, and nothing for sets with a command
    /// that would be refused.
    package func availability(assuming scenarios: [[Command]]) -> [AvailabilityColumn] {
        let world = world(of: nil)
        return scenarios.map { commands in
            let plan = plan(commands)
            return world.availability(with: plan.refusal == nil ? plan.facts : nil)
        }
    }

    /// Throws that no moment but the present is known.
    package func moment(at event: UInt64) throws -> any Inspector { throw MomentError.unknown }

    /// Opens the app as it would be after commands, which are tried on it instead of carried out.
    package func scratch() -> ScratchInspector { ScratchInspector(of: self) }
}

/// A handle on an observation of an inspector; the observation ends when it is cancelled or released.
package final class InspectorObservation: Sendable {
    private let onCancel: @Sendable () -> Void

    /// Creates a handle.
    ///
    /// - Parameter onCancel: Ends the observation; called at least once, and harmless when called again.
    package init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    deinit {
        onCancel()
    }

    /// Ends the observation.
    package func cancel() {
        onCancel()
    }
}
