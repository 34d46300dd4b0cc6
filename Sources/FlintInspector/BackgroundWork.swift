/// An app's background work that an inspector can pause.
///
/// An app adopts the protocol to let people pause its timers and downloads from the console, for example to observe one
/// action without other activity.
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
