import TestSupport
import Testing

@testable import FlintCore

/// Sources that take long to answer.
struct SlowSourcesTests {
    private let time = ManualTime()

    private func runtime(_ tracker: ScriptedTracker) -> FlintRuntime {
        let runtime = FlintRuntime(now: { [time] in time.now }, timer: time)
        runtime.setUp(EmptyApp.self) { $0.purchaseTracker = tracker }
        runtime.register(Paid.self)
        return runtime
    }

    @Test func `a source that takes long is named once`() {
        let tracker = ScriptedTracker(announcesChanges: false)
        tracker.onQuestion { [time] _ in time.pass(seconds: 5) }
        let runtime = runtime(tracker)
        let sentence = "The purchase tracker took 5.0 s to answer, and everything that depends on it waits. "
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

    @Test func `registration asks about a product once, however many features require it`() {
        let tracker = ScriptedTracker(announcesChanges: false)
        let runtime = FlintRuntime()
        runtime.setUp(Shop.self) { $0.purchaseTracker = tracker }
        #expect(tracker.questions == 1)
        #expect(tracker.pastQuestions.isEmpty, "past purchases count for consumable products alone")
    }
}

private final class Paid: ConditionalFeature {
    static let description = "Requires a purchase"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
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
