import Dispatch
import Synchronization

/// Where other threads leave events for the console, and what wakes it to collect them.
///
/// However many things happen before the main queue gets round to it, it is woken once; while nothing happens, it is
/// not woken at all.
final class ShellInbox: Sendable {
    /// What has been left and not yet collected.
    private struct Content {
        var events: [ConsoleEvent] = []
        var worldHasChanged = false
        var isWakeUpPending = false
    }

    private let content = Mutex(Content())
    private let wakeUp: @Sendable () -> Void

    /// Creates an inbox.
    ///
    /// - Parameter wakeUp: Called on the main queue some time after something was left.
    init(wakeUp: @escaping @Sendable () -> Void) {
        self.wakeUp = wakeUp
    }

    /// Leaves an event.
    func leave(_ event: ConsoleEvent) {
        schedule { $0.events.append(event) }
    }

    /// Leaves word that the app's state or its events have changed.
    func leaveChange() {
        schedule { $0.worldHasChanged = true }
    }

    /// Collects what has been left.
    func collect() -> (events: [ConsoleEvent], worldHasChanged: Bool) {
        content.withLock { content in
            defer {
                content.events = []
                content.worldHasChanged = false
            }
            return (content.events, content.worldHasChanged)
        }
    }

    /// Changes the content and wakes the main queue unless that is under way already.
    private func schedule(_ change: (inout sending Content) -> Void) {
        let mustWake = content.withLock { content in
            change(&content)
            defer { content.isWakeUpPending = true }
            return !content.isWakeUpPending
        }
        guard mustWake else { return }
        DispatchQueue.main.async { [self] in
            content.withLock { $0.isWakeUpPending = false }
            wakeUp()
        }
    }
}
