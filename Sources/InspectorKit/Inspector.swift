/// What front ends know of a running app: its state, its events, and a way to ask for changes.
///
/// Screens and commands are written against this protocol only, so the same ones serve an app in this process and
/// one in another. Every member may be called from any thread.
public protocol Inspector: AnyObject, Sendable {
    /// The app's state now.
    func snapshot() -> Snapshot

    /// The events after a given one, oldest first.
    ///
    /// - Parameter id: The last event already seen; 0 for all that are still kept.
    /// - Returns: The events with higher numbers.
    func events(after id: UInt64) -> [Event]

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

    /// Works out what a command would do to the availability of features, and does nothing.
    func preview(_ command: Command) -> Preview

    /// Reads values again whose changes are not announced, such as a feature's `isEnabled`.
    func refresh()

    /// Calls a handler after every change of state, every new event and every new line of the log, until the
    /// observation is cancelled.
    ///
    /// The handler is told nothing: it asks for a snapshot when it is ready for one, and several changes may have
    /// happened by then. It is called on the thread of the change and must return quickly.
    func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation
}
