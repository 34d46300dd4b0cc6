/// How the gating of two versions of an app differs, whatever the values of facts are.
package struct GatingDifference: Codable, Sendable, Hashable {
    /// A feature that only one version has.
    package struct Feature: Codable, Sendable, Hashable {
        /// The feature's id.
        package let id: String
        /// The name for people.
        package let name: String
        /// What it and the groups above it require in words; `nil` if nothing is required.
        @NullWhenAbsent package var condition: String?

        init(_ feature: DeclaredGating.Feature) {
            id = feature.id
            name = feature.name
            condition = feature.condition
        }
    }

    /// A value in both versions.
    package struct Change: Codable, Sendable, Hashable {
        /// The value in the old version; `nil` for none.
        @NullWhenAbsent package var before: String?
        /// The value in the new version; `nil` for none.
        @NullWhenAbsent package var after: String?
    }

    /// A feature that both versions have and that differs between them.
    package struct FeatureChange: Codable, Sendable, Hashable {
        /// The feature's id.
        package let id: String
        /// The name in the new version.
        package let name: String
        /// The names, if they differ.
        @NullWhenAbsent package var names: Change?
        /// The ids of the groups it sits under, if they differ.
        @NullWhenAbsent package var parents: Change?
        /// What it and the groups above it require in words, in both versions.
        package let condition: Change
        /// Its own requirements that only the new version has, in words.
        package let added: [String]
        /// Its own requirements that only the old version has, in words.
        package let removed: [String]
        /// Its own requirements that are about the same in both versions, but require something else of it.
        package let changed: [Change]
        /// The ids of the groups above it whose requirements differ.
        package let inherited: [String]
    }

    /// A product, a permission or a flag that features of only one version require.
    package struct Requirement: Codable, Sendable, Hashable {
        /// The fact.
        package let fact: FactReference
        /// The name for people.
        package let title: String
    }

    /// The apps' names and platforms, such as "Podcasts on iOS 17.2".
    package let versions: Change
    /// The features that only the new version has.
    package let addedFeatures: [Feature]
    /// The features that only the old version has.
    package let removedFeatures: [Feature]
    /// The features that differ.
    package let changedFeatures: [FeatureChange]
    /// The products, permissions and flags that are required in the new version only.
    package let addedRequirements: [Requirement]
    /// The products, permissions and flags that are required in the old version only.
    package let removedRequirements: [Requirement]

    /// Whether the gating is the same.
    package var isEmpty: Bool {
        addedFeatures.isEmpty && removedFeatures.isEmpty && changedFeatures.isEmpty && addedRequirements.isEmpty
            && removedRequirements.isEmpty
    }

    /// Compares two versions of an app.
    ///
    /// Requirements in another order are the same, and so are products, permissions and flags under other names. Platforms
    /// are compared as they concern the current one if one of the versions has no others.
    ///
    /// - Parameters:
    ///   - old: The old version.
    ///   - new: The new version.
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

    /// The products, permissions and flags that features require, each once.
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
    /// Compares a feature in both versions; `nil` if it is the same.
    init?(from old: DeclaredGating.Feature, to new: DeclaredGating.Feature) {
        let (oldRows, newRows) = (Self.rowsByOwner(old), Self.rowsByOwner(new))
        var removed = Self.parts(oldRows[""])
        var added = Self.parts(newRows[""])
        let common = Set(removed).intersection(added)
        removed.removeAll { common.contains($0) }
        added.removeAll { common.contains($0) }
        var changed: [GatingDifference.Change] = []
        for part in removed {
            guard let subject = part.subject, let index = added.firstIndex(where: { $0.subject == subject }) else {
                continue
            }
            changed.append(GatingDifference.Change(before: part.words, after: added.remove(at: index).words))
        }
        let changedBefore = Set(changed.compactMap(\.before))
        removed.removeAll { $0.subject != nil && changedBefore.contains($0.words) }
        let groups = Set(oldRows.keys).union(newRows.keys).subtracting([""])
        inherited = groups.filter { Set(Self.parts(oldRows[$0])) != Set(Self.parts(newRows[$0])) }.sorted()
        id = new.id
        name = new.name
        names = old.name == new.name ? nil : GatingDifference.Change(before: old.name, after: new.name)
        parents = old.parent == new.parent ? nil : GatingDifference.Change(before: old.parent, after: new.parent)
        condition = GatingDifference.Change(before: old.condition, after: new.condition)
        self.added = added.map(\.words)
        self.removed = removed.map(\.words)
        self.changed = changed
        let isSame = added.isEmpty && removed.isEmpty && changed.isEmpty && inherited.isEmpty
        if isSame, names == nil, parents == nil { return nil }
    }

    /// What a feature requires by the group that declares it, its own under an empty id.
    private static func rowsByOwner(_ feature: DeclaredGating.Feature) -> [String: [RequirementState]] {
        Dictionary(grouping: feature.rows) { $0.inheritedFrom ?? "" }
    }

    private static func parts(_ rows: [RequirementState]?) -> [DeclaredPart] {
        rows.map(DeclaredPart.parts) ?? []
    }
}
