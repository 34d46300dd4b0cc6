import Dispatch
import Testing

@testable import FlintCore

/// Telling on which queue code is running.
struct QueueIdentityTests {
    @Test func aQueueKnowsItsOwnCodeAndNoOther() {
        let queue = DispatchQueue(label: "tests.first")
        let other = DispatchQueue(label: "tests.second")
        #expect(!QueueIdentity.isCurrent(queue))
        #expect(queue.sync { QueueIdentity.isCurrent(queue) })
        #expect(!queue.sync { QueueIdentity.isCurrent(other) })
        #expect(!queue.sync { QueueIdentity.isCurrent(.main) })
    }

    @Test func codeOfAQueueThatTargetsAnotherRunsOnBoth() {
        let target = DispatchQueue(label: "tests.target")
        let queue = DispatchQueue(label: "tests.source", target: target)
        #expect(queue.sync { QueueIdentity.isCurrent(target) })
    }

    @Test func globalQueuesAreNeverTheCurrentOne() {
        let queue = DispatchQueue.global()
        #expect(!queue.sync { QueueIdentity.isCurrent(queue) })
    }

    @MainActor @Test func askingElsewhereAtTheSameTimeChangesNoAnswer() async {
        let others = Task.detached {
            (0..<20_000).count { _ in QueueIdentity.isCurrent(.main) }
        }
        #expect((0..<20_000).count { _ in QueueIdentity.isCurrent(.main) } == 20_000)
        #expect(await others.value == 0)
    }

    @MainActor @Test func theMainActorRunsOnTheMainQueue() {
        #expect(QueueIdentity.isCurrent(.main))
    }
}
