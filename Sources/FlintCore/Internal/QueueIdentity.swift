import Dispatch

/// Determines whether code is running on a given queue.
///
/// A queue is marked with a number of its own the first time it is asked about, so the answer is right from then on;
/// while code of an unmarked queue is running, no action has asked about it yet. The object cannot stand for the
/// queue: on Linux `DispatchQueue.main` is another one every time.
enum QueueIdentity {
    private static let key = DispatchSpecificKey<Int>()
    private static let lastMark = Protected(0)

    /// Whether the caller runs on a queue, or on one that targets it.
    static func isCurrent(_ queue: DispatchQueue) -> Bool {
        isCurrent(mark(of: queue))
    }

    /// Whether the caller runs on the queue with a mark, or on one that targets it; not without a mark.
    static func isCurrent(_ mark: Int) -> Bool {
        mark > 0 && DispatchQueue.getSpecific(key: key) == mark
    }

    /// The number of queues that cannot be marked, which are never the reason to run inline.
    private static let unmarked = -1

    /// The number of ``callerQueueOfSession``.
    static let callerQueueMark = -2

    /// Stands for the caller queue of whichever session an action is performed in.
    ///
    /// The engine never performs anything on it; what an app itself puts there runs on the main queue.
    static let callerQueueOfSession: DispatchQueue = {
        let queue = DispatchQueue(label: "flint.caller-queue", target: .main)
        queue.setSpecific(key: key, value: callerQueueMark)
        return queue
    }()

    /// The queue an action is performed on: the one it defines, or the main queue for every ``UIAction``.
    static func queue<ActionType: Action>(of action: ActionType.Type) -> DispatchQueue {
        // Asked for the mark of an action, which is kept, and for each hop to another queue.
        action is any UIAction.Type ? .main : action.queue
    }

    /// The number a queue is marked with; never 0.
    static func mark(of queue: DispatchQueue) -> Int {
        // Global queues cannot be marked.
        guard !queue.label.hasPrefix("com.apple.root") else { return unmarked }
        if let mark = queue.getSpecific(key: key) { return mark }
        return lastMark.withLock { last in
            // Another thread may have been faster.
            if let mark = queue.getSpecific(key: key) { return mark }
            last += 1
            queue.setSpecific(key: key, value: last)
            return last
        }
    }
}

/// Runs the code of a task on a queue.
final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue

    /// Creates an executor that uses a queue.
    init(_ queue: DispatchQueue) {
        self.queue = queue
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
