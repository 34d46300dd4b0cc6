/// An app's background work, as far as an inspector may hold it.
public protocol BackgroundWork: AnyObject, Sendable {
    /// Whether the work is running.
    var isRunning: Bool { get }

    /// Lets the work run, or holds it; a held app sets no timers.
    func setRunning(_ isRunning: Bool)
}
