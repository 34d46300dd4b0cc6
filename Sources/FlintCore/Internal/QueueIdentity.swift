// SPDX-License-Identifier: MIT

import Dispatch
import FlintLocks

/// The identity of dispatch queues, used to determine whether code runs on a given queue.
///
/// A queue is marked with a unique number when it is first looked up, and code that runs on the queue can read the
/// mark. Code on an unmarked queue never matches. Queues are not compared by identity, because `DispatchQueue.main`
/// returns a different object each time on Linux.
enum QueueIdentity {
    private static let key = DispatchSpecificKey<Int>()
    private static let lastMark = Protected(0)

    static func isCurrent(_ queue: DispatchQueue) -> Bool {
        isCurrent(mark(of: queue))
    }

    /// Returns whether the current code runs on the queue with the given mark, or on a queue that targets it.
    static func isCurrent(_ mark: Int) -> Bool {
        mark > 0 && DispatchQueue.getSpecific(key: key) == mark
    }

    /// The mark for queues that cannot be marked, such as global queues.
    ///
    /// Actions never run inline on these queues.
    private static let unmarked = -1

    static let callerQueueMark = -2

    /// A placeholder for the caller queue of the session that performs an action.
    ///
    /// The engine does not run actions on this queue. Work that an app submits to it runs on the main queue.
    static let callerQueueOfSession: DispatchQueue = {
        let queue = DispatchQueue(label: "flint.caller-queue", target: .main)
        queue.setSpecific(key: key, value: callerQueueMark)
        return queue
    }()

    static func queue<ActionType: Action>(of action: ActionType.Type) -> DispatchQueue {
        // Not cached, because it is needed only when the action's mark is first determined, and when an action moves to
        // another queue.
        action is any UIAction.Type ? .main : action.queue
    }

    /// Returns a queue's mark, marking the queue if necessary.
    ///
    /// The result is never 0.
    static func mark(of queue: DispatchQueue) -> Int {
        // Global queues cannot be marked.
        guard !queue.label.hasPrefix("com.apple.root") else { return unmarked }
        if let mark = queue.getSpecific(key: key) { return mark }
        return lastMark.withLock { last in
            // Another thread may have marked the queue since.
            if let mark = queue.getSpecific(key: key) { return mark }
            last += 1
            queue.setSpecific(key: key, value: last)
            return last
        }
    }
}
