import Dispatch
import FlintLocks
import Testing

@testable import FlintCore

struct CompletionRequirementTests {
    @Test func `completing synchronously calls the handler before returning`() {
        let answers = Protected<[String]>([])
        let requirement = CompletionRequirement<Int> { value, isAsync in
            answers.withLock { $0.append("\(value) \(isAsync)") }
        }
        let status = requirement.completedSync(1)
        #expect(!status.isCompletingAsync)
        #expect(requirement.verify(status))
        #expect(answers.withLock { $0 } == ["1 false"])
    }

    @Test func `completing asynchronously calls the handler later`() {
        let answers = Protected<[String]>([])
        let requirement = CompletionRequirement<Int> { value, isAsync in
            answers.withLock { $0.append("\(value) \(isAsync)") }
        }
        let status = requirement.willCompleteAsync()
        #expect(status.isCompletingAsync)
        #expect(requirement.verify(status))
        #expect(answers.withLock { $0 }.isEmpty)
        status.completed(2)
        #expect(answers.withLock { $0 } == ["2 true"])
    }

    @Test func `only the first completion counts, and later ones cause advisories`() {
        let fixture = Fixture()
        let answers = Protected<[Int]>([])
        fixture.run {
            let requirement = CompletionRequirement<Int> { value, _ in answers.withLock { $0.append(value) } }
            let status = requirement.willCompleteAsync()
            status.completed(1)
            status.completed(2)
            let late = requirement.completedSync(3)
            #expect(requirement.verify(status), "The status of the completed requirement is valid.")
            #expect(!requirement.verify(late))
        }
        #expect(answers.withLock { $0 } == [1])
        #expect(fixture.advisories.filter { $0.contains("called more than once") }.count == 2)
    }

    @Test func `a second promise causes an advisory and keeps the first status valid`() {
        let fixture = Fixture()
        let answers = Protected<[Int]>([])
        fixture.run {
            let requirement = CompletionRequirement<Int> { value, _ in answers.withLock { $0.append(value) } }
            let status = requirement.willCompleteAsync()
            do {
                let second = requirement.willCompleteAsync()
                #expect(requirement.verify(second))
            }
            #expect(requirement.verify(status))
            status.completed(1)
        }
        #expect(answers.withLock { $0 } == [1])
        #expect(fixture.advisories.count == 1, "Releasing the second promise is not an advisory.")
        #expect(fixture.advisories.contains { $0.contains("promised more than once") })
    }

    @Test func `a second synchronous completion keeps the first status valid`() {
        let fixture = Fixture()
        fixture.run {
            let requirement = CompletionRequirement<Int> { _, _ in }
            let status = requirement.completedSync(1)
            _ = requirement.completedSync(2)
            #expect(requirement.verify(status))
        }
    }

    @Test func `verifying the status of another requirement fails`() {
        let first = CompletionRequirement<Int> { _, _ in }
        let second = CompletionRequirement<Int> { _, _ in }
        let status = second.completedSync(1)
        #expect(!first.verify(status))
    }

    @Test func `proxy handlers run in reverse order and can replace the value`() {
        let seen = Protected<[String]>([])
        let requirement = CompletionRequirement<Int> { value, _ in seen.withLock { $0.append("handler \(value)") } }
        requirement.addProxyCompletionHandler { value, _ in
            seen.withLock { $0.append("first \(value)") }
            return value + 1
        }
        requirement.addProxyCompletionHandler { value, _ in
            seen.withLock { $0.append("second \(value)") }
            return value * 10
        }
        _ = requirement.completedSync(1)
        #expect(seen.withLock { $0 } == ["second 1", "first 10", "handler 11"])
    }

    @Test func `releasing a deferred status without completing it causes an advisory`() {
        let fixture = Fixture()
        fixture.run {
            _ = CompletionRequirement<Int> { _, _ in }.willCompleteAsync()
            CompletionRequirement<Int> { _, _ in }.willCompleteAsync().completed(1)
            _ = CompletionRequirement<Int> { _, _ in }
        }
        #expect(fixture.advisories.count == 1)
        #expect(fixture.advisories.contains { $0.contains("released before it was called") })
    }

    @Test func `completing a requirement releases the values that its handlers capture`() {
        final class Resource: Sendable {}
        weak var resource: Resource?
        let requirement: CompletionRequirement<Int>
        let status: CompletionRequirement<Int>.DeferredStatus
        do {
            let held = Resource()
            resource = held
            requirement = CompletionRequirement { _, _ in _ = held }
            requirement.addProxyCompletionHandler { value, _ in
                _ = held
                return value
            }
            status = requirement.willCompleteAsync()
        }
        #expect(resource != nil)
        status.completed(1)
        #expect(resource == nil)
        withExtendedLifetime((requirement, status)) {}
    }

    @Test func `completing a reporting completion releases the values that its handler captures`() {
        final class Resource: Sendable {}
        weak var resource: Resource?
        let requirement: CompletionRequirement<Int>
        do {
            let made = Resource()
            resource = made
            requirement = ReportingCompletion(
                in: .current, completionHandler: { _, _ in withExtendedLifetime(made) {} }, onMisuse: { _ in })
        }
        #expect(resource != nil)
        _ = requirement.completedSync(1)
        #expect(resource == nil)
        withExtendedLifetime(requirement) {}
    }

    @Test func `a requirement and its deferred status do not retain each other`() {
        weak var requirement: CompletionRequirement<Int>?
        do {
            let made = ReportingCompletion<Int>(
                in: .current, completionHandler: { _, _ in }, onMisuse: { _ in })
            requirement = made
            let status = made.willCompleteAsync()
            #expect(made.verify(status))
        }
        #expect(requirement == nil)
    }

    @Test func `the handler runs in the runtime that created the requirement`() {
        let fixture = Fixture()
        let seen = Protected<FlintRuntime?>(nil)
        let status = fixture.run {
            CompletionRequirement<Int> { _, _ in seen.withLock { $0 = .current } }.willCompleteAsync()
        }
        status.completed(1)
        #expect(seen.withLock { $0 } === fixture.runtime)
    }

    @Test func `a handler with a queue is called on that queue in its runtime`() async {
        let runtime = FlintRuntime()
        let queue = DispatchQueue(label: "tests.handler")
        let (isOnQueue, seen): (Bool, FlintRuntime) = await withCheckedContinuation { continuation in
            let requirement = runtime.bind {
                CompletionRequirement<Int>(queue: queue) { _, _ in
                    continuation.resume(returning: (QueueIdentity.isCurrent(queue), .current))
                }
            }
            _ = requirement.completedSync(1)
        }
        #expect(isOnQueue)
        #expect(seen === runtime)
    }

    @Test func `a handler without a queue is called immediately`() {
        let answers = Protected<[Int]>([])
        let requirement = CompletionRequirement<Int>(queue: nil) { value, _ in answers.withLock { $0.append(value) } }
        _ = requirement.completedSync(1)
        #expect(answers.withLock { $0 } == [1])
    }
}
