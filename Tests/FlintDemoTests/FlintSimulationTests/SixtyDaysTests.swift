import FeatureGating
import FlintCore
import FlintTestSupport
import Foundation
import Testing

@testable import FlintSimulation

struct SixtyDaysTests {
    /// The actions on one subscription with their days, and the expected journal.
    struct Scenario: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let period: String
        let start: Date
        let actions: [(day: Double, action: @Sendable (SimulatedStore) -> Void)]
        let journal: [String]
    }

    static let scenarios = [
        Scenario(
            testDescription: "a fortnightly subscription from 1 January", period: "P2W", start: day(0),
            actions: [
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
                "store: 2026-02-18 monthly: grace period ended; billing retry until 2026-04-13",
                "store: fact monthly false, not available",
                "store: 2026-02-21 : payments for renewals no longer fail",
                "store: 2026-02-21 monthly: payment recovered; renewed until 2026-03-07",
                "store: fact monthly true, available",
                "store: 2026-02-26 monthly: refunded",
                "store: fact monthly false, not available",
            ]),
        Scenario(
            testDescription: "a monthly subscription from 1 February", period: "P1M", start: day(31),
            actions: [
                (0, { $0.buy("monthly") }), (20, { store in store.updateSettings { $0.failsRenewals = true } }),
                (36.25, { store in store.updateSettings { $0.failsRenewals = false } }),
                (52, { $0.refund("monthly") }),
            ],
            journal: [
                "store: 2026-02-01 monthly: bought until 2026-03-01",
                "store: fact monthly true, available",
                "store: 2026-02-21 : payments for renewals now fail",
                "store: 2026-03-01 monthly: renewal failed; grace period until 2026-03-07",
                "store: 2026-03-07 monthly: grace period ended; billing retry until 2026-04-30",
                "store: fact monthly false, not available",
                "store: 2026-03-09 : payments for renewals no longer fail",
                "store: 2026-03-10 monthly: payment recovered; renewed until 2026-04-10",
                "store: fact monthly true, available",
                "store: 2026-03-25 monthly: refunded",
                "store: fact monthly false, not available",
            ]),
    ]

    @Test(arguments: scenarios)
    func `the journal records each change with its cause`(scenario: Scenario) {
        let first = journal(of: scenario) { _ in [] }
        #expect(first == scenario.journal)
        #expect(journal(of: scenario) { _ in [] } == first)
    }

    @Test(arguments: scenarios, 0..<15 as Range<UInt64>)
    func `the journal is independent of the steps of the clock`(scenario: Scenario, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let journal = journal(of: scenario) { end in
            var (steps, at): ([Double], Double) = ([], 0)
            while at < end {
                at += Double.random(in: 0.001...9, using: &random)
                steps.append(at)
            }
            return steps
        }
        #expect(journal == scenario.journal)
    }

    @Test(arguments: scenarios)
    func `a running clock produces the same journal`(scenario: Scenario) {
        let real = ManualTime(now: scenario.start)
        let clock = SimulatedClock(
            now: scenario.start, rate: 86_400, realTime: { [real] in real.now }, timer: real)
        let (store, runtime) = setUp(scenario, clock: clock)
        var passed = 0.0
        for (day, action) in scenario.actions {
            real.advance(seconds: day - passed)
            passed = day
            action(store)
        }
        real.advance(seconds: 60 - passed)
        #expect(runtime.journal.events.map(line) == scenario.journal)
    }

    // MARK: Running

    /// Runs a scenario.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - steps: Returns the days at which the clock stops between actions, given the last day.
    /// - Returns: The journal, with a line for each event, without the wall time.
    private func journal(of scenario: Scenario, steps: (Double) -> [Double]) -> [String] {
        let clock = SimulatedClock(now: scenario.start, rate: 0)
        let (store, runtime) = setUp(scenario, clock: clock)
        var stops = steps(60)[...]
        func advance(to day: Double) {
            while let stop = stops.first, stop < day {
                clock.advance(to: scenario.start.addingTimeInterval(stop * 86_400))
                stops = stops.dropFirst()
            }
            clock.advance(to: scenario.start.addingTimeInterval(day * 86_400))
        }
        for (day, action) in scenario.actions {
            advance(to: day)
            action(store)
        }
        advance(to: 60)
        withExtendedLifetime(store) {}
        return runtime.journal.events.map(line)
    }

    private func setUp(_ scenario: Scenario, clock: SimulatedClock) -> (SimulatedStore, FlintRuntime) {
        let period = SubscriptionPeriod(scenario.period)
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
