// SPDX-License-Identifier: MIT

internal import FeatureGating

/// The facts of an app, ranked by the features and actions that are lost without them.
package struct FactRanking: Sendable, Encodable {
    package struct Loss: Sendable, Hashable, Encodable {
        package let features: [String]
        package let actionCount: Int
    }

    package struct Entry: Sendable, Hashable, Encodable {
        package let fact: FactReference
        package let title: String
        /// The loss if everything else is granted.
        package let granted: Loss
        package let now: Loss
    }

    package let platform: String
    /// The facts in descending order of the number of features lost without them.
    package let facts: [Entry]
}

extension World {
    /// Ranks the facts that features require, except for the platform.
    ///
    /// The cost is proportional to the number of features that depend on each fact. The framework's own features are
    /// omitted.
    package var factRanking: FactRanking {
        let own = catalog.features.filter { !$0.belongsToFramework }
        let keys = Set(own.lazy.flatMap(\.requirement.facts).map(\.mainKey))
            .compactMap { key in
                opposites(of: key).map { (key: key, granted: $0.granted.value, removed: $0.removed.value) }
            }
        // The world in which every fact is granted.
        let granted = setting(
            Dictionary(
                uniqueKeysWithValues: keys.map { key, value, _ in
                    (key, (facts[key] ?? .unreported(key)).assuming(override: value))
                }))
        let actionCounts = Dictionary(own.map { ($0.id, $0.actions.count) }, uniquingKeysWith: { first, _ in first })
        func loss(_ key: FactKey, _ value: FactValue, in world: World) -> FactRanking.Loss {
            let fact = (world.facts[key] ?? .unreported(key)).assuming(override: value)
            // `actionCounts` does not contain the framework's own features.
            let lost = world.changes(to: [key: fact]).filter { $0.before == true && actionCounts[$0.featureID] != nil }
            return FactRanking.Loss(
                features: lost.map(\.featureID), actionCount: lost.map { actionCounts[$0.featureID] ?? 0 }.reduce(0, +))
        }
        let entries = keys.compactMap { key, _, removed -> FactRanking.Entry? in
            guard let reference = FactReference(key) else { return nil }
            return FactRanking.Entry(
                fact: reference, title: title(of: key), granted: loss(key, removed, in: granted),
                now: loss(key, removed, in: self))
        }
        func rank(_ entry: FactRanking.Entry) -> [Int] {
            [entry.granted.features.count, entry.granted.actionCount, entry.now.features.count, entry.now.actionCount]
        }
        let sorted = entries.map { (rank: rank($0), key: "\($0.fact.kind.rawValue) \($0.fact.key)", entry: $0) }.sorted
        {
            $0.rank == $1.rank ? $0.key < $1.key : $1.rank.lexicographicallyPrecedes($0.rank)
        }
        return FactRanking(platform: model.status.platform.label, facts: sorted.map(\.entry))
    }
}
