import Dispatch
import FeatureGating
import FlintLocks
import Foundation
import Testing

@testable import FlintCore

@MainActor struct ActionStackTrackerTests {
    private let fixture = Fixture(House.self)
    private var tracker: ActionStackTracker { fixture.runtime.actionStacks }

    private func steps(of stack: ActionStack?) -> [String] {
        stack?.withEntries { $0.map(\.details.description) } ?? []
    }

    @Test func `the first action of a feature begins its stack`() throws {
        fixture.run {
            Hall.text.perform(withInput: "in")
            Hall.ping.perform()
        }
        let stack = try #require(tracker.actionStack(for: Hall.self))
        #expect(steps(of: stack) == ["Text (in)", "Ping"])
        #expect(stack.isOpen && stack.sessionName == "main" && stack.userInitiated && stack.parent == nil)
        #expect(stack.feature == Hall.self && stack.first?.feature == Hall.self)
        #expect(stack.timeIntervalSinceStart >= 0)
        #expect(try #require(stack.timeIntervalToLastEntry) >= 0)
        #expect(fixture.run { ActionStackTracker.instance } === tracker)
    }

    @Test func `a stack contains its first step and the time of its last step`() throws {
        fixture.run {
            Hall.text.perform(withInput: "in")
            Hall.ping.perform()
        }
        let stack = try #require(tracker.actionStack(for: Hall.self))
        #expect(stack.first?.details.description == "Text (in)")
        let last = try #require(stack.withEntries { $0 }.last)
        #expect(stack.timeIntervalToLastEntry == last.startDate.timeIntervalSince(stack.startDate))
    }

