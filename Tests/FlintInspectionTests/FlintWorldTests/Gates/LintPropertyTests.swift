import FeatureGating
import FlintTestSupport
import Foundation
import Testing

@testable import FlintModel
@testable import FlintWorld

/// Compares findings and rankings with a test of every state of small apps.
struct LintPropertyTests {
    /// Returns several random apps as one, with many features over few facts.
    private static func app(
        _ random: inout SplitMix64, count: Int = 3, ownFacts: Range<Int> = 0..<0
    ) -> GatedApp {
        var features: [DeclaredFeature] = []
        for number in 0..<count {
            let part = GatedApp(using: &random, factCount: ownFacts.isEmpty ? 3 : 1, ownFacts: ownFacts)
            for feature in part.features {
                var copy = GatedApp.feature(
                    features.count, "\(number)/\(feature.id)", parent: feature.summary.parent.map { "\(number)/\($0)" },
                    feature.requirement)
                copy.actions = (0..<Int.random(in: 0..<3, using: &random)).map { action in
                    ActionSnapshot(
                        id: "\(action)", name: "", description: "", published: false, input: nil, presenter: nil)
                }
                features.append(copy)
            }
        }
        return GatedApp(features, ownFacts: ownFacts)
    }

    private static func lineage(of id: String, in app: GatedApp) -> [DeclaredFeature] {
        guard let feature = app.features.first(where: { $0.id == id }) else { return [] }
        return [feature] + (feature.summary.parent.map { lineage(of: $0, in: app) } ?? [])
    }

    private static func isAvailable(_ id: String, with facts: [FactKey: Fact], in app: GatedApp) -> Bool {
        lineage(of: id, in: app).allSatisfy { $0.requirement.evaluate { $0.truth { facts[$0] } } == .true }
    }

    // MARK: Features that are available together

