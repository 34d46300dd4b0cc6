// SPDX-License-Identifier: MIT

/// The interface between front ends and an app: its state, events, and commands.
///
/// Screens and commands depend only on this protocol, so they work with an app in the same process, an app in another
/// process, and a recording (``MomentInspector``). All members can be called from any thread.
///
/// Some sources of facts do not announce changes, such as a feature's `isEnabled`. An inspector reads them only when it
/// is told to, by ``sync(_:)`` or ``world(of:reading:)``. Code that runs after every change must not read facts,
/// because a source whose values alternate would keep it running forever. No call waits for sources that are known to
/// be slow. Their values arrive later, as changes.
///
/// An app is a value, the ``World``, which answers all questions about availability:
///
/// ```swift
/// let world = try inspector.world(of: nil)
/// for feature in world.model.features where feature.isAvailable == false {
///     print(world.detail(of: feature.id)?.verdict ?? feature.name)
/// }
/// ```
package protocol Inspector: AnyObject, Sendable {
    /// Whether answers do not depend on another process, so that an interactive front end can wait for them.
    var answersAtOnce: Bool { get }

    /// Returns the app's complete state, without reading facts.
    ///
    /// The call visits every feature once. Use ``sync(_:)`` to keep the model up to date.
    func readModel() throws(MissingAnswer) -> AppModel

    /// Returns what is new since a front end last asked, at a cost proportional to the news.
    ///
    /// The parts can be from different moments: events and log lines can be newer than the changes.
    ///
    /// - Parameter request: The latest items that the front end knows, and the facts to read first because it displays
    ///   them.
    /// - Returns: The changes, events, and log lines, and the parts that the app did not provide.
    func sync(_ request: Sync) -> News

    /// Returns the app as a value, which answers questions without access to the app.
    ///
    /// - Parameters:
    ///   - features: The ids of the features of interest, or `nil` for all features. Declarations of other features,
    ///     and facts that only other features depend on, may be missing.
    ///   - reading: Whether to first read the features' facts whose sources do not announce changes.
    /// - Returns: The world.
    /// - Throws: ``MissingAnswer``.
    func world(of features: [String]?, reading: Bool) throws(MissingAnswer) -> World

    /// Forecasts the effects of several independent lists of commands, without applying them.
    ///
    /// The result contains one plan per list, with the changed facts and the first refusal. A command that would be
    /// refused has no effect.
    func plans(_ alternatives: [[Command]]) throws(MissingAnswer) -> [CommandPlan]

    /// Performs a command.
    ///
    /// The completion handler is called exactly once on an arbitrary thread, possibly before `send` returns.
    func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void)

    /// Returns the latest entries in the command history, oldest first.
    func history() throws(MissingAnswer) -> [HistoryEntry]

    func personas() throws(MissingAnswer) -> PersonaList

    /// Returns an inspector of the app at the moment after an event.
    ///
    /// The inspector refuses commands.
    ///
    /// - Throws: ``MomentError`` if the moment's state is unknown, ``MissingAnswer``, or another error with a
    ///   description if a recording cannot be read.
    func moment(at event: UInt64) throws -> any Inspector

    /// Returns the changes from which the moments of the retained events can be reconstructed, or `nil` if unknown.
    func factHistory() throws(MissingAnswer) -> FactHistory?

    /// Calls a handler after every state change, new event, and new log line.
    ///
    /// The observation ends when the returned token is canceled or released. The handler receives no value. Read
    /// changes, events, and log lines later; several may have accumulated by then. The handler runs on the thread of
    /// the change and must return quickly.
    func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken
}

extension Inspector {
    package var answersAtOnce: Bool { true }

    package func world(of features: [String]?) throws(MissingAnswer) -> World {
        try world(of: features, reading: true)
    }

    /// Reads all facts whose sources do not announce changes.
    package func read() throws(MissingAnswer) {
        _ = try sync(Sync(reading: Sync.Reading(features: nil))).complete()
    }

    package func plan(_ commands: [Command]) throws(MissingAnswer) -> CommandPlan { try plans([commands])[0] }

    package func moment(at event: UInt64) throws -> any Inspector { throw MomentError.unknown }

    package func factHistory() throws(MissingAnswer) -> FactHistory? { nil }
}
