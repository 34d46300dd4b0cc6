// SPDX-License-Identifier: MIT

/// The interface between front ends and an app: its state, events, and commands.
///
/// Screens and commands depend only on this protocol, so they work with an app in the same process, an app in another
/// process, a recording (``MomentInspector``), and a scratch copy (``ScratchInspector``). All members can be called
/// from any thread.
///
/// Results are based on the present values of facts. Before it returns such a result, an inspector therefore reads
/// facts whose sources do not announce changes, once per ``InspectorQuestion``. The exception is ``sync(_:)``, which reads
/// only the facts that it is told to read, so that the cost of following an app is proportional to its changes.
///
/// ```swift
/// let model = inspector.list()
/// for feature in model.features where feature.isAvailable == false {
///     print(inspector.detail(of: feature.id)?.verdict ?? feature.name)
/// }
/// ```
package protocol Inspector: AnyObject, Sendable {
    /// Returns the app's complete state.
    ///
    /// The call visits every feature once. Use ``sync(_:)`` to keep the model up to date.
    func list() -> AppModel

    /// Returns what is new since a front end last asked, at a cost proportional to the news.
    ///
    /// The values are as of one moment or later: events and log lines can be newer than the changes. The call does not
    /// wait for sources that are known to be slow. Their values arrive later, as changes.
    ///
    /// - Parameter request: What the front end knows, and the facts to read first. Front ends read the facts that they
    ///   display, because some sources do not announce changes, such as a feature's `isEnabled`.
    /// - Returns: The changes, events, and log lines.
    func sync(_ request: Sync) -> News

    /// Explains a feature, without plans to unlock it.
    ///
    /// - Parameter featureID: The feature's id.
    /// - Returns: The feature with its requirements and actions, or `nil` for an unknown id.
    func detail(of featureID: String) -> FeatureSnapshot?

    /// Returns the searchable content of features that lists don't show: descriptions and requirements.
    ///
    /// The call visits every feature once. The result is valid until more features are registered.
    func featureTexts() -> FeatureTexts

    /// Finds plans that make a feature available.
    ///
    /// The search can take long if requirements have many alternatives.
    ///
    /// - Parameter featureID: The feature's id.
    /// - Returns: The plans, or `nil` for an unknown id.
    func plans(of featureID: String) -> FeaturePlans?

    /// Counts the combinations of facts in which a feature is available.
    ///
    /// The count can take long for a feature that depends on many facts.
    ///
    /// - Parameters:
    ///   - featureID: The feature's id.
    ///   - progress: A closure that is called about once per millisecond with the completed fraction. Return `false` to
    ///     cancel.
    /// - Returns: The counts, or `nil` for an unknown id or a canceled count.
    func states(of featureID: String, progress: @escaping (Double) -> Bool) -> AvailableStates?

    /// Returns the app's declarations.
    ///
    /// Together with ``facts(of:)`` and ``list()``, the declarations form the app's ``World``.
    ///
    /// - Parameter features: The ids of the features, or `nil` for all features.
    /// - Returns: The declarations.
    func catalog(of features: [String]?) -> Catalog

    /// Returns the states of facts, in no particular order.
    ///
    /// - Parameter features: The ids of the features that depend on the facts, or `nil` for all facts.
    /// - Returns: The facts.
    func facts(of features: [String]?) -> [FactRecord]

    /// Returns the app as a value, which answers questions without access to the app.
    ///
    /// - Parameter features: The ids of the features of interest, or `nil` for all features. Declarations of other
    ///   features, and facts that only other features depend on, may be missing.
    /// - Returns: The world.
    func world(of features: [String]?) -> World

    /// Forecasts the effect of commands in order, without applying them.
    ///
    /// - Parameter commands: The commands. A command that would be refused has no effect.
    /// - Returns: The changed facts and the first refusal.
    func plan(_ commands: [Command]) -> CommandPlan

    /// Returns the ids of the features that require a fact, in order of registration.
    func usage(of fact: FactReference) -> [String]

    /// Finds the action that a URL leads to, without performing it.
    ///
    /// - Parameter url: The URL to look up.
    /// - Returns: The action without its input, or `nil` if the app does not handle the URL.
    func target(of url: String) -> ActionInvocation?

    /// Returns the open action stacks, ordered by opening time.
    func stacks() -> [StackSnapshot]

    /// Performs a command.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - completion: A closure that receives the result. It is called exactly once on an arbitrary thread, possibly
    ///     before `send` returns.
    func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void)

    /// Returns the latest entries in the command history, oldest first.
    func history() -> [HistoryEntry]

    /// Forecasts the effect of commands on the availability of features, without applying them.
    ///
    /// - Parameters:
    ///   - commands: The commands, in order.
    ///   - limit: The maximum number of features to list for each kind of change. Other features are only counted.
    /// - Returns: The availability changes.
    func preview(_ commands: [Command], limit: Int) -> Preview

    /// Computes the availability of every feature after each of several independent lists of commands.
    ///
    /// The commands are simulated, so the app itself does not change. If any command in a list is refused, every feature
    /// is undetermined in the list's column.
    ///
    /// - Parameter scenarios: The lists of commands.
    /// - Returns: One column per list, in the order of the lists.
    func availability(assuming scenarios: [[Command]]) -> [AvailabilityColumn]

    /// Returns the app's predefined and saved personas.
    func personas() -> PersonaList

    /// Returns the app at the moment after an event, as far as its state is known.
    ///
    /// - Parameter event: The number of the event.
    /// - Returns: An inspector of the moment, which refuses commands.
    /// - Throws: ``MomentError`` if the moment's state is unknown, or another error with a description if a recording
    ///   cannot be read.
    func moment(at event: UInt64) throws -> any Inspector

    /// Returns the changes from which the moments of the retained events can be reconstructed, or `nil` if they are
    /// not known.
    func factHistory() -> FactHistory?

    /// Creates a scratch copy of the app for trying commands.
    func scratch() -> ScratchInspector

    /// Calls a handler after every state change, new event, and new log line, until the observation is canceled or
    /// released.
    ///
    /// The handler receives no value. Read changes, events, and log lines later; several may have accumulated by then.
    /// The handler runs on the thread of the change and must return quickly.
    func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken
}

