import Dispatch
import FlintLocks
import Testing

@testable import FlintCore

struct QueueTaskTests {
    @Test(arguments: [false, true])
    func `a task starts on its queue and resumes there`(isForOlderSystems: Bool) async {
        let queue = DispatchQueue(label: "queue-task")
        let places = Protected<[Bool]>([])
        let body: @Sendable () async -> Void = {
            places.withLock { $0.append(QueueIdentity.isCurrent(queue)) }
            await Task.yield()
            places.withLock { $0.append(QueueIdentity.isCurrent(queue)) }
        }
        let task =
            isForOlderSystems ? QueueTask.startOnActor(of: queue, body) : QueueTask.start(on: queue, body)
        await task.value
        #expect(places.withLock { $0 } == [true, true])
    }
}
