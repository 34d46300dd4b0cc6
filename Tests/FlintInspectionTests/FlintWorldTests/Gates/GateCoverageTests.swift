import FeatureGating
import FlintTestSupport
import Foundation
import Testing

@testable import FlintWorld

/// Compares the coverage of states with a test of every obligation in every state.
struct GateCoverageTests {
    private struct Obligation: Hashable {
        let feature: String
        let requirement: String?

        init(_ feature: String, _ requirement: String?) {
            (self.feature, self.requirement) = (feature, requirement)
        }

        init(_ obligation: PersonaCover.Obligation) {
            (feature, requirement) = (obligation.featureID, obligation.requirement)
        }
    }

    private static let credits = FactKey.purchase(productID: "credits")
    private static let (whenInUse, always) = (
        SystemPermissionConstraint.location(usage: .whenInUse), SystemPermissionConstraint.location(usage: .always)
    )

    /// Returns a random app that, unlike ``GatedApp``, has features that depend on two facts.
    private static func app(_ random: inout SplitMix64) -> GatedApp {
        let credits = Condition.consumable("credits", quantity: 2, for: "D")
        let app = GatedApp(using: &random)
        return GatedApp(
            app.features + [
                GatedApp.feature(
                    7, "D",
                    .any([
                        .all([.fact(credits), .fact(GatedApp.switches[0].condition)]),
                        .fact(.permission(whenInUse)),
                    ])
                ),
                GatedApp.feature(
                    8, "D/E", parent: "D", .all([.fact(.permission(always)), .fact(.permission(whenInUse))])),
            ])
    }

    private static func value(of key: FactKey, _ random: inout SplitMix64) -> Fact? {
        guard let number = (0..<6).randomElement(using: &random), number > 0 else { return nil }
        let value: FactValue
        switch key {
        case .platform: value = .platform(GatedApp.platforms[number % GatedApp.platforms.count])
        case .permission: value = .permission([.authorized, .denied, .notDetermined][number % 3])
        case credits where number > 3: value = .balance(number - 3)
        default: value = .truth([.true, .false, .unknown][number % 3])
        }
        var fact = Fact(actual: value, source: .system, since: .distantPast)
        if case .permission = key, number == 5 {
            fact.override = FactOverride(value: .permission(.denied), cause: "test", since: .distantPast)
        }
        return fact
    }

    /// Returns the obligations that facts meet, by evaluating every requirement of every group.
    private static func met(by facts: [FactKey: Fact], of app: GatedApp) -> Set<Obligation> {
        let world = app.world()
        func truth(_ id: String?, assuming assumed: Condition? = nil) -> Truth {
            guard let feature = app.features.first(where: { $0.id == id }) else { return .true }
            let own = feature.requirement.evaluate { $0 == assumed ? .true : $0.truth { facts[$0] } }
            return own && truth(feature.summary.parent)
        }
        var met: Set<Obligation> = []
        for feature in app.features {
            if truth(feature.id) == .true { met.insert(Obligation(feature.id, nil)) }
            for condition in feature.requirement.facts
            where truth(feature.id) == .false && truth(feature.id, assuming: condition) == .true
                && condition.truth({ facts[$0] }) == .false
            {
                met.insert(Obligation(feature.id, world.name(of: condition)))
            }
        }
        return met
    }