    @Test func `a step contains its initiator, source, session and input`() throws {
        fixture.run {
            Hall.text.perform(withInput: "in", userInitiated: false, source: .intent)
            Kitchen.ping.perform()
        }
        let hall = try #require(tracker.actionStack(for: Hall.self))
        #expect(!hall.userInitiated, "The first request decides, not the session.")
        let steps = hall.withEntries { $0 }
        #expect(steps.map(\.userInitiated) == [false, true])
        #expect(steps.map(\.sessionName) == ["main", "main"])
        #expect(
            steps.map { ObjectIdentifier($0.feature) } == [ObjectIdentifier(Hall.self), ObjectIdentifier(Kitchen.self)])
        guard case .action(_, let source, let input) = steps[0].details else {
            Issue.record("The step is not an action.")
            return
        }
        #expect(source == .intent && input == "in")
    }

    @Test func `a reset removes every stack`() {
        // The session is retained, because its deallocation would remove its stacks.
        let other = fixture.run { ActionSession(named: "other", userInitiatedActions: false) }
        fixture.run { other.perform(Hall.ping) }
        fixture.runtime.reset()
        #expect(tracker.allActionStacks(in: other).isEmpty && tracker.allActionStacks().isEmpty)
    }

    @Test func `each session has its own stacks`() throws {
        let other = fixture.run { ActionSession(named: "other", userInitiatedActions: false) }
        fixture.run {
            Hall.ping.perform()
            other.perform(Hall.ping)
            other.perform(Hall.ping)
        }
        let main = try #require(tracker.actionStack(for: Hall.self, in: fixture.run { .main }))
        let second = try #require(tracker.actionStack(for: Hall.self, in: other))
        #expect(steps(of: main) == ["Ping"])
        #expect(steps(of: second) == ["Ping", "Ping"])
        #expect(second.parent == nil, "Stacks of another session are not parents.")
        #expect(second.sessionName == "other" && !second.userInitiated)
        #expect(tracker.allActionStacks().map(\.id) == ["1", "2"])
        #expect(tracker.allActionStacks(in: other).map(\.id) == ["2"])
        #expect(tracker.actionStack(for: Hall.self) === second, "The stack that began last is returned.")
    }

    @Test func `a feature used within another feature is a step of its stack`() throws {
        fixture.run {
            Hall.ping.perform()
            Kitchen.ping.perform()
            Hall.ping.perform()
        }
        let hall = try #require(tracker.actionStack(for: Hall.self))
        let kitchen = try #require(tracker.actionStack(for: Kitchen.self))
        #expect(kitchen.parent === hall)
        #expect(steps(of: hall) == ["Ping", "Kitchen, stack #2", "Ping"])
    }

    @Test func `observers are notified when a stack begins, grows and closes`() {
        let count = Atomic(0)
        let token = tracker.observe { count.add(1, ordering: .relaxed) }
        fixture.run { Hall.ping.perform() }
        #expect(count.load(ordering: .relaxed) == 1)
        fixture.run { Hall.ping.perform() }
        #expect(count.load(ordering: .relaxed) == 2)
        fixture.run { Hall.done.perform() }
        #expect(count.load(ordering: .relaxed) == 4, "The observer is notified of a step and of the end.")
        token.cancel()
        fixture.run { Hall.ping.perform() }
        #expect(count.load(ordering: .relaxed) == 4)
    }

    @Test func `entries after a number are returned`() throws {
        for number in 1...(ActionStack.maximumEntries + 5) { fixture.run { Hall.text.perform(withInput: "\(number)") } }
        let stack = try #require(tracker.actionStack(for: Hall.self))
        let all = ActionStack.maximumEntries + 5
        #expect(stack.entryCount == all)
        #expect(stack.entries(after: 0).entries.count == ActionStack.maximumEntries)
        #expect(stack.entries(after: all - 2).entries.map(\.details.description) == ["Text (104)", "Text (105)"])
        for number in [all, all + 1, Int.max] {
            #expect(stack.entries(after: number).entries.isEmpty)
            #expect(stack.entries(after: number).count == all)
        }
    }

    @Test func `a terminating action closes its stack`() throws {
        fixture.run { Hall.ping.perform() }
        let first = try #require(tracker.actionStack(for: Hall.self))
        fixture.run { Hall.done.perform() }
        #expect(!first.isOpen && tracker.allActionStacks().isEmpty)
        #expect(steps(of: first) == ["Ping", "Done"], "Closed stacks stay readable.")
        fixture.run { Hall.ping.perform() }
        #expect(tracker.actionStack(for: Hall.self)?.id == "2")
    }

    @Test func `only a terminating failure closes the stack`() {
        fixture.run {
            Hall.answer.perform(withPresenter: { $0.completedSync(.failure(error: TestError("no"))) })
            #expect(tracker.allActionStacks().count == 1)
            Hall.answer.perform(withPresenter: {
                $0.completedSync(.failureWithFeatureTermination(error: TestError("over")))
            })
            #expect(tracker.allActionStacks().isEmpty)
        }
    }

    @Test func `closing a stack closes only the stacks within it`() throws {
        fixture.run {
            Garden.ping.perform()
            Hall.ping.perform()
            Kitchen.ping.perform()
            Pantry.ping.perform()
        }
        let pantry = try #require(tracker.actionStack(for: Pantry.self))
        #expect(pantry.parent?.feature == Kitchen.self)
        fixture.run { Hall.done.perform() }
        #expect(!pantry.isOpen)
        #expect(tracker.allActionStacks().map { $0.feature.name } == ["Garden"])
        fixture.run { Pantry.ping.perform() }
        #expect(tracker.actionStack(for: Pantry.self)?.parent?.feature == Garden.self)
    }

    @Test func `a stack keeps its newest entries`() throws {
        fixture.run { for number in 0..<250 { Hall.text.perform(withInput: "\(number)") } }
        let stack = try #require(tracker.actionStack(for: Hall.self))
        let expected = (250 - ActionStack.maximumEntries..<250).map { "Text (\($0))" }
        #expect(steps(of: stack) == expected)
    }

    @Test func `action stacks can be disabled and enabled while the app runs`() {
        fixture.run {
            #expect(ActionStacksFeature.isAvailable == true && ActionStacksFeature.isEnabled == true)
            ActionStacksFeature.isEnabled = false
            Hall.ping.perform()
            #expect(tracker.allActionStacks().isEmpty)
            ActionStacksFeature.isEnabled = true
            Hall.ping.perform()
            #expect(tracker.allActionStacks().count == 1)
            let key = FactKey.runtimeSwitch(feature: ActionStacksFeature.identifier)
            fixture.facts.setOverride(.truth(.false), for: key, cause: .user)
            Kitchen.ping.perform()
            #expect(tracker.allActionStacks().count == 1)
        }
    }

    @Test func `the text lists open stacks under the step that began them`() {
        fixture.run {
            Hall.text.perform(withInput: "in")
            Kitchen.ping.perform()
        }
        // The dates are removed, because they vary.
        let lines = tracker.dumpActionStacks().replacing(#/[-0-9]+T[:0-9]+Z: /#, with: "").split(separator: "\n")
        #expect(
            lines == [
                "#1 Hall in session main, 2 entries", "  Text (in)", "  #2 Kitchen in session main, 1 entry",
                "    Ping",
            ])
    }

    @Test func `the text lists a closed stack within an open one`() {
        fixture.run {
            Garden.ping.perform()
            Hall.ping.perform()
            Hall.done.perform()
        }
        let lines = tracker.dumpActionStacks().split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.first == "#1 Garden in session main, 2 entries")
        #expect(lines.dropFirst(2).first == "  #2 Hall in session main, 2 entries, closed")
    }

    @Test func `sensitive inputs are hidden in stacks`() throws {
        fixture.run { Hall.secret.perform(withInput: Secret()) }
        #expect(steps(of: tracker.actionStack(for: Hall.self)) == ["Secret ((hidden))"])
    }

    @Test func `the stacks of a session close when it is released`() {
        var stack: ActionStack?
        do {
            let other = fixture.run { ActionSession(named: "other", userInitiatedActions: false) }
            fixture.run { other.perform(Hall.ping) }
            #expect(tracker.allActionStacks().count == 1)
            stack = tracker.actionStack(for: Hall.self)
            #expect(stack?.isOpen == true)
        }
        #expect(tracker.allActionStacks().isEmpty)
        #expect(stack?.isOpen == false)
    }

    @Test func `a closed stack is released`() {
        weak var stack: ActionStack?
        weak var inner: ActionStack?
        fixture.run {
            Hall.ping.perform()
            Kitchen.ping.perform()
            stack = tracker.actionStack(for: Hall.self)
            inner = tracker.actionStack(for: Kitchen.self)
            #expect(stack != nil && inner?.parent === stack)
            Hall.done.perform()
        }
        fixture.runtime.journal.reset()
        #expect(stack == nil && inner == nil)
    }

    @Test func `concurrent actions lose no step`() async {
        let sessions = fixture.run { (0..<4).map { ActionSession(named: "\($0)", userInitiatedActions: false) } }
        let runtime = fixture.runtime
        await withTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    runtime.bind {
                        for _ in 0..<10 { sessions[number % 4].perform(Cellar.note, input: "x") }
                    }
                }
            }
        }
        for session in sessions {
            #expect(tracker.allActionStacks(in: session).map { steps(of: $0).count } == [20])
        }
    }
}

