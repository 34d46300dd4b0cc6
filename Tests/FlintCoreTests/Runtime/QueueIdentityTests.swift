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
            for _ in 0..<1000 { #expect(!QueueIdentity.isCurrent(.main)) }
        }
        for _ in 0..<1000 { #expect(QueueIdentity.isCurrent(.main)) }
        await others.value
    }

    @MainActor @Test func theMainActorRunsOnTheMainQueue() {
        #expect(QueueIdentity.isCurrent(.main))
    }
}
