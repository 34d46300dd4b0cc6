import FeatureGating
import FlintCore
import Foundation
import Testing

@testable import FlintSimulation

/// Sixty days of a subscription over a whole runtime, with what the journal says of them.
struct SixtyDaysTests {
    /// What people do and when, on one subscription.
    struct Story: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let period: String
        let start: Date
        let deeds: [(day: Double, deed: @Sendable (SimulatedStore) -> Void)]
        let journal: [String]
    }

    static let stories = [
        Story(
            testDescription: "a fortnightly subscription from 1 January", period: "P2W", start: day(0),
            deeds: [
                (0, { $0.buy("monthly") }), (40, { store in store.updateSettings { $0.failsRenewals = true } }),
                (50.5, { store in store.updateSettings { $0.failsRenewals = false } }),
                (56, { $0.refund("monthly") }),
            ],
            journal: [
                "store: 2026-01-01 monthly: bought until 2026-01-15",
                "store: fact monthly true, available",
                "store: 2026-01-15 monthly: renewed until 2026-01-29",
                "store: 2026-01-29 monthly: renewed until 2026-02-12",
                "store: 2026-02-10 : payments for renewals now fail",
                "store: 2026-02-12 monthly: renewal failed; grace period until 2026-02-18",
                "store: 2026-02-18 monthly: grace period over; billing retry until 2026-04-13",
                "store: fact monthly false, not available",
                "store: 2026-02-20 : payments for renewals no longer fail",
                "store: 2026-02-21 monthly: paid after all; renewed until 2026-03-07",
                "store: fact monthly true, available",
                "store: 2026-02-26 monthly: refunded",
                "store: fact monthly false, not available",
            ]),
        Story(
            testDescription: "a monthly subscription from 1 February", period: "P1M", start: day(31),
            deeds: [
                (0, { $0.buy("monthly") }), (20, { store in store.updateSettings { $0.failsRenewals = true } }),
                (36.25, { store in store.updateSettings { $0.failsRenewals = false } }),
                (52, { $0.refund("monthly") }),
            ],
            journal: [
                "store: 2026-02-01 monthly: bought until 2026-03-01",
                "store: fact monthly true, available",
                "store: 2026-02-21 : payments for renewals now fail",
                "store: 2026-03-01 monthly: renewal failed; grace period until 2026-03-07",
                "store: 2026-03-07 monthly: grace period over; billing retry until 2026-04-30",
                "store: fact monthly false, not available",
                "store: 2026-03-09 : payments for renewals no longer fail",
                "store: 2026-03-10 monthly: paid after all; renewed until 2026-04-10",
                "store: fact monthly true, available",
                "store: 2026-03-25 monthly: refunded",
                "store: fact monthly false, not available",
            ]),
    ]

    @Test(arguments: stories)
    func theJournalTellsEachChangeWithItsCause(story: Story) {
        let first = journal(of: story) { _ in [] }
        #expect(first == story.journal)
        #expect(journal(of: story) { _ in [] } == first)
    }

    @Test(arguments: stories, 0..<15 as Range<UInt64>)
    func itDoesNotMatterHowTheDaysPass(story: Story, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let journal = journal(of: story) { end in
            var (steps, at): ([Double], Double) = ([], 0)
            while at < end {
                at += Double.random(in: 0.001...9, using: &random)
                steps.append(at)
            }
            return steps
        }
        #expect(journal == story.journal)
    }

    @Test(arguments: stories)
    func aClockThatRunsFastTellsTheSame(story: Story) {
        let real = ManualTime(now: story.start)
        let clock = SimulatedClock(
            now: story.start, rate: 86_400, realTime: { [real] in real.now }, timer: real)
        let (store, runtime) = setUp(story, clock: clock)
        var passed = 0.0
        for (day, deed) in story.deeds {
            real.advance(seconds: day - passed)
            passed = day
            deed(store)
        }
        real.advance(seconds: 60 - passed)
        #expect(runtime.journal.events.map(line) == story.journal)
    }

    // MARK: Playing

    /// Plays a story.
    ///
    /// - Parameters:
    ///   - story: The story.
    ///   - steps: The days at which the clock stops on the way from one deed to the next, given the last day.
    /// - Returns: What the journal says afterwards, a line for each event, without the time on the wall.
    private func journal(of story: Story, steps: (Double) -> [Double]) -> [String] {
        let clock = SimulatedClock(now: story.start, rate: 0)
        let (store, runtime) = setUp(story, clock: clock)
        var stops = steps(60)[...]
        func advance(to day: Double) {
            while let stop = stops.first, stop < day {
                clock.advance(to: story.start.addingTimeInterval(stop * 86_400))
                stops = stops.dropFirst()
            }
            clock.advance(to: story.start.addingTimeInterval(day * 86_400))
        }
        for (day, deed) in story.deeds {
            advance(to: day)
            deed(store)
        }
        advance(to: 60)
        withExtendedLifetime(store) {}
        return runtime.journal.events.map(line)
    }

    private func setUp(_ story: Story, clock: SimulatedClock) -> (SimulatedStore, FlintRuntime) {
        let period = SubscriptionPeriod(story.period)
        let store = SimulatedStore(
            offers: [StoreOffer(Offers.monthly, subscriptionPeriod: period)],
            settings: StoreSettings(gracePeriod: 6 * 86_400), clock: clock)
        let device = SimulatedDevice(platform: .real, store: store)
        let runtime = FlintRuntime()
        runtime.setUp(MagazineFeatures.self) { device.configure($0) }
        return (store, runtime)
    }

    private func line(_ event: JournalEvent) -> String {
        switch event.kind {
        case .storeEvent(let storeEvent):
            return "\(event.cause): \(storeEvent.line)"
        case .factChanged(let change):
            guard case .purchase(let productID) = change.key else { return "\(event.cause): \(change.key)" }
            let features = change.availabilityChanges.map { $0.after == .true ? "available" : "not available" }
            return "\(event.cause): fact \(productID) \(change.after.actual.truth), \(features.joined())"
        default:
            return "\(event.cause): \(event.kind)"
        }
    }
}

private final class MagazineFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [MagazineFeature.self] }
}

private final class MagazineFeature: ConditionalFeature {
    static let description = "Shows the latest issue"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Offers.monthly)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}
