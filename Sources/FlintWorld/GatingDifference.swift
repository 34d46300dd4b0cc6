// SPDX-License-Identifier: MIT

/// The differences between the gating of two versions of an app, independent of the values of facts.
///
/// Create a difference with ``init(from:to:)`` from the decoded output of `features --json` for both versions. The
/// order of requirements and the names of products, permissions, and flags do not count as differences.
package struct GatingDifference: Codable, Sendable, Hashable {
    package struct Feature: Codable, Sendable, Hashable {
        package let id: String
        package let name: String
        @NullWhenAbsent package var condition: String?

        init(_ feature: DeclaredGating.Feature) {
            id = feature.id
            name = feature.name
            condition = feature.condition
        }
    }

    /// A property's values in the two versions, where `nil` means that a version does not have it.
    package struct Change: Codable, Sendable, Hashable {
        @NullWhenAbsent package var before: String?
        @NullWhenAbsent package var after: String?
    }

    /// A feature that exists in both versions and differs between them.
    ///
    /// Only requirements that the feature itself declares are listed. Differences in groups above the feature appear in
    /// ``inherited``.
    package struct FeatureChange: Codable, Sendable, Hashable {
        package let id: String
        package let name: String
        @NullWhenAbsent package var names: Change?
        @NullWhenAbsent package var parents: Change?
        package let condition: Change
        package let added: [String]
        package let removed: [String]
        /// The requirements that both versions declare for the same fact, but differently.
        package let changed: [Change]
        /// The ids of the groups above the feature whose requirements differ.
        package let inherited: [String]
    }

    package struct Requirement: Codable, Sendable, Hashable {
        package let fact: FactReference
        package let title: String
    }

    package let versions: Change
    package let addedFeatures: [Feature]
    package let removedFeatures: [Feature]
    package let changedFeatures: [FeatureChange]
    package let addedRequirements: [Requirement]
    package let removedRequirements: [Requirement]

    package var isEmpty: Bool {
        addedFeatures.isEmpty && removedFeatures.isEmpty && changedFeatures.isEmpty && addedRequirements.isEmpty
            && removedRequirements.isEmpty
    }

    /// Compares two versions of an app.
    ///
    /// If either version does not list all supported platforms, the comparison is limited to the requirements for the
    /// current platform.
    package init(from old: DeclaredGating, to new: DeclaredGating) {
        let hasEveryPlatform = old.hasEveryPlatform && new.hasEveryPlatform
        self.init(
            comparing: hasEveryPlatform ? old.withEveryPlatform : old, hasEveryPlatform ? new.withEveryPlatform : new)
    }

    private init(comparing old: DeclaredGating, _ new: DeclaredGating) {
        let before = Dictionary(old.features.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let after = Dictionary(new.features.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        versions = Change(before: "\(old.app) on \(old.platform)", after: "\(new.app) on \(new.platform)")
        addedFeatures = new.features.filter { before[$0.id] == nil }.map(Feature.init)
        removedFeatures = old.features.filter { after[$0.id] == nil }.map(Feature.init)
        var seen: Set<String> = []
        changedFeatures = new.features.compactMap { feature in
            guard seen.insert(feature.id).inserted else { return nil }
            return before[feature.id].flatMap { FeatureChange(from: $0, to: feature) }
        }
        let (required, stillRequired) = (Self.requirements(of: old), Self.requirements(of: new))
        let oldFacts = Set(required.map(\.fact))
        let newFacts = Set(stillRequired.map(\.fact))
        addedRequirements = stillRequired.filter { !oldFacts.contains($0.fact) }
        removedRequirements = required.filter { !newFacts.contains($0.fact) }
    }

    private static func requirements(of gating: DeclaredGating) -> [Requirement] {
        var seen: Set<FactReference> = []
        return gating.features.flatMap(\.rows).compactMap { row in
            guard [.purchase, .permission, .flag].contains(row.kind), let fact = row.factReference,
                seen.insert(fact).inserted
            else { return nil }
            return Requirement(fact: fact, title: row.quantity == nil ? row.title : fact.key)
        }
    }
}

extension GatingDifference.FeatureChange {
    init?(from old: DeclaredGating.Feature, to new: DeclaredGating.Feature) {
        // The versions share the numbers, so that equal requirements have equal identities.
        var numbers: [String: Int] = [:]
        let (oldParts, newParts) = (Self.partsByOwner(old, &numbers), Self.partsByOwner(new, &numbers))
        var removed = oldParts[""] ?? []
        var added = newParts[""] ?? []
        let common = Set(removed).intersection(added)
        removed.removeAll { common.contains($0) }
        added.removeAll { common.contains($0) }
        var changed: [GatingDifference.Change] = []
        // A removed and an added requirement of the same fact count as one changed requirement.
        for part in removed {
            guard let subject = part.subject, let index = added.firstIndex(where: { $0.subject == subject }) else {
                continue
            }
            changed.append(GatingDifference.Change(before: part.statement, after: added.remove(at: index).statement))
        }
        let changedBefore = Set(changed.compactMap(\.before))
        removed.removeAll { $0.subject != nil && changedBefore.contains($0.statement) }
        let groups = Set(oldParts.keys).union(newParts.keys).subtracting([""])
        inherited = groups.filter { Set(oldParts[$0] ?? []) != Set(newParts[$0] ?? []) }.sorted()
        id = new.id
        name = new.name
        names = old.name == new.name ? nil : GatingDifference.Change(before: old.name, after: new.name)
        parents = old.parent == new.parent ? nil : GatingDifference.Change(before: old.parent, after: new.parent)
        condition = GatingDifference.Change(before: old.condition, after: new.condition)
        self.added = added.map(\.statement)
        self.removed = removed.map(\.statement)
        self.changed = changed
        let isSame = added.isEmpty && removed.isEmpty && changed.isEmpty && inherited.isEmpty
        if isSame, names == nil, parents == nil { return nil }
    }

    /// Returns the feature's requirements, grouped by the id of the group that declares them.
    ///
    /// The feature's own requirements are grouped under an empty id.
    private static func partsByOwner(
        _ feature: DeclaredGating.Feature, _ numbers: inout [String: Int]
    ) -> [String: [DeclaredPart]] {
        Dictionary(grouping: feature.rows) { $0.inheritedFrom ?? "" }
            .mapValues { DeclaredPart.parts(of: $0, &numbers) }
    }
}
