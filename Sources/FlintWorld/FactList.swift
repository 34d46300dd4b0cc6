// SPDX-License-Identifier: MIT

internal import FeatureGating

package struct FactEntry: Sendable, Hashable, Encodable {
    package let kind: FactKind
    package let key: String
    package let title: String
    /// The effective value, as commands spell it, or `nil` if it is unknown.
    @NullWhenAbsent package var value: String?
    package let text: String
    package let source: FactSource
    @NullWhenAbsent package var override: String?
    /// The ids of the features that require the fact, directly or through a group.
    package let features: [String]
    package let description: FactDescription?
    package let record: FactRecord

    private enum CodingKeys: CodingKey {
        case kind, key, title, value, text, source, override, features, description
    }

    package var reference: FactReference { FactReference(kind: kind, key: key) }
}

extension World {
    /// Returns the facts that the app's features require, the app's own facts, and its adopted flags.
    ///
    /// The list is sorted by kind and name. Facts that only the framework's features require are omitted. With a kind,
    /// the list contains all facts of that kind, including those that no feature requires.
    package func factList(of kind: FactKind? = nil) -> [FactEntry] {
        let features = catalog.features.filter { !$0.belongsToFramework }
        var keys = Set(features.lazy.flatMap(\.requirement.facts).map(\.mainKey) + model.ownFacts.map(\.key))
        keys.formUnion(model.adoptedFlags)
        if let kind {
            keys = keys.filter { $0.kind == kind }
            keys.formUnion(model.listedFacts(of: kind).compactMap { model.key(of: $0.reference) })
        }
        return keys.sorted { $0.sortKey < $1.sortKey }.compactMap { key in
            guard let reference = FactReference(key) else { return nil }
            let fact = facts[key] ?? .unreported(key)
            let value = Condition.effectiveValue(of: key) { facts[$0] } ?? key.unreportedValue
            return FactEntry(
                kind: reference.kind, key: reference.key, title: title(of: key), value: value.knownText(of: key),
                text: value.displayText(for: key), source: fact.override == nil ? fact.source : "override",
                override: fact.override.map { $0.value.displayText(for: key) }, features: featuresRequiring(reference),
                description: key.description, record: FactRecord(key: key, fact: fact))
        }
    }
}
