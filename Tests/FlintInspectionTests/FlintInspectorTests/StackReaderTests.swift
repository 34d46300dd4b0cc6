import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintLocks
import FlintWorld
import Testing

@MainActor struct StackReaderTests {
    private let bench = Bench()

    private func buy(_ item: String, in session: ActionSession? = nil) {
        bench.runtime.bind {
            (session ?? ActionSession.main).perform(Shop.buy, input: Order(item))
        }
    }

    private func steps(_ stack: StackSnapshot?) -> [String] {
        (stack?.steps ?? []).map { step in
            switch step.content {
            case .action(let name, let input, let source): "\(name)(\(input ?? "")) \(source)"
            case .substack(let id, let name): "#\(id) \(name)"
            }
        }
    }

    @Test func `a stack has its feature, session and steps`() throws {
        buy("pear")
        let stack = try #require(bench.snapshot.stacks.first)
        #expect(stack.id == "1" && stack.featureID == "TestApp/Shop" && stack.featureName == "Shop")
        #expect(stack.session == "main" && stack.userInitiated && stack.parent == nil && stack.stepCount == 1)
        #expect(steps(stack) == ["Buy(pear) application"])
        #expect(stack.steps[0].date == stack.started)
    }

    @Test func `a substack is a step of its parent and refers to it`() throws {
        let bench = Bench(permissions: [.camera: .authorized, .microphone: .authorized, .photos: .authorized])
        bench.runtime.bind {
            Shop.fail.perform()
            Clips.share.request()?.perform()
            Shop.fail.perform()
        }
        let stacks = bench.snapshot.stacks
        #expect(stacks.map(\.featureName) == ["Shop", "Clips"])
        #expect(stacks.map(\.parent) == [nil, "1"])
        #expect(steps(stacks.first) == ["Fail() application", "#2 Clips", "Fail() application"])
    }

    @Test func `each session has its own stacks`() {
        let other = bench.runtime.bind { ActionSession(named: "other", userInitiatedActions: false) }
        buy("pear")
        buy("plum", in: other)
        let stacks = bench.snapshot.stacks
        #expect(stacks.map(\.session) == ["main", "other"])
        #expect(stacks.map(\.userInitiated) == [true, false])
        #expect(stacks.map(\.parent) == [nil, nil])
    }

    @Test func `reading a stack again adds the new steps once`() throws {
        buy("1")
        #expect(steps(bench.snapshot.stacks.first).count == 1)
        buy("2")
        buy("3")
        #expect(
            steps(bench.snapshot.stacks.first) == [
                "Buy(1) application", "Buy(2) application", "Buy(3) application",
            ])
        let before = bench.snapshot.stacks
        #expect(before == bench.snapshot.stacks, "The stacks have not changed.")
    }

    @Test func `a long stack keeps its newest steps`() throws {
        buy("1")
        _ = bench.snapshot
        for number in 2...250 {
            buy("\(number)")
            if number == 60 || number == 130 { _ = bench.snapshot }
        }
        let stack = try #require(bench.snapshot.stacks.first)
        #expect(stack.stepCount == 250)
        #expect(stack.steps.count == ActionStack.maximumEntries)
        #expect(steps(stack).first == "Buy(151) application")
        #expect(steps(stack).last == "Buy(250) application")
    }

    @Test func `a closed stack is removed, and its parent's step still names it`() {
        let bench = Bench()
        bench.runtime.register(Visit.self)
        bench.runtime.bind {
            Shop.fail.perform()
            Visit.enter.perform()
        }
        #expect(bench.snapshot.stacks.map(\.featureName) == ["Shop", "Visit"])
        bench.runtime.bind { Visit.leave.perform() }
        #expect(bench.snapshot.stacks.map(\.featureName) == ["Shop"])
        #expect(steps(bench.snapshot.stacks.first) == ["Fail() application", "#2 Visit"])
    }

    @Test func `observers are notified of a step that is hidden from the timeline`() {
        bench.runtime.register(Visit.self)
        let before = bench.events.count
        let count = Protected(0)
        let observation = bench.inspector.observe { count.withLock { $0 += 1 } }
        bench.runtime.bind { Visit.enter.perform() }
        #expect(bench.events.count == before)
        #expect(count.withLock { $0 } == 1)
        bench.runtime.bind { Visit.leave.perform() }
        #expect(count.withLock { $0 } == 3, "The observer is notified of a step and of the end of the stack.")
        observation.cancel()
    }

    @Test func `changes report whether a stack has changed`() throws {
        let revision = bench.inspector.readModel().revision
        bench.runtime.advise("something else")
        #expect(try #require(bench.inspector.changes(since: revision)).stacksChanged == false)
        buy("pear")
        #expect(try #require(bench.inspector.changes(since: revision)).stacksChanged)
    }

    @Test func `no stacks are listed while action stacks are disabled`() {
        bench.runtime.bind { ActionStacksFeature.isEnabled = false }
        buy("pear")
        #expect(bench.snapshot.stacks.isEmpty)
    }
}

extension Order {
    fileprivate init(_ item: String) {
        self.item = item
    }
}

/// Has actions that are hidden from the timeline.
private final class Visit: Feature {
    static let description = "Opens and closes"
    static let enter = action(EnterAction.self)
    static let leave = action(LeaveAction.self)
    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(enter)
        actions.declare(leave)
    }
}

/// A hidden action that keeps the stack open.
private final class EnterAction: UIAction {
    static let hideFromTimeline = true
    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

/// A hidden action that closes its feature's stack.
private final class LeaveAction: UIAction {
    static let hideFromTimeline = true
    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.successWithFeatureTermination)
    }
}
