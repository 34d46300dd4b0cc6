// SPDX-License-Identifier: MIT

internal import FeatureGating
import FlintFoundation

/// The smallest set of facts that explains the differences in availability between two worlds.
///
/// If the facts in ``explanation`` had their values from the second world, every feature of the first world would have
/// the same availability as with all facts from the second world.
package struct WorldComparison: Encodable, Sendable, Hashable {
    private enum CodingKeys: CodingKey {
        case explanation, isSmallest, differingFactCount, store, features, onlyInFirst, onlyInSecond
    }

    package struct FactChange: Codable, Sendable, Hashable {
        /// The fact, or `nil` for past purchases.
        @NullWhenAbsent package var fact: FactReference?
        package let title: String
        package let before: String
        package let after: String

        package var line: String { line(arrow: "->") }

        package func line(arrow: String) -> String { "\(title): \(before) \(arrow) \(after)" }
    }

    package struct Feature: Codable, Sendable, Hashable {
        package let change: FeatureChange
        /// The facts of the explanation that are sufficient for the difference.
        package let facts: [FactChange]
        /// Whether different requirements in the two worlds contribute to the difference.
        package let requirementsDiffer: Bool
    }

    package let features: [Feature]
    package let explanation: [FactChange]
    package let isSmallest: Bool
    /// The number of facts that differ and that features of the first world depend on.
    package let differingFactCount: Int
    /// The differences of the simulated stores that no feature's requirements show.
    package let store: [FactChange]
    package let commonFeatureCount: Int
    package let onlyInFirst: [String]
    package let onlyInSecond: [String]

    package static let stepLimit = 100_000

    package init(from first: World, to second: World, stepLimit: Int = Self.stepLimit) {
        var search = ComparisonSearch(from: first, to: second, stepLimit: stepLimit)
        let chosen = search.smallestChange()
        func change(_ key: FactKey) -> FactChange {
            func displayedValue(in world: World) -> String {
                (world.fact(key)?.effective ?? key.unreportedValue).displayText(for: key)
            }
            return FactChange(
                fact: FactReference(key), title: first.title(of: key), before: displayedValue(in: first),
                after: displayedValue(in: second))
        }
        let targets = search.targets
        let known = Set(second.model.features.map(\.id))
        features = first.model.features.filter { known.contains($0.id) }.compactMap { feature in
            let verdicts = (first.verdict(of: feature.id), second.verdict(of: feature.id))
            guard verdicts.0 != verdicts.1 else { return nil }
            return Feature(
                change: FeatureChange(
                    featureID: feature.id, featureName: feature.name, before: verdicts.0.boolValue,
                    after: verdicts.1.boolValue),
                facts: search.facts(of: chosen, changing: feature.id).map(change),
                requirementsDiffer: targets[feature.id] ?? verdicts.0 != verdicts.1)
        }
        explanation = chosen.map(change)
        isSmallest = search.isSmallest
        store = StoreState.differences(from: first, to: second)
        differingFactCount = search.keys.count
        let own = Set(first.model.features.map(\.id))
        onlyInFirst = first.model.features.map(\.id).filter { !known.contains($0) }
        commonFeatureCount = own.count - onlyInFirst.count
        onlyInSecond = second.model.features.map(\.id).filter { !own.contains($0) }
    }
}

/// A search for the smallest set of another world's facts that has the same effect on features as all of its facts.
private struct ComparisonSearch {
    private struct Constraint {
        let id: String
        /// The indices of the facts, in ascending order.
        let support: [Int]
        let target: Truth
    }

    private let world: World
    private let after: [FactKey: Fact]
    let keys: [FactKey]
    private var constraints: [Constraint] = []
    private let stepLimit: Int
    private var steps = 0
    private(set) var isSmallest = true

    init(from first: World, to second: World, stepLimit: Int) {
        (world, self.stepLimit) = (first, stepLimit)
        let needed = Set(
            first.catalog.features.flatMap { feature in
                feature.requirement.facts.filter { !$0.isAlwaysMet }.flatMap(\.factKeys)
            })
        var after: [FactKey: Fact] = [:]
        for key in needed {
            func state(_ world: World) -> Fact {
                world.fact(key) ?? Fact(actual: key.unreportedValue, source: .unreported, since: .distantPast)
            }
            let (old, new) = (state(first), state(second))
            if old.effective != new.effective { after[key] = new }
        }
        self.after = after
        keys = after.keys.sorted { $0.sortKey < $1.sortKey }
        let indices = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        constraints = first.affectedFeatures(by: keys).map { index in
            let id = first.model.features[index].id
            let support = Set(
                first.lineage(of: id).flatMap { $0.requirement.facts.flatMap(\.factKeys).compactMap { indices[$0] } })
            return Constraint(id: id, support: support.sorted(), target: first.verdict(of: id, with: after))
        }
    }

    /// For each feature that depends on a differing fact, its availability with all facts of the second world.
    var targets: [String: Truth] { Dictionary(constraints.map { ($0.id, $0.target) }, uniquingKeysWith: { $1 }) }

    private func isMet(_ constraint: Constraint, changing facts: some Sequence<Int>) -> Bool {
        var others: [FactKey: Fact] = [:]
        for fact in facts { others[keys[fact]] = after[keys[fact]] }
        return world.verdict(of: constraint.id, with: others) == constraint.target
    }

    /// Returns the facts of a set that are sufficient for a feature's target.
    func facts(of chosen: [FactKey], changing id: String) -> [FactKey] {
        guard let constraint = constraints.first(where: { $0.id == id }) else { return [] }
        let names = Set(chosen)
        // Removing facts one by one leaves a set without redundant facts.
        var needed = constraint.support.filter { names.contains(keys[$0]) }
        for fact in needed where isMet(constraint, changing: needed.filter { $0 != fact }) {
            needed.removeAll { $0 == fact }
        }
        return needed.map { keys[$0] }
    }

    /// Returns the smallest set of facts, or a set without redundant facts if the search gives up.
    mutating func smallestChange() -> [FactKey] {
        // The closure cannot capture the value that this method changes.
        let unchanged = self
        return components().flatMap { members in
            var part = FactSetSearch(members.map(\.support)) { unchanged.isMet(members[$0], changing: $1) }
            let chosen = part.smallestSet(stepLimit: stepLimit - steps)
            steps += part.steps
            if !part.isSmallest { isSmallest = false }
            return chosen
        }.sorted().map { keys[$0] }
    }

    /// Returns the constraints in groups that share no facts.
    private func components() -> [[Constraint]] {
        var roots = Array(keys.indices)
        func root(_ fact: Int) -> Int {
            var fact = fact
            // Shorter paths speed up later calls.
            while roots[fact] != fact {
                roots[fact] = roots[roots[fact]]
                fact = roots[fact]
            }
            return fact
        }
        for constraint in constraints {
            for fact in constraint.support { roots[root(fact)] = root(constraint.support[0]) }
        }
        let groups = Dictionary(grouping: constraints.filter { !$0.support.isEmpty }) { root($0.support[0]) }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }
}
