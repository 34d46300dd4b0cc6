import Dispatch

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