    @Test(arguments: PropertyScale.seeds(1))
    func `features are reported as available together if every state agrees`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var count = 0
        for number in 0..<200 {
            let first = number / 2 % 4
            let app = Self.app(&random, ownFacts: number % 2 == 0 ? 0..<0 : first..<(first + 2))
            let states = app.states.map(GatedApp.facts)
            var classes: [[Bool]: [String]] = [:]
            for feature in app.features where !feature.requirement.facts.isEmpty {
                let column = states.map { Self.isAvailable(feature.id, with: $0, in: app) }
                if Set(column).count == 2 { classes[column, default: []].append(feature.id) }
            }
            let expected = classes.values.map { ids in
                ids.filter { id in !Self.lineage(of: id, in: app).dropFirst().contains { ids.contains($0.id) } }
            }.filter { $0.count > 1 }
            let found = EquivalentFeatures(in: app.world())
            count += found.groups.count
            guard Set(found.groups.map { $0.map(\.id) }) == Set(expected), found.unfinished.isEmpty else {
                Issue.record("\(found.groups.map { $0.map(\.id) }) or \(expected) of \(app)")
                return
            }
        }
        #expect(count > 5, "\(count)")
    }

    @Test func `features that are available together are named, and incomparable ones are reported`() {
        let (flag, pro) = (
            Requirement.fact(GatedApp.switches[0].condition), Requirement.fact(GatedApp.switches[1].condition)
        )
        let app = GatedApp([
            GatedApp.feature(0, "A", .all([flag, pro])), GatedApp.feature(1, "B", .any([pro])),
            GatedApp.feature(2, "C", .all([pro, .any([flag, .all([flag, pro])])])),
            GatedApp.feature(3, "D", .all([pro, flag])),
        ])
        let together = app.world().lint().findings.filter { $0.kind == .availableTogether }
        #expect(
            together.map(\.message) == [
                "A is always available together with C and D, because their requirements are equivalent. A group can "
                    + "declare them once."
            ])
        #expect(together.allSatisfy { $0.featureID == "A" && $0.kind.standardLevel == .note })
        let stopped = EquivalentFeatures(in: app.world(), totalLimit: 0)
        #expect(stopped.groups.isEmpty && stopped.unfinished.map(\.id) == ["C", "D"])
    }

    @Test func `features that require a consumable product are not compared`() {
        let credits = Requirement.fact(Condition.consumable("c", quantity: 1, for: "A"))
        let app = GatedApp([GatedApp.feature(0, "A", credits), GatedApp.feature(1, "B", credits)])
        #expect(EquivalentFeatures(in: app.world()).groups.isEmpty)
    }

    @Test func `thousands of features are compared in few steps`() {
        var random = SplitMix64(seed: 5)
        let found = EquivalentFeatures(in: GatedApp(generating: 2_000, using: &random).world())
        #expect(found.unfinished.isEmpty && !found.groups.isEmpty)
    }

    // MARK: Reasons

    /// Returns each part of a requirement by its wording.
    private static func parts(of requirement: Requirement<Condition>) -> [(words: String, part: Requirement<Condition>)]
    {
        let (words, parts): (String, [Requirement<Condition>]) =
            switch requirement.form {
            case .fact(let condition): (self.words(for: condition), [])
            case .all(let parts): (joined(parts, " and "), parts)
            case .any(let parts): (joined(parts, " or "), parts)
            }
        return [(words, requirement)] + parts.flatMap(Self.parts)
    }

    private static func joined(_ parts: [Requirement<Condition>], _ conjunction: String) -> String {
        let words = parts.map { Self.parts(of: $0)[0].words }.filter { !$0.isEmpty }
        return words.count > 1 ? "(" + words.joined(separator: conjunction) + ")" : words.first ?? ""
    }

    private static func words(for condition: Condition) -> String {
        switch condition.mainKey {
        case .platform: condition.platformRule?.title ?? ""
        case .permission(let permission): permission.description
        case .purchase(let productID): productID
        case .pastPurchases: ""
        case .userSetting: "its user setting"
        case .runtimeSwitch: "its runtime switch"
        case .featureFlag(let key): "the flag \(key)"
        case .own(let description): condition.title(description.title)
        }
    }

    @Test(arguments: PropertyScale.seeds(1))
    func `the reason for a redundancy implies it in every state`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var counts = (alternatives: 0, own: 0, group: 0, several: 0)
        for _ in 0..<400 {
            let app = GatedApp(using: &random, factCount: 3)
            let states = app.states.map(GatedApp.facts)
            for feature in app.features {
                let line = Self.lineage(of: feature.id, in: app)
                let basis = ExplanationBasis(
                    line.map { ($0.summary.name, $0.path, $0.requirement) }, parent: nil, words: { _ in nil },
                    moves: 0)
                for redundancy in basis.review(on: .real).redundancies {
                    guard let reason = redundancy.reason else {
                        counts.several += 1
                        continue
                    }
                    let isOfGroup = redundancy.group != nil && !redundancy.isAlternative
                    let owner = isOfGroup ? line.first { $0.path == redundancy.group } : feature
                    let others = owner.map { Self.parts(of: $0.requirement) }?.filter { $0.words == reason } ?? []
                    let own = Self.parts(of: feature.requirement).filter { $0.words == redundancy.requirement }
                    func isImplied(_ second: Requirement<Condition>, by first: Requirement<Condition>) -> Bool {
                        states.allSatisfy { facts in
                            first.evaluate { $0.truth { facts[$0] } } != .true
                                || second.evaluate { $0.truth { facts[$0] } } == .true
                        }
                    }
                    let holds = own.contains { part in
                        others.contains { other in
                            redundancy.isAlternative
                                ? isImplied(other.part, by: part.part) : isImplied(part.part, by: other.part)
                        }
                    }
                    if redundancy.isAlternative {
                        counts.alternatives += 1
                    } else if isOfGroup {
                        counts.group += 1
                    } else {
                        counts.own += 1
                    }
                    guard holds else {
                        Issue.record("\(redundancy) of \(app)")
                        return
                    }
                }
            }
        }
        #expect(counts.alternatives > 20 && counts.own > 20 && counts.group > 20, "\(counts)")
    }

    // MARK: Ranking

    @Test(arguments: PropertyScale.seeds(1))
    func `the ranking of facts matches the loss of each fact in every feature`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<100 {
            let app = Self.app(&random)
            let state = GatedApp.facts(app.states.randomElement(using: &random) ?? [:])
            var world = app.world()
            world.set(state.map { FactRecord(key: $0.key, fact: $0.value) })
            let ranking = world.factRanking
            var granted = state
            let keys = Set(app.features.flatMap(\.requirement.facts).map(\.mainKey)).subtracting([.platform])
            func overridden(_ key: FactKey, _ isGranted: Bool) -> Fact {
                let value: FactValue =
                    key.kind == .permission ? .permission(isGranted ? .authorized : .denied) : .truth(Truth(isGranted))
                return (state[key] ?? .unreported(key)).assuming(override: value)
            }
            for key in keys { granted[key] = overridden(key, true) }
            func loss(_ key: FactKey, in facts: [FactKey: Fact]) -> (features: Set<String>, actions: Int) {
                var without = facts
                without[key] = overridden(key, false)
                let lost = app.features.filter {
                    Self.isAvailable($0.id, with: facts, in: app) && !Self.isAvailable($0.id, with: without, in: app)
                }
                return (Set(lost.map(\.id)), lost.map(\.actions.count).reduce(0, +))
            }
            #expect(Set(ranking.facts.compactMap { FactKey($0.fact) }) == keys)
            for entry in ranking.facts {
                guard let key = FactKey(entry.fact) else { continue }
                let (best, now) = (loss(key, in: granted), loss(key, in: state))
                #expect(Set(entry.granted.features) == best.features && entry.granted.actionCount == best.actions)
                #expect(Set(entry.now.features) == now.features && entry.now.actionCount == now.actions)
            }
            let counts = ranking.facts.map(\.granted.features.count)
            #expect(counts == counts.sorted(by: >))
        }
    }
}
