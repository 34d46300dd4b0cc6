import Dispatch
import FeatureGating
import FlintLocks
import Testing

@testable import FlintCore

struct FlintRuntimeTests {
    @Test func `two runtimes share no state`() {
        let first = Fixture(Switchable.self)
        let second = Fixture(Switchable.self)
        first.facts.setOverride(.truth(.true), for: .userSetting(feature: "Switchable"), cause: .user)
        #expect(first.run { Switchable.isAvailable } == true)
        #expect(second.run { Switchable.isAvailable } == false)
        #expect(second.changes.isEmpty)
        #expect(first.run { ActionSession.main } !== second.run { ActionSession.main })
        #expect(first.run { Flint.dispatcher } !== second.run { Flint.dispatcher })
    }

    @Test func `runtimes used concurrently stay isolated`() async {
        await withTaskGroup(of: Bool?.self) { group in
            for index in 0..<20 {
                group.addTask {
                    let fixture = Fixture(Switchable.self)
                    return await fixture.run {
                        await Task.yield()
                        fixture.toggles.setEnabled(Switchable.self, enabled: index % 2 == 0)
                        await Task.yield()
                        return Switchable.isAvailable == (index % 2 == 0)
                    }
                }
            }
            for await isRight in group { #expect(isRight == true) }
        }
    }

    @Test func `an action on a background queue runs in the runtime of its request`() async {
        let fixture = Fixture(Plain.self, Switchable.self)
        let seen = Protected<FlintRuntime?>(nil)
        let completed: FlintRuntime = await withCheckedContinuation { continuation in
            fixture.run {
                Plain.background.perform(withPresenter: { seen.withLock { $0 = .current } }) { _ in
                    continuation.resume(returning: .current)
                }
            }
        }
        #expect(seen.withLock { $0 } === fixture.runtime)
        #expect(completed === fixture.runtime)
    }

    @MainActor @Test func `an action that completes on another queue completes in its own runtime`() async {
        let fixture = Fixture(Plain.self, Switchable.self)
        let completed: FlintRuntime = await withCheckedContinuation { continuation in
            fixture.run {
                Plain.answer.perform(
                    withPresenter: { completion in
                        let deferred = completion.willCompleteAsync()
                        DispatchQueue.global().async { deferred.completed(.success) }
                        return deferred
                    },
                    completion: { _ in continuation.resume(returning: .current) })
            }
        }
        #expect(completed === fixture.runtime)
    }

    @Test func `a completion handler on its own queue runs in the runtime of the request`() async {
        let fixture = Fixture(Plain.self, Switchable.self)
        let queue = DispatchQueue(label: "tests.completion")
        let (runtime, isOnQueue): (FlintRuntime, Bool) = await withCheckedContinuation { continuation in
            fixture.run {
                ActionSession.main.perform(
                    Plain.background, presenter: {},
                    completion: { _ in
                        continuation.resume(returning: (.current, QueueIdentity.isCurrent(queue)))
                    }, completionQueue: queue)
            }
        }
        #expect(runtime === fixture.runtime)
        #expect(isOnQueue)
    }

    @Test func `a granted request is performed in the runtime that granted it`() async {
        let fixture = Fixture(Gate.self)
        let request = fixture.run { Gate.background.request() }
        let seen = Protected<FlintRuntime?>(nil)
        let outcome = await request?.perform(withInput: .noInput, presenter: { seen.withLock { $0 = .current } })
        #expect(outcome == .success)
        #expect(seen.withLock { $0 } === fixture.runtime)
    }

    @Test func `a retry handler runs in its runtime on the main queue`() async {
        let fixture = Fixture(Gate.self, Camera.self)
        fixture.permissions.willAnswer(.authorized, .camera)
        let (runtime, isOnMain): (FlintRuntime, Bool) = await withCheckedContinuation { continuation in
            fixture.run {
                let controller = Camera.permissionAuthorisationController(using: nil)
                controller?.begin(retryHandler: {
                    continuation.resume(returning: (.current, QueueIdentity.isCurrent(.main)))
                })
            }
        }
        #expect(runtime === fixture.runtime)
        #expect(isOnMain)
    }

    @Test func `runtime switches are read in the runtime that evaluates them`() {
        let fixture = Fixture(EnabledIfRegistered.self)
        #expect(fixture.run { EnabledIfRegistered.isAvailable } == true)
        #expect(
            Flint.withRuntime(FlintRuntime()) { fixture.runtime.availability(of: EnabledIfRegistered.self) } == .true)
    }

