// SPDX-License-Identifier: MIT

import Dispatch
import FlintLocks

/// A thread-safe inbox in which other threads leave events for the console.
///
/// The inbox wakes up the main queue once for all events that arrive before the queue runs. For changes in the app, it
/// does so at most once per interval, so that a busy app causes a bounded number of frames. Other events wake up the
/// queue immediately.
final class ShellInbox: Sendable {
    private struct Content {
        var events: [ConsoleEvent] = []
        /// The answer to the current question.
        ///
        /// Only one question is asked at a time.
        var answer: (events: [ConsoleEvent], generation: Int)?
        var worldHasChanged = false
        var isWakeUpPending = false
        /// Whether a wake-up for changes is scheduled for the end of the interval.
        var isDelayed = false
        var lastChange: DispatchTime?
    }

    private let content = Protected(Content())
    private let interval: Double
    private let wakeUp: @Sendable () -> Void

    /// Creates an inbox, which calls `wakeUp` on the main queue after events or changes have arrived.
    ///
    /// The interval is the minimum time in seconds between two calls for changes.
    init(interval: Double, wakeUp: @escaping @Sendable () -> Void) {
        self.interval = interval
        self.wakeUp = wakeUp
    }

    func add(_ event: ConsoleEvent) {
        schedule { $0.events.append(event) }
    }

    func add(_ answer: [ConsoleEvent], of generation: Int) {
        schedule { $0.answer = (answer, generation) }
    }

    func recordChange() {
        let now = DispatchTime.now()
        let due = content.withLock { content -> DispatchTime? in
            content.worldHasChanged = true
            // The pending wake-up is for this change, too.
            guard !content.isDelayed, !content.isWakeUpPending else { return nil }
            let due = content.lastChange.map { max($0 + interval, now) } ?? now
            content.isDelayed = due > now
            return due
        }
        guard let due else { return }
        // The interval has passed, so the queue wakes up immediately.
        if due <= now { return schedule { _ in } }
        DispatchQueue.main.asyncAfter(deadline: due) { [self] in
            content.withLock { $0.isDelayed = false }
            wakeUp()
        }
    }

    func collect() -> (
        events: [ConsoleEvent], answer: (events: [ConsoleEvent], generation: Int)?, worldHasChanged: Bool
    ) {
        content.withLock { content in
            defer {
                (content.events, content.answer) = ([], nil)
                // The interval begins when changes are handled, so a slow frame also delays the next one.
                if content.worldHasChanged { content.lastChange = .now() }
                content.worldHasChanged = false
            }
            return (content.events, content.answer, content.worldHasChanged)
        }
    }

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

/// Relays requests to show a screen from any thread to the console's inbox.
final class ShellRelay: ScreenPresenter {
    private let inbox = Protected<ShellInbox?>(nil)

    func connect(_ inbox: ShellInbox) {
        self.inbox.withLock { $0 = inbox }
    }

    func disconnect() {
        inbox.withLock { $0 = nil }
    }

    func show(_ screen: ConsoleScreen) {
        inbox.withLock { $0 }?.add(.open(screen))
    }

    func hide() {
        inbox.withLock { $0 }?.add(.hide)
    }
}
