// SPDX-License-Identifier: MIT

/// Background work that an inspector can pause.
///
/// Adopt the protocol to let people pause your app's background activity from the console, for example to observe an
/// action without unrelated events.
///
/// ```swift
/// final class Downloads: BackgroundWork {
///     private let lock = NSLock()
///     nonisolated(unsafe) private var running = true
///
///     var isRunning: Bool { lock.withLock { running } }
///
///     func setRunning(_ isRunning: Bool) { lock.withLock { running = isRunning } }
/// }
/// ```
public protocol BackgroundWork: AnyObject, Sendable {
    /// Whether the work is running rather than paused.
    ///
    /// Front ends can read the property from any thread.
    var isRunning: Bool { get }

    /// Resumes or pauses the work.
    ///
    /// Do not set timers while the work is paused.
    ///
    /// - Parameter isRunning: `true` to resume the work, or `false` to pause it.
    func setRunning(_ isRunning: Bool)
}
