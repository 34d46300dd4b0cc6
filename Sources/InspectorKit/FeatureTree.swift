/// What a list shows of a feature: its position in the hierarchy and its state.
///
/// Why it is available or not is explained by ``Inspector/detail(of:)``, for one feature at a time.
package struct FeatureSummary: Codable, Sendable, Hashable, Identifiable {
    /// A small number that no other feature of the app has, for referring to the feature in changes.
    package var number: Int32
    /// The feature's path, such as `PodcastFeatures/FavouritesFeature`, or the identifier it fixes for itself.
    package var id: String
    /// The name for people.
    package var name: String
    /// The id of the group it sits under; `nil` at the roots.
    package var parent: String?
    /// How many groups it sits under; 0 at the roots.
    package var depth: Int32
    /// Whether the app shows the feature to its users.
    package var isVisible: Bool
    /// Whether it is available: yes, no, or `nil` for not known yet.
    package var isAvailable: Bool?
    /// Whether it depends on an overridden fact, through itself or a group above it.
    package var isOverridden: Bool

    /// What of a feature changes after it was registered.
    package struct State: Codable, Sendable, Hashable {
        /// The feature's ``FeatureSummary/number``.
        package var number: Int32
        /// Whether it is available: yes, no, or `nil` for not known yet.
        package var isAvailable: Bool?
        /// Whether it depends on an overridden fact, through itself or a group above it.
        package var isOverridden: Bool

        /// Creates a state.
        package init(number: Int32, isAvailable: Bool?, isOverridden: Bool) {
            self.number = number
            self.isAvailable = isAvailable
            self.isOverridden = isOverridden
        }
    }

    /// Creates a summary from its parts.
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

/// The features of an app in reading order, with their indices and the sizes of their groups.
package struct FeatureTree: Sendable, Hashable {
    /// Every feature, groups before what is in them.
    package private(set) var features: [FeatureSummary] = []
    /// How many features are available.
    package private(set) var availableCount = 0
    /// The index of every feature by id.
    private var indexByID: [String: Int32] = [:]
    /// The index of every feature by its number; -1 where there is none.
    private var indexByNumber: [Int32] = []
    /// The index behind everything that is under a feature, by the feature's index.
    private var ends: [Int32] = []

    /// Creates a tree.
    ///
    /// - Parameter features: The features, groups right before what is in them. A list in another order is put in order; of
    ///   two features with one id, the first counts.
    package init(_ features: [FeatureSummary]) {
        self.features = features
        availableCount = features.count { $0.isAvailable == true }
        guard !index() else { return }
        (self.features, indexByID, indexByNumber, ends, availableCount) = ([], [:], [], [], 0)
        add(features)
    }

    /// Returns the index of a feature in ``features``, or `nil` if there is none with the id.
    package func sortIndex(of id: String) -> Int? { indexByID[id].map(Int.init) }

    /// Returns whether anything is under the feature at an index.
    package func hasChildren(_ index: Int) -> Bool { Int(ends[index]) > index + 1 }

    /// Returns the index behind everything that is under the feature at an index.
    package func end(of index: Int) -> Int { Int(ends[index]) }

    /// Returns the indices of the features directly under the one at an index, in order; found as they are read.
    package func children(of index: Int) -> some Sequence<Int> {
        let end = Int(ends[index])
        return sequence(state: index + 1) { next -> Int? in
            guard next < end else { return nil }
            defer { next = Int(ends[next]) }
            return next
        }
    }

    /// Returns the index of the feature with a number, or `nil` if there is none.
    package func sortIndex(ofNumber number: Int32) -> Int? {
        let index = Int(number)
        guard indexByNumber.indices.contains(index), indexByNumber[index] >= 0 else { return nil }
        return Int(indexByNumber[index])
    }

    /// Takes in states; those of unknown features are left out.
    mutating func apply(_ states: [FeatureSummary.State]) {
        for state in states {
            guard let index = sortIndex(ofNumber: state.number) else { continue }
            availableCount += (state.isAvailable == true ? 1 : 0) - (features[index].isAvailable == true ? 1 : 0)
            features[index].isAvailable = state.isAvailable
            features[index].isOverridden = state.isOverridden
        }
    }

    /// Takes in features that were registered, each as the last in its group; known ones are replaced.
    ///
    /// - Parameter registered: The features, groups before what is in them.
    /// - Returns: Whether there were new ones.
    mutating func insert(_ registered: [FeatureSummary]) -> Bool {
        var added: [FeatureSummary] = []
        for feature in registered {
            guard let index = sortIndex(of: feature.id) else {
                added.append(feature)
                continue
            }
            availableCount += (feature.isAvailable == true ? 1 : 0) - (features[index].isAvailable == true ? 1 : 0)
            features[index] = feature
        }
        guard !added.isEmpty else { return false }
        add(added)
        return true
    }

    /// Adds new features, each as the last in its group, with one pass over all of them.
    private mutating func add(_ added: [FeatureSummary]) {
        var byParent: [String?: [FeatureSummary]] = [:]
        var known: Set<String> = []
        for feature in added where known.insert(feature.id).inserted {
            availableCount += feature.isAvailable == true ? 1 : 0
            byParent[feature.parent, default: []].append(feature)
        }
        var all: [FeatureSummary] = []
        all.reserveCapacity(features.count + known.count)
        /// Adds what is new under a group, with what is new under that.
        func close(_ parent: String?) {
            var pending = Array((byParent.removeValue(forKey: parent) ?? []).reversed())
            while let feature = pending.popLast() {
                all.append(feature)
                pending += (byParent.removeValue(forKey: feature.id) ?? []).reversed()
            }
        }
        var open: [Int] = []
        for (index, feature) in features.enumerated() {
            while let group = open.last, Int(ends[group]) <= index { close(features[open.removeLast()].id) }
            all.append(feature)
            open.append(index)
        }
        while let group = open.popLast() { close(features[group].id) }
        close(nil)
        // A feature whose group is not known is at a root.
        for parent in byParent.keys.compactMap(\.self).sorted() { close(parent) }
        features = all
        _ = index()
    }

    /// Finds the indices and the ends again.
    ///
    /// - Returns: Whether every group comes right before what is in it.
    private mutating func index() -> Bool {
        var missing: [String] = []
        indexByID = Dictionary(minimumCapacity: features.count)
        let highest = features.lazy.map(\.number).max() ?? -1
        // Numbers are dense. A far higher one can only come from a damaged answer, and is not worth the memory.
        let numbers = min(Int(highest) + 1, features.count * 4 + 1_024)
        indexByNumber = Array(repeating: -1, count: max(0, numbers))
        ends = Array(repeating: 0, count: features.count)
        var open: [Int] = []
        for (index, feature) in features.enumerated() {
            // A preorder walk: the group is the nearest one that is still open, unless the feature is at a root.
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
        return !missing.contains { indexByID[$0] != nil } && indexByID.count == features.count
    }
}