    @Test func `resetting clears the state of a runtime`() {
        let fixture = Fixture(Switchable.self)
        let observer = CountingObserver()
        fixture.run {
            Flint.dispatcher.add(observer: observer)
            fixture.facts.setOverride(.truth(.true), for: .userSetting(feature: "Switchable"), cause: .user)
            TimelineFeature.isEnabled = false
        }
        fixture.run { Flint.resetForTesting() }
        #expect(!fixture.runtime.isSetUp)
        #expect(fixture.runtime.features.isEmpty)
        #expect(fixture.runtime.products.isEmpty)
        #expect(fixture.runtime.facts.all.isEmpty)
        #expect(fixture.runtime.journal.events.isEmpty)
        #expect(fixture.runtime.actionStacks.allActionStacks().isEmpty)
        #expect(fixture.run { TimelineFeature.isEnabled } == true)
    }

    @Test func `resetting removes the observers of signals and of the focus`() {
        let fixture = Fixture(Switchable.self)
        let calls = Protected<[String]>([])
        let tokens = [
            fixture.runtime.observeSignals { _ in calls.withLock { $0.append("signal") } },
            fixture.runtime.observeFocus { calls.withLock { $0.append("focus") } },
        ]
        fixture.runtime.reset()
        fixture.runtime.setUp(EmptyApp.self) { $0.userFeatureToggles = fixture.toggles }
        fixture.runtime.focus.focus("Switchable")
        #expect(calls.withLock { $0 } == [])
        for token in tokens { token.cancel() }
    }

    @MainActor @Test func `repeated resets and setups register each observer once`() {
        let fixture = Fixture(Plain.self, Switchable.self)
        let observer = CountingObserver()
        fixture.run {
            for _ in 0..<3 {
                Flint.resetForTesting()
                Flint.setup(EmptyApp.self) { $0.userFeatureToggles = fixture.toggles }
                Flint.register(Plain.self)
                Flint.register(Switchable.self)
                Flint.dispatcher.add(observer: observer)
            }
            Plain.ping.perform()
            fixture.toggles.setEnabled(Switchable.self, enabled: true)
        }
        #expect(observer.begun == 1)
        #expect(fixture.run { Timeline.instance.entries.count } == 2)
        #expect(fixture.changes.count == 1)
    }

    @Test func `a runtime is released together with its sessions`() {
        weak var runtime: FlintRuntime?
        weak var session: ActionSession?
        do {
            let fixture = Fixture(
                Switchable.self, Gate.self, tracker: DebugPurchaseTracker(targetPurchaseTracker: ScriptedTracker()))
            fixture.run {
                _ = Gate.background.request()
                session = ActionSession.main
            }
            runtime = fixture.runtime
            #expect(session != nil)
        }
        #expect(runtime == nil)
        #expect(session == nil)
    }

    @Test func `a task that outlives a binding keeps its runtime`() async {
        let runtime = FlintRuntime()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let task = Flint.withRuntime(runtime) {
            Task {
                for await _ in stream { break }
                return FlintRuntime.current === runtime
            }
        }
        #expect(FlintRuntime.current !== runtime)
        continuation.yield()
        #expect(await task.value)
    }
}

private final class CountingObserver: ActionDispatchObserver {
    var begun = 0

    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        begun += 1
    }

    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {}
}

private final class Plain: Feature {
    static let description = "Has no conditions"
    static let ping = action(PingAction.self)
    static let background = action(BackgroundAction.self)
    static let answer = action(AnswerAction.self)
    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ping)
        actions.declare(background)
        actions.declare(answer)
    }
}

/// A feature that is off by default.
private final class Switchable: ConditionalFeature {
    static let description = "Can be switched"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// A feature that is on by default.
private final class Gate: ConditionalFeature {
    static let description = "Is on by default"
    static let background = action(BackgroundAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(background) }
}

private final class Camera: ConditionalFeature {
    static let description = "Takes pictures"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permission(.camera) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// A feature that is enabled if the current runtime has registered it.
private final class EnabledIfRegistered: ConditionalFeature {
    static let description = "Is enabled if it is registered"
    static var isEnabled: Bool? { Flint.isSetup && FlintRuntime.current.metadata(for: self) != nil }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}
