import Dispatch
import Testing

@testable import FlintCore

struct QueueIdentityTests {
    @Test func `a queue is current only for code that runs on it`() {
        let queue = DispatchQueue(label: "tests.first")
        let other = DispatchQueue(label: "tests.second")
        #expect(!QueueIdentity.isCurrent(queue))
        #expect(queue.sync { QueueIdentity.isCurrent(queue) })
        #expect(!queue.sync { QueueIdentity.isCurrent(other) })
        #expect(!queue.sync { QueueIdentity.isCurrent(.main) })
    }

    @Test func `a queue and its target queue are both current`() {
        let target = DispatchQueue(label: "tests.target")
        let queue = DispatchQueue(label: "tests.source", target: target)
        #expect(queue.sync { QueueIdentity.isCurrent(target) })
    }

    @Test func `a global queue is never current`() {
        let queue = DispatchQueue.global()
        #expect(!queue.sync { QueueIdentity.isCurrent(queue) })
    }

    @MainActor @Test func `concurrent queue checks do not affect each other`() async {
        let others = Task.detached {
            (0..<20_000).count { _ in QueueIdentity.isCurrent(.main) }
        }
        #expect((0..<20_000).count { _ in QueueIdentity.isCurrent(.main) } == 20_000)
        #expect(await others.value == 0)
    }

    @MainActor @Test func `the main actor runs on the main queue`() {
        #expect(QueueIdentity.isCurrent(.main))
    }
}
