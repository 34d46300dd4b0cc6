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
/// An app is a value, the ``World``, which answers all questions about availability:
///
/// ```swift
/// let world = inspector.world(of: nil)
/// for feature in world.model.features where feature.isAvailable == false {
///     print(world.detail(of: feature.id)?.verdict ?? feature.name)
/// }
/// ```
package protocol Inspector: AnyObject, Sendable {
    /// Whether answers do not depend on another process, so that an interactive front end can wait for them.
    var answersAtOnce: Bool { get }

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

    /// Returns the app as a value, which answers questions without access to the app.
    ///
    /// - Parameter features: The ids of the features of interest, or `nil` for all features. Declarations of other
    ///   features, and facts that only other features depend on, may be missing.
    /// - Returns: The world.
    func world(of features: [String]?) -> World

    /// Forecasts the effects of several independent lists of commands, without applying them.
    ///
    /// - Parameter alternatives: The lists, each in order. A command that would be refused has no effect.
    /// - Returns: One plan per list, with the changed facts and the first refusal.
    func plans(_ alternatives: [[Command]]) -> [CommandPlan]

    /// Performs a command.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - completion: A closure that receives the result. It is called exactly once on an arbitrary thread, possibly
    ///     before `send` returns.
    func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void)

    /// Returns the latest entries in the command history, oldest first.
    func history() -> [HistoryEntry]

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

    /// Calls a handler after every state change, new event, and new log line, until the observation is canceled or
    /// released.
    ///
    /// The handler receives no value. Read changes, events, and log lines later; several may have accumulated by then.
    /// The handler runs on the thread of the change and must return quickly.
    func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken
}

// Answers that are derived from the world.
extension Inspector {
    package var answersAtOnce: Bool { true }

    /// Finds the action that a URL leads to, without performing it.
    ///
    /// - Parameter url: The URL to look up.
    /// - Returns: The action without its input, or `nil` if the app does not handle the URL.
    package func target(of url: String) -> ActionInvocation? { plan([.openURL(url)]).target }

    /// Forecasts the effect of commands in order, without applying them.
    package func plan(_ commands: [Command]) -> CommandPlan { plans([commands])[0] }

    /// Explains a feature, without plans to unlock it, or returns `nil` for an unknown id.
    ///
    /// To explain many features, use a ``world(of:)``.
    package func detail(of featureID: String) -> FeatureSnapshot? { world(of: [featureID]).detail(of: featureID) }

    /// Explains a feature with plans to unlock it, or returns `nil` for an unknown id.
    package func explanation(of featureID: String) -> FeatureSnapshot? {
        world(of: [featureID]).explanation(of: featureID)
    }

    /// Finds plans that make a feature available, or returns `nil` for an unknown id.
    ///
    /// The search can take long if requirements have many alternatives.
    package func plans(of featureID: String) -> FeaturePlans? { world(of: [featureID]).plans(of: featureID) }

    /// Counts the combinations of facts in which a feature is available.
    ///
    /// The count can take long for a feature that depends on many facts, and cannot be canceled.
    package func states(of featureID: String) -> AvailableStates? {
        world(of: [featureID]).states(of: featureID) { _ in true }
    }

    /// Forecasts the effect of commands on the availability of features, without applying them.
    ///
    /// - Parameters:
    ///   - commands: The commands, in order.
    ///   - limit: The maximum number of features to list for each kind of change. Other features are only counted.
    /// - Returns: The availability changes.
    package func preview(_ commands: [Command], limit: Int = .max) -> Preview {
        InspectorQuestion.join {
            let world = world(of: nil)
            let plan = plan(commands)
            return Preview(world.changes(to: plan.facts), limit: limit, refusal: plan.refusal)
        }
    }

    package func preview(_ command: Command, limit: Int = .max) -> Preview { preview([command], limit: limit) }

    package func moment(at event: UInt64) throws -> any Inspector { throw MomentError.unknown }

    package func factHistory() -> FactHistory? { nil }

    /// Creates a scratch copy of the app for trying commands.
    package func scratch() -> ScratchInspector { ScratchInspector(of: self) }
}
