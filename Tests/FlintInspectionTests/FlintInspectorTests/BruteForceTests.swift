import FeatureGating
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

/// Compares the inspector's answers about random requirements with testing every state.
struct BruteForceTests {
    // MARK: Conditions in words

    @Test(arguments: PropertyScale.seeds(1))
    func `a condition in text form is met exactly where the feature is available`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<100 {
            let world = LintWorld(using: &random)
            let inspector = world.inspector()
            for (distance, id) in LintWorld.ids.enumerated() {
                let feature = try #require(inspector.detail(of: id))
                var words = ConditionWordsReader(feature.condition ?? "")
                for _ in 0..<40 {
                    // The texts are specific to the app's platform, which is one of the first three platforms of the
                    // states.
                    let platform = Int.random(in: 0..<3, using: &random) << LintWorld.bitCount
                    let bits = Int.random(in: 0..<(1 << LintWorld.bitCount), using: &random)
                    let state = LintWorld.State(bits: platform | bits)
                    let isMet = words.isMet(in: state)
                    #expect(
                        isMet == world.isAvailable(at: distance, in: state),
                        "\(feature.condition ?? "nothing") in \(state), of \(world)")
                    if isMet != world.isAvailable(at: distance, in: state) { return }
                }
            }
        }
    }

    // MARK: Plans

    /// The user's possible steps for a feature: buy, turn on flags, grant permissions, turn on the user setting.
    private static let steps: [(key: String, command: Command)] =
        LintWorld.products.map { ($0.productID, .override(.purchase, $0.productID, to: "purchased")) }
        + LintWorld.flags.map { ($0.rawValue, .override(.flag, $0.rawValue, to: "on")) }
        + LintWorld.permissions.map { ($0.name, .override(.permission, $0.name, to: "authorized")) }

    @Test(arguments: PropertyScale.seeds(1))
    func `the plans are the smallest sets of steps that make a feature available`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var compared = 0
        for _ in 0..<150 {
            let world = LintWorld(using: &random)
            let inspector = world.inspector()
            let model = inspector.readModel()
            let steps = Self.steps
            let columns = inspector.availability(
                assuming: (0..<(1 << steps.count)).map { bits in
                    steps.indices.filter { bits >> $0 & 1 == 1 }.map { steps[$0].command }
                })
            for (distance, id) in LintWorld.ids.enumerated() {
                let feature = try #require(model.feature(id))
                guard feature.isAvailable != true else { continue }
                // A wider permission is not offered if only the narrower permission is required.
                let asksForAlways = world.rules[distance...].joined().contains(.permission(2))
                let offered = asksForAlways ? columns.indices : columns.indices.prefix(columns.count / 2)
                let sufficient = offered.filter { columns[$0].availability(of: feature) == true }
                let minimal = sufficient.filter { set in
                    !sufficient.contains { $0 != set && $0 & set == $0 }
                }
                let expected = Set(
                    minimal.map { set in
                        Set(steps.indices.filter { set >> $0 & 1 == 1 }.map { steps[$0].key })
                    })
                let plans = try #require(inspector.plans(of: id))
                guard plans.areComplete else { continue }
                let found = plans.plans.map { Set($0.map(\.key)) }
                #expect(
                    Set(found) == expected && found.count == expected.count,
                    "\(id): \(found) instead of \(expected), of \(world)")
                compared += 1
            }
        }
        #expect(compared > 150)
    }

    // MARK: Impact

    @Test func `the impact of a loss is every feature that becomes unavailable`() throws {
        var random = SplitMix64(seed: 23)
        var lost = 0
        for _ in 0..<1_000 {
            let world = LintWorld(using: &random)
            let inspector = world.inspector()
            var state = LintWorld.State(bits: Int.random(in: 0..<LintWorld.states.count, using: &random))
            // A state in which all facts are true has the most to lose.
            if Bool.random(using: &random) { state.bits |= (1 << LintWorld.bitCount) - 1 }
            for command in world.commands(for: state) { inspector.send(command) { _ in } }
            let product = Int.random(in: 0..<LintWorld.products.count, using: &random)
            let command = Command.override(
                .purchase, LintWorld.products[product].productID, to: "not-purchased")
            // The app refuses to override a product that no feature mentions.
            guard inspector.preview([command], limit: 1).refusal == nil else { continue }
            var after = state
            after.bits &= ~(1 << product)
            let expected = LintWorld.ids.indices.reversed().filter {
                world.isAvailable(at: $0, in: state) && !world.isAvailable(at: $0, in: after)
            }
            let impact = try #require(try inspector.impact(of: command, on: [], in: inspector.world(of: nil)).first)
            #expect(impact.lost.map(\.featureID) == expected.map { LintWorld.ids[$0] }, "\(world) in \(state)")
            lost += expected.count
        }
        #expect(lost > 100)
    }
}

/// A parser for conditions in their readable form: "(A or B) and C, on iOS".
private struct ConditionWordsReader {
    private let text: String
    private var rest: Substring = ""

    init(_ text: String) {
        self.text = text
    }

    mutating func isMet(in state: LintWorld.State) -> Bool {
        if text.isEmpty { return true }
        var condition = text[...]
        var place = ""
        if text.hasPrefix("to run on ") {
            (condition, place) = ("", String(text.dropFirst("to run on ".count)))
        } else if let comma = text.range(of: ", on ") {
            (condition, place) = (text[..<comma.lowerBound], String(text[comma.upperBound...]))
        }
        rest = condition
        return (condition.isEmpty || list(in: state)) && isMet(place, in: state)
    }

    /// Parses parts that are joined by the same word.
    private mutating func list(in state: LintWorld.State) -> Bool {
        var values = [part(in: state)]
        var isAlternative = false
        while rest.hasPrefix(" and ") || rest.hasPrefix(" or ") {
            isAlternative = rest.hasPrefix(" or ")
            rest = rest.dropFirst(isAlternative ? 4 : 5)
            values.append(part(in: state))
        }
        return isAlternative ? values.contains(true) : !values.contains(false)
    }

    private mutating func part(in state: LintWorld.State) -> Bool {
        if rest.hasPrefix("(") {
            rest = rest.dropFirst()
            let value = list(in: state)
            if rest.hasPrefix(")") { rest = rest.dropFirst() }
            return value
        }
        for (name, isMet) in Self.conditions(in: state) where rest.hasPrefix(name) {
            rest = rest.dropFirst(name.count)
            return isMet
        }
        Issue.record("\(rest) is not a condition")
        rest = ""
        return false
    }

    private static func conditions(in state: LintWorld.State) -> [(String, Bool)] {
        LintWorld.products.enumerated().map { ($1.name, state.has($0)) }
            + LintWorld.flags.enumerated().map { ("the flag \($1.rawValue)", state.has(3 + $0)) }
            + LintWorld.permissions.enumerated().map {
                ($1.description, state.has(5 + $0) || ($0 == 1 && state.has(7)))
            } + [
                ("its user setting", state.has(8)), ("the user setting of LintLeaf", state.has(8)),
                ("a condition that cannot be met", false),
            ]
    }

    private func isMet(_ place: String, in state: LintWorld.State) -> Bool {
        guard !place.isEmpty else { return true }
        return place.split(separator: " and ").allSatisfy { rule in
            LintWorld.platformRules.first { versions, words in
                words?.replacing(", any version", with: "") == String(rule).replacing(" only", with: "")
            }.map { ($0.versions[state.platform.platform] ?? .any).allows(state.platform.version) } ?? false
        }
    }
}