// Default implementations that derive results from the world.
extension Inspector {
    package func detail(of featureID: String) -> FeatureSnapshot? { world(of: [featureID]).detail(of: featureID) }

    package func featureTexts() -> FeatureTexts { world(of: nil).texts }

    package func plans(of featureID: String) -> FeaturePlans? { world(of: [featureID]).plans(of: featureID) }

    package func states(of featureID: String, progress: @escaping (Double) -> Bool) -> AvailableStates? {
        world(of: [featureID]).states(of: featureID, progress: progress)
    }

    /// Counts the combinations of facts in which a feature is available.
    ///
    /// The count cannot be canceled.
    package func states(of featureID: String) -> AvailableStates? { states(of: featureID) { _ in true } }

    /// Returns the app as a value, for ``World/lint(on:)``.
    ///
    /// Some mistakes are detected only when facts are read, so the facts are read first.
    package func worldForLint() -> World {
        var world = World(model: list())
        world.set(facts(of: nil))
        world.add(catalog(of: nil))
        return world
    }

    package func catalog(of features: [String]?) -> Catalog {
        let world = world(of: features)
        var catalog = world.catalog
        if let features { catalog.features = features.compactMap(world.feature) }
        return catalog
    }

    package func facts(of features: [String]?) -> [FactRecord] { world(of: features).records(of: features) }

    package func usage(of fact: FactReference) -> [String] { world(of: nil).usage(of: fact) }

    package func preview(_ commands: [Command], limit: Int) -> Preview {
        let plan = plan(commands)
        return Preview(world(of: nil).changes(to: plan.facts), limit: limit, refusal: plan.refusal)
    }

    package func preview(_ command: Command, limit: Int = .max) -> Preview { preview([command], limit: limit) }

    package func availability(assuming scenarios: [[Command]]) -> [AvailabilityColumn] {
        let world = world(of: nil)
        return scenarios.map { commands in
            let plan = plan(commands)
            return world.availability(with: plan.refusal == nil ? plan.facts : nil)
        }
    }

    package func moment(at event: UInt64) throws -> any Inspector { throw MomentError.unknown }

    package func factHistory() -> FactHistory? { nil }

    package func scratch() -> ScratchInspector { ScratchInspector(of: self) }
}
