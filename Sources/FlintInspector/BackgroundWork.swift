/// An app's background work that an inspector can pause.
///
/// An app adopts the protocol to let people pause its background activity from the console, for example to observe one
/// action without other events.
///
/// ```swift
/// final class Downloads: BackgroundWork {
///     private let running = Mutex(true)
///
///     var isRunning: Bool { running.withLock { $0 } }
///
///     func setRunning(_ isRunning: Bool) { running.withLock { $0 = isRunning } }
/// }
/// ```
public protocol BackgroundWork: AnyObject, Sendable {
    /// Whether the work is running.
    var isRunning: Bool { get }

    /// Resumes or pauses the work.
    ///
    /// While it is paused, the app must not set timers.
    ///
    /// - Parameter isRunning: Whether the work should run.
    func setRunning(_ isRunning: Bool)
}
