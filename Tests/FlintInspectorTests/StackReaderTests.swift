import FlintCore
import FlintInspector
import InspectorKit
import Synchronization
import Testing

/// Open action stacks, as front ends get them.
@MainActor struct StackReaderTests {
    private let bench = Bench()

    private func buy(_ item: String, in session: ActionSession? = nil) {
        bench.runtime.bind {
            (session ?? ActionSession.main).perform(Shop.buy, input: Order(item))
        }
    }

    /// The steps of a stack in words.
    private func steps(_ stack: StackSnapshot?) -> [String] {
        (stack?.steps ?? []).map { step in
            switch step.content {
            case .action(let name, let input, let source): "\(name)(\(input ?? "")) \(source)"
            case .substack(let id, let name): "#\(id) \(name)"
            }
        }
    }

    @Test func aStackHasItsFeatureItsSessionAndItsSteps() throws {
        buy("pear")
        let stack = try #require(bench.snapshot.stacks.first)
        #expect(stack.id == "1" && stack.featureID == "TestApp/Shop" && stack.featureName == "Shop")
        #expect(stack.session == "main" && stack.userInitiated && stack.parent == nil && stack.stepCount == 1)
        #expect(steps(stack) == ["Buy(pear) application"])
        #expect(stack.steps[0].date == stack.started)
    }

    @Test func aStackThatBeganInAnotherIsAStepOfItAndKnowsIt() throws {
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

    @Test func sessionsHaveStacksOfTheirOwn() {
        let other = bench.runtime.bind { ActionSession(named: "other", userInitiatedActions: false) }
        buy("pear")
        buy("plum", in: other)
        let stacks = bench.snapshot.stacks
        #expect(stacks.map(\.session) == ["main", "other"])
        #expect(stacks.map(\.userInitiated) == [true, false])
        #expect(stacks.map(\.parent) == [nil, nil])
    }

    @Test func aStackThatIsReadAgainHasTheNewStepsAndNoStepTwice() throws {
        buy("1")
        #expect(steps(bench.snapshot.stacks.first).count == 1)
        buy("2")
        buy("3")
        #expect(
            steps(bench.snapshot.stacks.first) == [
                "Buy(1) application", "Buy(2) application", "Buy(3) application",
            ])
        let before = bench.snapshot.stacks
        #expect(before == bench.snapshot.stacks, "nothing has happened")
    }

    @Test func ofALongStackTheNewestStepsAreKept() throws {
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

    @Test func aClosedStackIsGoneAndAStepStillNamesIt() {
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

    @Test func observersAreToldOfAStepThatIsHiddenFromTheTimeline() {
        bench.runtime.register(Visit.self)
        let before = bench.events.count
        let count = Mutex(0)
        let observation = bench.inspector.observe { count.withLock { $0 += 1 } }
        bench.runtime.bind { Visit.enter.perform() }
        #expect(bench.events.count == before)
        #expect(count.withLock { $0 } == 1)
        bench.runtime.bind { Visit.leave.perform() }
        #expect(count.withLock { $0 } == 3, "a step, and the end of the stack")
        observation.cancel()
    }

    @Test func whileStacksAreOffThereAreNone() {
        bench.runtime.bind { ActionStacksFeature.isEnabled = false }
        buy("pear")
        #expect(bench.snapshot.stacks.isEmpty)
    }
}

extension Order {
    /// Orders something without a voucher.
    fileprivate init(_ item: String) {
        self.item = item
    }
}

/// Is entered and left without a trace on the timeline.
private final class Visit: Feature {
    static let description = "Opens and closes"
    static let enter = action(EnterAction.self)
    static let leave = action(LeaveAction.self)
    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(enter)
        actions.declare(leave)
    }
}

/// Hidden, and goes on.
private final class EnterAction: UIAction {
    static let hideFromTimeline = true
    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

/// Hidden, and ends the use of its feature.
private final class LeaveAction: UIAction {
    static let hideFromTimeline = true
    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.successWithFeatureTermination)
    }
}
