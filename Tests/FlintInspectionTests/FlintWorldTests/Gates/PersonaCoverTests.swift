import FeatureGating
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

/// Compares covering sets of personas with testing every state of small apps.
struct PersonaCoverTests {
    /// A situation that personas must contain, found without the search.
    private struct Situation: Hashable {
        let feature: String
        let requirement: String?
    }

    /// Returns the situations of each feature with the conditions that the search lists under the same name.
    private static func situations(of app: GatedApp) -> [(Situation, [Condition])] {
        let world = app.world()
        return app.features.flatMap { feature -> [(Situation, [Condition])] in
            [(Situation(feature: feature.id, requirement: nil), [])]
                + feature.requirement.facts.map { condition in
                    (Situation(feature: feature.id, requirement: world.name(of: condition)), [condition])
                }
        }
    }

    private static func holds(_ situation: (Situation, [Condition]), in state: GatedApp.State, of app: GatedApp) -> Bool
    {
        let facts = GatedApp.facts(state)
        func isMet(_ id: String?, assuming assumed: Condition? = nil) -> Bool {
            guard let feature = app.features.first(where: { $0.id == id }) else { return true }
            let own = feature.requirement.evaluate { $0 == assumed ? .true : $0.truth { facts[$0] } }
            return own == .true && isMet(feature.summary.parent)
        }
        guard let condition = situation.1.first else { return isMet(situation.0.feature) }
        return condition.truth { facts[$0] } == .false && !isMet(situation.0.feature)
            && isMet(situation.0.feature, assuming: condition)
    }

    /// Returns the size of the smallest set of states that contains every possible situation.
    private static func smallest(_ masks: Set<Int>, all: Int) -> Int {
        var (reached, size): (Set<Int>, Int) = ([0], 0)
        while !reached.contains(all) {
            reached = Set(reached.flatMap { set in masks.map { set | $0 } })
            size += 1
        }
        return size
    }

