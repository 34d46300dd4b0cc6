// SPDX-License-Identifier: MIT

/// A feature's row in a list: its position in the hierarchy and its state.
///
/// Summaries are small, because an app can have very many features and a list contains all of them.
/// ``World/detail(of:with:)`` explains the availability of a single feature.
package struct FeatureSummary: Codable, Sendable, Hashable, Identifiable {
    /// A small number that identifies the feature in changes.
    ///
    /// It is unique within the app.
    package var number: Int32
    package var id: String
    package var name: String
    package var parent: String?
    package var depth: Int32
    package var isVisible: Bool
    package var isAvailable: Bool?
    /// Whether the feature or a group above it depends on an overridden fact.
    package var isOverridden: Bool

    package struct State: Codable, Sendable, Hashable {
        package var number: Int32
        package var isAvailable: Bool?
        package var isOverridden: Bool

        package init(number: Int32, isAvailable: Bool?, isOverridden: Bool) {
            self.number = number
            self.isAvailable = isAvailable
            self.isOverridden = isOverridden
        }
    }

    package init(
        number: Int, id: String, name: String, parent: String?, depth: Int, isVisible: Bool, isAvailable: Bool?,
        isOverridden: Bool
    ) {
        self.number = Int32(clamping: number)
        self.id = id
        self.name = name
        self.parent = parent
        self.depth = Int32(clamping: depth)
        self.isVisible = isVisible
        self.isAvailable = isAvailable
        self.isOverridden = isOverridden
    }
}

/// An app's features in display order, with lookup tables and the extent of each group.
///
/// A group comes directly before its descendants, so every subtree is a contiguous range that starts at the group's
/// index. Lookup by id or number takes constant time. An insertion visits all features once.
package struct FeatureTree: Sendable, Hashable {
    package private(set) var features: [FeatureSummary] = []
    package private(set) var availableCount = 0
    package private(set) var visibleCount = 0
    package private(set) var visibleAvailableCount = 0
    private var indexByID: [String: Int32] = [:]
    /// The index of each feature by number, or -1 for an unused number.
    private var indexByNumber: [Int32] = []
    /// For each feature's index, the index after its last descendant.
    private var ends: [Int32] = []

    /// Creates a tree from features.
    ///
    /// If groups do not come directly before their children, the features are sorted. If several features have the
    /// same id, only the first is used.
    package init(_ features: [FeatureSummary]) {
        self.features = features
        availableCount = features.count { $0.isAvailable == true }
        visibleCount = features.count { $0.isVisible }
        visibleAvailableCount = features.count { $0.isVisible && $0.isAvailable == true }
        guard !index() else { return }
        // Adding the features to an empty tree sorts them.
        (self.features, indexByID, indexByNumber, ends) = ([], [:], [], [])
        (availableCount, visibleCount, visibleAvailableCount) = (0, 0, 0)
        add(features)
    }

    package func sortIndex(of id: String) -> Int? { indexByID[id].map(Int.init) }

    package func hasChildren(_ index: Int) -> Bool { Int(ends[index]) > index + 1 }

    package func end(of index: Int) -> Int { Int(ends[index]) }

    package func children(of index: Int) -> some Sequence<Int> {
        let end = Int(ends[index])
        return sequence(state: index + 1) { next -> Int? in
            guard next < end else { return nil }
            // The next child follows the last descendant of this one.
            defer { next = Int(ends[next]) }
            return next
        }
    }

    package func sortIndex(ofNumber number: Int32) -> Int? {
        let index = Int(number)
        guard indexByNumber.indices.contains(index), indexByNumber[index] >= 0 else { return nil }
        return Int(indexByNumber[index])
    }

    mutating func apply(_ states: [FeatureSummary.State]) {
        for state in states {
            guard let index = sortIndex(ofNumber: state.number) else { continue }
            // The counts are adjusted with each change, which avoids a pass over all features.
            let change = (state.isAvailable == true ? 1 : 0) - (features[index].isAvailable == true ? 1 : 0)
            availableCount += change
            if features[index].isVisible { visibleAvailableCount += change }
            features[index].isAvailable = state.isAvailable
            features[index].isOverridden = state.isOverridden
        }
    }

    /// Inserts registered features as the last children of their groups, replacing known features.
    ///
    /// Each group precedes its children in `registered`. The result is `true` if any feature is new.
    mutating func insert(_ registered: [FeatureSummary]) -> Bool {
        var added: [FeatureSummary] = []
        for feature in registered {
            guard let index = sortIndex(of: feature.id) else {
                added.append(feature)
                continue
            }
            count(features[index], by: -1)
            count(feature, by: 1)
            features[index] = feature
        }
        guard !added.isEmpty else { return false }
        add(added)
        return true
    }

    private mutating func count(_ feature: FeatureSummary, by change: Int) {
        if feature.isVisible { visibleCount += change }
        guard feature.isAvailable == true else { return }
        availableCount += change
        if feature.isVisible { visibleAvailableCount += change }
    }

    private mutating func add(_ added: [FeatureSummary]) {
        var byParent: [String?: [FeatureSummary]] = [:]
        var known: Set<String> = []
        for feature in added where known.insert(feature.id).inserted {
            count(feature, by: 1)
            byParent[feature.parent, default: []].append(feature)
        }
        var all: [FeatureSummary] = []
        all.reserveCapacity(features.count + known.count)
        func close(_ parent: String?) {
            var pending = Array((byParent.removeValue(forKey: parent) ?? []).reversed())
            while let feature = pending.popLast() {
                all.append(feature)
                pending += (byParent.removeValue(forKey: feature.id) ?? []).reversed()
            }
        }
        // The groups whose subtrees are still open. The new children of a group follow its last descendant.
        var open: [Int] = []
        for (index, feature) in features.enumerated() {
            while let group = open.last, Int(ends[group]) <= index { close(features[open.removeLast()].id) }
            all.append(feature)
            open.append(index)
        }
        while let group = open.popLast() { close(features[group].id) }
        close(nil)
        // A feature whose group is unknown becomes a root.
        for parent in byParent.keys.compactMap(\.self).sorted() { close(parent) }
        features = all
        _ = index()
    }

    /// Rebuilds the lookup tables and the extents of groups.
    ///
    /// The result is `true` if the ids are unique and the features are in preorder, so that each group comes directly
    /// before its descendants.
    private mutating func index() -> Bool {
        var missing: [String] = []
        indexByID = Dictionary(minimumCapacity: features.count)
        let highest = features.lazy.map(\.number).max() ?? -1
        // Numbers are dense. A much higher number can only come from a damaged response and does not justify the
        // memory.
        let numbers = min(Int(highest) + 1, features.count * 4 + 1_024)
        indexByNumber = Array(repeating: -1, count: max(0, numbers))
        ends = Array(repeating: 0, count: features.count)
        var open: [Int] = []
        for (index, feature) in features.enumerated() {
            // In preorder, the parent is the nearest open group, unless the feature is a root.
            let parent = feature.parent.flatMap { id in open.last { features[$0].id == id } }
            if parent == nil, let id = feature.parent { missing.append(id) }
            while let group = open.last, group != parent { ends[open.removeLast()] = Int32(index) }
            open.append(index)
            if indexByID[feature.id] == nil { indexByID[feature.id] = Int32(index) }
            if indexByNumber.indices.contains(Int(feature.number)) {
                indexByNumber[Int(feature.number)] = Int32(index)
            }
        }
        while let group = open.popLast() { ends[group] = Int32(features.count) }
        // A feature's group may be missing, but must not be anywhere else in the list.
        return !missing.contains { indexByID[$0] != nil } && indexByID.count == features.count
    }
}
