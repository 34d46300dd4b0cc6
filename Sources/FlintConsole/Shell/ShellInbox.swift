import Dispatch
import Synchronization

/// Where other threads leave events for the console, and what wakes it to collect them.
///
/// However many things happen before the main queue gets round to it, it is woken once; while nothing happens, it is
/// not woken at all. Changes that follow each other quickly are collected together, so that an app in which much happens
/// costs a fixed number of frames; answers are collected at once.
final class ShellInbox: Sendable {
    /// What has been left and not yet collected.
    private struct Content {
        var events: [ConsoleEvent] = []
        var worldHasChanged = false
        var isWakeUpPending = false
        /// Whether changes wait for the end of the interval.
        var isDelayed = false
        /// When the last change was collected.
        var lastChange: DispatchTime?
    }

    private let content = Mutex(Content())
    private let interval: Double
    private let wakeUp: @Sendable () -> Void

    /// Creates an inbox.
    ///
    /// - Parameters:
    ///   - interval: The shortest time, in seconds, from one collection of changes to the next that changes wake up for.
    ///   - wakeUp: Called on the main queue some time after something was left.
    init(interval: Double, wakeUp: @escaping @Sendable () -> Void) {
        self.interval = interval
        self.wakeUp = wakeUp
    }

    /// Leaves an event.
    func leave(_ event: ConsoleEvent) {
        schedule { $0.events.append(event) }
    }

    /// Leaves word that the app's state or its events have changed.
    func leaveChange() {
        let now = DispatchTime.now()
        let due = content.withLock { content -> DispatchTime? in
            content.worldHasChanged = true
            guard !content.isDelayed, !content.isWakeUpPending else { return nil }
            let due = content.lastChange.map { max($0 + interval, now) } ?? now
            content.isDelayed = due > now
            return due
        }
        guard let due else { return }
        if due <= now { return schedule { _ in } }
        DispatchQueue.main.asyncAfter(deadline: due) { [self] in
            content.withLock { $0.isDelayed = false }
            wakeUp()
        }
    }

    /// Collects what has been left.
    func collect() -> (events: [ConsoleEvent], worldHasChanged: Bool) {
        content.withLock { content in
            defer {
                content.events = []
                if content.worldHasChanged { content.lastChange = .now() }
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

/// Relays requests to show a screen, from any thread; without a console, nothing happens.
final class ShellRelay: ScreenPresenter {
    private let inbox = Mutex<ShellInbox?>(nil)

    /// Starts to pass on.
    func connect(_ inbox: ShellInbox) {
        self.inbox.withLock { $0 = inbox }
    }

    /// Stops to pass on.
    func disconnect() {
        inbox.withLock { $0 = nil }
    }

    func show(_ screen: ConsoleScreen) {
        inbox.withLock { $0 }?.leave(.open(screen))
    }

    func hide() {
        inbox.withLock { $0 }?.leave(.hide)
    }
}