    @Test(arguments: PropertyScale.seeds(1))
    func `a covering set shows everything that a state can show, and is as small as it claims`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (proved, compared) = (0, 0)
        for number in 0..<1_000 {
            let app = GatedApp.random(number, &random)
            let situations = Self.situations(of: app)
            let states = app.states
            let masks = states.map { state in
                situations.indices.reduce(0) { $0 | (Self.holds(situations[$1], in: state, of: app) ? 1 << $1 : 0) }
            }
            let possible = masks.reduce(0, |)
            let cover = app.world(in: states[0]).cover()
            let found = cover.personas.map { member in
                situations.indices.reduce(0) {
                    $0 | (Self.holds(situations[$1], in: member.persona.state, of: app) ? 1 << $1 : 0)
                }
            }
            let unmet = Set(
                cover.unmet.map { Situation(feature: $0.obligation.featureID, requirement: $0.obligation.requirement) })
            let impossible = Set(situations.indices.filter { possible >> $0 & 1 == 0 }.map { situations[$0].0 })
            let size = Self.smallest(Set(masks), all: possible)
            compared += 1
            proved += cover.isProvedMinimal ? 1 : 0
            guard found.reduce(0, |) == possible, unmet == impossible, cover.lowerBound <= size,
                size <= cover.personas.count, !cover.isProvedMinimal || size == cover.personas.count
            else {
                Issue.record(
                    "\(found.reduce(0, |)) of \(possible), \(unmet) or \(impossible), \(cover.lowerBound) <= \(size) <= \(cover.personas.count), of \(app)"
                )
                return
            }
        }
        #expect(compared == 1_000 && proved > 300, "\(proved)")
    }

    // MARK: Reasons

    private static let (flag, pro, camera) = (
        Requirement.fact(GatedApp.switches[0].condition), Requirement.fact(GatedApp.switches[1].condition),
        Requirement.fact(GatedApp.switches[2].condition)
    )

    private static func reasons(_ features: DeclaredFeature...) -> [String] {
        GatedApp(features).world().cover().unmet.map(\.reason)
    }

    @Test func `states that no persona can show are reported with the reason`() {
        let group = GatedApp.feature(0, "Group", .all([Self.pro]))
        #expect(
            Self.reasons(group, GatedApp.feature(1, "Group/A", parent: "Group", .all([Self.pro, Self.camera])))
                == ["the requirements of Group imply it"])
        #expect(
            Self.reasons(GatedApp.feature(0, "A", .never)) == ["no combination of facts makes the feature available"])
        #expect(
            Self.reasons(GatedApp.feature(0, "A", .any([Self.flag, .all([Self.flag, Self.camera])])))
                == ["the alternative never decides, because another one is met whenever it is"])
        let always = Requirement.fact(Condition.permission(.location(usage: .always)))
        let whenInUse = Requirement.fact(Condition.permission(.location(usage: .whenInUse)))
        #expect(
            Self.reasons(GatedApp.feature(0, "A", .all([always, whenInUse])))
                == ["the feature's other requirements imply it"])
    }

    // MARK: Personas

    @Test func `existing personas are used if the set does not become larger`() {
        let app = GatedApp([GatedApp.feature(0, "A", .all([Self.pro]))])
        #expect(app.world().cover().personas.map(\.persona.name) == ["Without pro", "Everything granted"])
        var buyer = Persona(name: "Buyer")
        buyer.flags = [:]
        let world = app.world(in: [.purchase(productID: "pro"): .truth(.true)])
        let cover = world.cover(startingFrom: [buyer])
        #expect(cover.personas.map(\.isExisting) == [true, false] && cover.isProvedMinimal)
        #expect(cover.personas.map(\.persona.name) == ["Buyer", "Without pro"])
    }

    @Test func `an undetermined fact of an existing persona covers no state`() {
        let app = GatedApp([GatedApp.feature(0, "A", .all([Self.pro]))])
        let cover = app.world().cover(startingFrom: [Persona(name: "Nobody")])
        #expect(cover.personas.map(\.isExisting) == [false, false])
    }

    @Test func `an override that denies part of a wider permission does not count as a grant`() {
        let always = SystemPermissionConstraint.location(usage: .always)
        let whenInUse = SystemPermissionConstraint.location(usage: .whenInUse)
        let app = GatedApp([
            GatedApp.feature(0, "A", .fact(.permission(always))),
            GatedApp.feature(1, "B", .fact(.permission(whenInUse))),
        ])
        var world = app.world(in: [.permission(always): .permission(.authorized)])
        let override = FactOverride(
            value: .permission(.denied), cause: Cause(rawValue: "test"), since: .distantPast)
        let denied = Fact(actual: .permission(.authorized), override: override, source: .system, since: .distantPast)
        world.set([FactRecord(key: .permission(whenInUse), fact: denied)])
        #expect(world.verdict(of: "A") == .true && world.verdict(of: "B") == .false)
        let cover = world.cover(startingFrom: [Persona(name: "Present")])
        #expect(cover.personas.filter(\.isExisting).isEmpty)
    }

    @Test func `new personas have different names that state their purpose`() {
        let app = GatedApp([
            GatedApp.feature(0, "A", .any([.all([Self.pro, Self.camera]), .all([Self.flag, Self.camera])]))
        ])
        let names = app.world().cover().personas.map(\.persona.name)
        #expect(Set(names).count == names.count && names.contains("Without Camera"), "\(names)")
    }

    @Test func `a wider permission includes the narrower one in a persona`() {
        let always = Requirement.fact(Condition.permission(.location(usage: .always)))
        let whenInUse = Requirement.fact(Condition.permission(.location(usage: .whenInUse)))
        let app = GatedApp([
            GatedApp.feature(0, "A", .all([always])), GatedApp.feature(1, "B", .all([whenInUse])),
        ])
        for member in app.world().cover().personas {
            let permissions = member.persona.permissions
            if permissions?["location-always"] == .authorized {
                #expect(permissions?["location-when-in-use"] == .authorized)
            }
        }
    }

    // MARK: Large apps

    @Test func `a large app needs few personas`() {
        var random = SplitMix64(seed: 3)
        let cover = GatedApp(generating: 120, using: &random).world().cover()
        #expect(cover.featureCount == 120)
        #expect(cover.personas.count < 40 && cover.lowerBound > 4, "\(cover.personas.count)")
    }

    @Test func `a shared group with exponentially many paths is covered`() {
        var rule = Requirement.any([Self.flag, Self.pro])
        for _ in 0..<40 { rule = .any([.all([rule, Self.camera]), .all([rule, Self.camera])]) }
        let cover = GatedApp([GatedApp.feature(0, "A", rule)]).world().cover()
        #expect(cover.requirementCount == 3 && cover.unmet.isEmpty && cover.personas.count <= 4)
    }
}

extension GatedApp {
    /// Creates an app with many features in groups that share products, flags, and permissions.
    init(generating count: Int, using random: inout SplitMix64) {
        let permissions: [SystemPermissionConstraint] = [.camera, .microphone, .location(usage: .whenInUse)]
        func condition() -> Requirement<Condition> {
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2:
                let id = "product-\(Int.random(in: 0..<max(1, count / 20), using: &random))"
                return .fact(
                    .purchase(id))
            case 3, 4:
                return .fact(.featureFlag(FeatureKey(rawValue: "flag-\(Int.random(in: 0..<count, using: &random))")))
            case 5: return .fact(.permission(permissions[Int.random(in: 0..<3, using: &random)]))
            case 6: return .fact(.platform(Self.rules[Int.random(in: 0..<2, using: &random)]))
            default: return .any([condition(), condition()])
            }
        }
        self.init(
            (0..<count).map { number in
                let parent = number >= 10 && number % 10 != 0 ? "f\(number / 10)" : nil
                let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in condition() }
                return Self.feature(number, "f\(number)", parent: parent, .all(parts))
            })
    }
}
