// SPDX-License-Identifier: MIT

import Dispatch

enum QueueTask {
    static func start(on queue: DispatchQueue, _ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            return Task(executorPreference: QueueTaskExecutor(queue), operation: body)
        }
        return startOnActor(of: queue, body)
    }

    /// Starts a task on an actor whose executor is a queue, for systems without task executors.
    ///
    /// Unlike a task executor, an actor does not affect functions that are declared to run on the global executor.
    static func startOnActor(
        of queue: DispatchQueue, _ body: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        let actor = QueueActor(queue)
        return Task { await actor.run(body) }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class QueueTaskExecutor: TaskExecutor {
    private let queue: DispatchQueue

    init(_ queue: DispatchQueue) {
        self.queue = queue
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

private actor QueueActor {
    private final class Executor: SerialExecutor {
        private let queue: DispatchQueue

        init(_ queue: DispatchQueue) {
            self.queue = queue
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    private let executor: Executor

    init(_ queue: DispatchQueue) {
        executor = Executor(queue)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run(_ body: @Sendable () async -> Void) async {
        // Without this use of the isolation, the compiler omits the switch to the actor, because the first call is
        // asynchronous.
        preconditionIsolated()
        await body()
    }
}