private final class DoneAction: TerminatingAction {}

private struct Secret: FlintLoggable {
    static var isSensitiveForLogging: Bool { true }
}

private final class SecretAction: Action {
    typealias InputType = Secret

    static func perform(context: ActionContext<Secret>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

private final class House: FeatureGroup {
    static let description = "Has rooms"
    static var subfeatures: [FeatureDefinition.Type] {
        [Hall.self, Kitchen.self, Pantry.self, Garden.self, Cellar.self]
    }
}

private final class Hall: Feature {
    static let description = "The entrance"
    static let ping = action(PingAction.self)
    static let text = action(TextAction.self)
    static let answer = action(AnswerAction.self)
    static let secret = action(SecretAction.self)
    static let done = action(DoneAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ping)
        actions.declare(text)
        actions.declare(answer)
        actions.declare(secret)
        actions.declare(done)
    }
}

private protocol Room: Feature {}

extension Room {
    static var description: String { "A room" }
    static var ping: StaticActionBinding<Self, PingAction> { action(PingAction.self) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class Kitchen: Room {}
private final class Pantry: Room {}
private final class Garden: Room {}

private final class CellarAction: Action {
    typealias InputType = String
    static let queue = DispatchQueue(label: "tests.note")

    static func perform(context: ActionContext<String>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

private final class Cellar: Feature {
    static let description = "Below everything"
    static let note = action(CellarAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(note) }
}