    @Test(arguments: PropertyScale.seeds(1))
    func `the coverage of a sequence of states is the union of each state's coverage`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var count = 0
        for _ in 0..<300 {
            let app = Self.app(&random)
            var coverage = GateCoverage(of: app.world())
            coverage.begin(.journal, named: "journal")
            let keys = coverage.keys.sorted { $0.sortKey < $1.sortKey }
            var facts: [FactKey: Fact] = [:]
            var expected: [Obligation: UInt64] = [:]
            for event in 1...UInt64(25) {
                var updates: [FactUpdate] = []
                for key in keys where event == 1 || Int.random(in: 0..<6, using: &random) == 0 {
                    updates.append((key, Self.value(of: key, &random)))
                    facts[key] = updates.last?.fact
                }
                coverage.observe(updates, at: .event(event))
                for obligation in Self.met(by: facts, of: app) where expected[obligation] == nil {
                    expected[obligation] = event
                }
            }
            let report = coverage.report
            let found = Dictionary(
                uniqueKeysWithValues: report.seen.map { (Obligation($0.obligation), $0.sighting.event ?? 0) })
            count += found.count
            guard found == expected else {
                Issue.record("\(found) or \(expected) of \(app)")
                return
            }
        }
        #expect(count > 1_000, "\(count)")
    }

    @Test(arguments: PropertyScale.seeds(1))
    func `all states together cover everything that any state can show`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for number in 0..<300 {
            let app = GatedApp.random(number, &random)
            var coverage = GateCoverage(of: app.world())
            coverage.begin(.journal, named: "journal")
            for (index, state) in app.states.enumerated() {
                coverage.observe(GatedApp.facts(state).map { ($0.key, $0.value) }, at: .event(UInt64(index)))
            }
            let report = coverage.report
            guard report.unseen.isEmpty, report.percent == 100 else {
                Issue.record("\(report.unseen) of \(app)")
                return
            }
            #expect(report.impossible.map(\.reason) == app.world().cover().unmet.map(\.reason))
        }
    }

    @Test func `the cost of an event depends only on the features of its facts`() {
        let features = (0..<1_000).map { number in
            GatedApp.feature(number, "f\(number)", .all([.fact(.featureFlag(FeatureKey(rawValue: "\(number)")))]))
        }
        var coverage = GateCoverage(of: GatedApp(features).world())
        coverage.begin(.journal, named: "journal")
        coverage.observe([], at: .event(0))
        let start = coverage.evaluationCount
        for event in 1...UInt64(2_000) {
            let fact = Fact(actual: .truth(Truth(event % 2 == 0)), source: .system, since: .distantPast)
            coverage.observe([(.featureFlag("7"), fact)], at: .event(event))
            coverage.observe([(.featureFlag("7"), fact), (.featureFlag("none"), fact)], at: .event(event))
        }
        // One evaluation for each change, and one for the only denial.
        #expect(coverage.evaluationCount - start == 2_001)
        #expect(coverage.report.seen.count == 2 && coverage.report.percent == 0)
    }

    @Test func `only the listed features of an expectations file count as seen`() {
        let flag = Requirement.fact(GatedApp.switches[0].condition)
        let app = GatedApp([GatedApp.feature(0, "A", flag), GatedApp.feature(1, "B", flag)])
        var coverage = GateCoverage(of: app.world())
        coverage.begin(.expectations, named: "file")
        coverage.observe(app.world(in: [.featureFlag("a"): .truth(.true)]), of: ["B"], at: .state("now"))
        coverage.observe(app.world(in: [.featureFlag("a"): .truth(.true)]), of: ["A"], at: .state("Member"))
        let report = coverage.report
        #expect(report.seen.map(\.sighting.state) == ["Member", "now"] && report.percent == 50)
        #expect(report.sources.map(\.stateCount) == [2] && report.sources.map(\.firstSeenCount) == [2])
    }

    @Test func `an app without requirements is completely covered`() {
        #expect(GateCoverage(of: GatedApp([]).world()).report.percent == 100)
    }

    // MARK: Histories

    @Test(arguments: PropertyScale.seeds(5))
    func `the moments of a history have the facts of each moment`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let keys = GatedApp.switches.map(\.key)
            var facts: [FactKey: Fact] = [:]
            for key in keys { facts[key] = Self.value(of: key, &random) }
            var changes: [FactHistory.Change] = []
            for event in 1...UInt64(12) {
                for key in keys where Int.random(in: 0..<4, using: &random) == 0 {
                    let before = facts[key] ?? Fact(actual: key.unreportedValue, source: .system, since: .distantPast)
                    changes.append(FactHistory.Change(since: event, .fact(FactRecord(key: key, fact: before))))
                    facts[key] = Self.value(of: key, &random) ?? before
                }
            }
            let history = FactHistory(oldest: UInt64.random(in: 0...5, using: &random), changes: changes)
            let events = Array(UInt64(1)...11)
            var known: [FactKey: Fact] = [:]
            var count = 0
            history.readMoments(of: Set(keys), upTo: facts, events: events) { event, updates in
                for (key, fact) in updates { known[key] = fact }
                count += 1
                let past = try? history.facts(at: event, among: events.map { ($0, .distantPast) })
                var expected = facts
                if event < 11 { for record in past?.facts ?? [] { expected[record.key] = record.fact } }
                #expect(known == expected, "event \(event)")
            }
            #expect(count == events.count { $0 >= history.oldest })
        }
    }
}
