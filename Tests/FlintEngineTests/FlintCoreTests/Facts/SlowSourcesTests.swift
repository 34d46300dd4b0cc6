import Dispatch
import FlintLocks
import FlintTestSupport
import Testing

@testable import FlintCore

struct SlowSourcesTests {
    private let time = ManualTime()

    private func runtime(_ tracker: ScriptedTracker) -> FlintRuntime {
        let runtime = FlintRuntime(now: { [time] in time.now }, timer: time)
        runtime.setUp(EmptyApp.self) { $0.purchaseTracker = tracker }
        runtime.register(Paid.self)
        return runtime
    }

    @Test func `a slow source is named once`() {
        let tracker = ScriptedTracker(announcesChanges: false)
        tracker.onQuestion { [time] _ in time.pass(seconds: 5) }
        let runtime = runtime(tracker)
        let sentence = "The purchase tracker took 5.0 s to answer. "
        #expect(runtime.slowSources.count == 1 && runtime.slowSources[0].hasPrefix(sentence))
        _ = runtime.availability(of: Paid.self)
        #expect(runtime.journal.advisories.count { $0.hasPrefix(sentence) } == 1)
    }

    @Test func `a source that answers in less than a second is not named`() {
        let tracker = ScriptedTracker(announcesChanges: false)
        tracker.onQuestion { [time] _ in time.pass(seconds: 0.9) }
        let runtime = runtime(tracker)
        #expect(runtime.slowSources.isEmpty && runtime.journal.advisories.isEmpty)
    }

    @Test func `the calls of one answer wait only once for a slow isEnabled property`() {
        let runtime = FlintRuntime(now: { [time] in time.now }, timer: time)
        runtime.setUp(EmptyApp.self) { _ in }
        let reads = Protected(0)
        Computed.onRead.withLock { [time] onRead in
            onRead = {
                reads.withLock { $0 += 1 }
                time.pass(seconds: 3)
            }
        }
        func count(_ body: () -> Void) -> Int {
            reads.withLock { $0 = 0 }
            body()
            return reads.withLock { $0 }
        }
        func twoAnswers() {
            for _ in 0..<2 { runtime.readUnannouncedFacts(waitsForSlowSources: false) }
        }
        #expect(count { runtime.register(Computed.self) } == 1)
        #expect(count(twoAnswers) == 0, "The value was read recently.")
        time.pass(seconds: 3)
        #expect(count(twoAnswers) == 1)
        #expect(count { _ = runtime.availability(of: Computed.self) } == 1, "A request always reads the switch.")
        Computed.onRead.withLock { $0 = { reads.withLock { $0 += 1 } } }
        time.pass(seconds: 3)
        #expect(count(twoAnswers) == 2, "The switch is no longer slow.")
    }

    @Test func `setup continues without a source that does not answer, and its facts are pending`() async {
        let tracker = ScriptedTracker(announcesChanges: true)
        let answer = DispatchSemaphore(value: 0)
        tracker.set(true, Products.premium)
        tracker.onQuestion { _ in answer.wait() }
        let runtime = runtime(tracker)
        let explanation = runtime.explanation(of: Paid.self)
        #expect(explanation.verdict == .unknown && explanation.summary == "Premium is pending")
        #expect(runtime.facts[.purchase(productID: "premium")]?.actual == .absent(.pending))
        #expect(runtime.slowSources.first?.hasPrefix("The purchase tracker has not answered within 1.0 s") == true)
        runtime.register(PaidElsewhere.self)
        #expect(
            runtime.facts[.purchase(productID: "supporter")]?.actual == .absent(.pending),
            "The answer does not wait again.")
        await change(of: runtime, from: .store) { answer.signal() }
        #expect(runtime.explanation(of: Paid.self).verdict == .true)
        answer.signal()
    }

    @Test func `a read that does not wait for slow sources records their answers later`() async {
        let tracker = ScriptedTracker(announcesChanges: false)
        tracker.onQuestion { [time] _ in time.pass(seconds: 5) }
        let runtime = runtime(tracker)
        let answer = DispatchSemaphore(value: 0)
        tracker.set(true, Products.premium)
        tracker.onQuestion { _ in answer.wait() }
        runtime.readUnannouncedFacts(waitsForSlowSources: false)
        runtime.readUnannouncedFacts(waitsForSlowSources: false)
        #expect(runtime.facts[.purchase(productID: "premium")]?.actual == .truth(.unknown))
        await change(of: runtime, from: .store) { answer.signal() }
        #expect(runtime.facts[.purchase(productID: "premium")]?.actual == .truth(.true))
        #expect(tracker.questions == 2, "A pending question is not repeated.")
    }

    @Test func `a known value of a slow source stays while a feature that needs it is registered`() {
        let tracker = ScriptedTracker(announcesChanges: false)
        tracker.set(true, Products.premium)
        tracker.onQuestion { [time] _ in time.pass(seconds: 5) }
        let runtime = runtime(tracker)
        let answer = DispatchSemaphore(value: 0)
        tracker.onQuestion { _ in answer.wait() }
        runtime.register(AlsoPaid.self)
        #expect(runtime.facts[.purchase(productID: "premium")]?.actual == .truth(.true))
        answer.signal()
    }

    /// Waits for the next change of a fact after an action.
    private func change(of runtime: FlintRuntime, from source: FactSource, after action: () -> Void) async {
        let (changes, continuation) = AsyncStream<FactChange>.makeStream()
        let token = runtime.facts.observe { continuation.yield($0) }
        action()
        for await change in changes where change.after.source == source { break }
        withExtendedLifetime(token) {}
    }

    @Test func `registration asks about a product once, regardless of the number of features that require it`() {
        let tracker = ScriptedTracker(announcesChanges: false)
        let runtime = FlintRuntime()
        runtime.setUp(Shop.self) { $0.purchaseTracker = tracker }
        #expect(tracker.questions == 1)
        #expect(tracker.pastQuestions.isEmpty, "Past purchases are read only for consumable products.")
    }
}

private final class Paid: ConditionalFeature {
    static let description = "Requires a purchase"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class PaidElsewhere: ConditionalFeature {
    static let description = "Requires another purchase"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.supporter) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class AlsoPaid: ConditionalFeature {
    static let description = "Requires the same purchase"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Shop: FeatureGroup {
    static let description = "Has two features that require one product"
    static var subfeatures: [FeatureDefinition.Type] { [Paid.self, AlsoPaid.self] }
}

private final class Computed: ConditionalFeature {
    static let description = "Computes its switch"
    static let onRead = Protected<@Sendable () -> Void>({})
    static var isEnabled: Bool? {
        onRead.withLock { $0 }()
        return true
    }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}
