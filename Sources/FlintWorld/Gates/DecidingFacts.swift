// SPDX-License-Identifier: MIT

package import FeatureGating

/// The smallest set of facts that decides the availability of a feature.
///
/// The feature has the same availability for all values of all other facts. Past purchases are not among the facts and
/// keep their values.
package struct DecidingFacts: Sendable {
    package let availability: Truth
    package let facts: [FactKey]
    package let isSmallest: Bool
}

extension World {
    /// Returns the facts that the availability of a feature depends on, except for past purchases.
    package func factKeys(of id: String) -> [FactKey] {
        Set(lineage(of: id).flatMap { $0.requirement.facts.filter { !$0.isAlwaysMet }.flatMap(\.factKeys) })
            .filter { FactReference($0) != nil }.sorted { $0.sortKey < $1.sortKey }
    }

    /// Finds the smallest set of facts that decides the availability of a feature, within a number of steps.
    ///
    /// The set is empty for an unknown feature.
    package func decidingFacts(of id: String, stepLimit: Int = WorldComparison.stepLimit) -> DecidingFacts {
        let (line, keys, target) = (lineage(of: id), factKeys(of: id), verdict(of: id))
        func availability(assuming others: Truth, knowing known: Set<FactKey>) -> Truth {
            line.reduce(.true) { availability, feature in
                availability
                    && feature.requirement.evaluate { condition in
                        if condition.isAlwaysMet { return .true }
                        let truth = condition.truth { known.contains($0) || FactReference($0) == nil ? fact($0) : nil }
                        return truth == .unknown && !known.contains(condition.mainKey) ? others : truth
                    }
            }
        }
        var search = FactSetSearch(keys.isEmpty ? [] : [Array(keys.indices)]) { _, facts in
            let known = Set(facts.map { keys[$0] })
            // Requirements have no negation, so these are the extremes of all combinations of values.
            return [.false, .true].allSatisfy { availability(assuming: $0, knowing: known) == target }
        }
        let chosen = search.smallestSet(stepLimit: stepLimit)
        return DecidingFacts(availability: target, facts: chosen.map { keys[$0] }, isSmallest: search.isSmallest)
    }
}
