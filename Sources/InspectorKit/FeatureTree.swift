/// The features of an app in reading order, with their places and the sizes of their groups.
public struct FeatureTree: Sendable, Hashable {
    /// Every feature, groups before what is in them.
    public private(set) var features: [FeatureSummary] = []
    /// How many features are available.
    public private(set) var availableCount = 0
    /// The place of every feature by id.
    private var places: [String: Int32] = [:]
    /// The place of every feature by its number; -1 where there is none.
    private var placesByNumber: [Int32] = []
    /// The place behind everything that is under a feature, by the feature's place.
    private var ends: [Int32] = []

    /// Creates a tree.
    ///
    /// - Parameter features: The features, groups right before what is in them. A list in another order is put in order; of
    ///   two features with one id, the first counts.
    public init(_ features: [FeatureSummary]) {
        self.features = features
        availableCount = features.count { $0.isAvailable == true }
        guard !index() else { return }
        (self.features, places, placesByNumber, ends, availableCount) = ([], [:], [], [], 0)
        add(features)
    }

    /// Returns the place of a feature in ``features``, or `nil` if there is none with the id.
    public func place(of id: String) -> Int? { places[id].map(Int.init) }

    /// Returns whether anything is under the feature at a place.
    public func hasChildren(_ place: Int) -> Bool { Int(ends[place]) > place + 1 }

    /// Returns the place behind everything that is under the feature at a place.
    public func end(of place: Int) -> Int { Int(ends[place]) }

    /// Returns the places of the features directly under the one at a place, in order; found as they are read.
    public func children(of place: Int) -> some Sequence<Int> {
        let end = Int(ends[place])
        return sequence(state: place + 1) { next -> Int? in
            guard next < end else { return nil }
            defer { next = Int(ends[next]) }
            return next
        }
    }

    /// Returns the place of the feature with a number, or `nil` if there is none.
    public func place(ofNumber number: Int32) -> Int? {
        let index = Int(number)
        guard placesByNumber.indices.contains(index), placesByNumber[index] >= 0 else { return nil }
        return Int(placesByNumber[index])
    }

    /// Takes in states; those of unknown features are left out.
    mutating func apply(_ states: [FeatureSummary.State]) {
        for state in states {
            guard let place = place(ofNumber: state.number) else { continue }
            availableCount += (state.isAvailable == true ? 1 : 0) - (features[place].isAvailable == true ? 1 : 0)
            features[place].isAvailable = state.isAvailable
            features[place].isOverridden = state.isOverridden
        }
    }

    /// Takes in features that were registered, each as the last in its group; known ones are replaced.
    ///
    /// - Parameter registered: The features, groups before what is in them.
    /// - Returns: Whether there were new ones.
    mutating func insert(_ registered: [FeatureSummary]) -> Bool {
        var added: [FeatureSummary] = []
        for feature in registered {
            guard let place = place(of: feature.id) else {
                added.append(feature)
                continue
            }
            availableCount += (feature.isAvailable == true ? 1 : 0) - (features[place].isAvailable == true ? 1 : 0)
            features[place] = feature
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
        for (place, feature) in features.enumerated() {
            while let group = open.last, Int(ends[group]) <= place { close(features[open.removeLast()].id) }
            all.append(feature)
            open.append(place)
        }
        while let group = open.popLast() { close(features[group].id) }
        close(nil)
        // A feature whose group is not known is at a root.
        for parent in byParent.keys.compactMap(\.self).sorted() { close(parent) }
        features = all
        _ = index()
    }

    /// Finds the places and the ends again.
    ///
    /// - Returns: Whether every group comes right before what is in it.
    private mutating func index() -> Bool {
        var missing: [String] = []
        places = Dictionary(minimumCapacity: features.count)
        let highest = features.lazy.map(\.number).max() ?? -1
        // Numbers are dense. A far higher one can only come from a damaged answer, and is not worth the memory.
        let numbers = min(Int(highest) + 1, features.count * 4 + 1_024)
        placesByNumber = Array(repeating: -1, count: max(0, numbers))
        ends = Array(repeating: 0, count: features.count)
        var open: [Int] = []
        for (place, feature) in features.enumerated() {
            // A preorder walk: the group is the nearest one that is still open, unless the feature is at a root.
            let parent = feature.parent.flatMap { id in open.last { features[$0].id == id } }
            if parent == nil, let id = feature.parent { missing.append(id) }
            while let group = open.last, group != parent { ends[open.removeLast()] = Int32(place) }
            open.append(place)
            if places[feature.id] == nil { places[feature.id] = Int32(place) }
            if placesByNumber.indices.contains(Int(feature.number)) {
                placesByNumber[Int(feature.number)] = Int32(place)
            }
        }
        while let group = open.popLast() { ends[group] = Int32(features.count) }
        return !missing.contains { places[$0] != nil } && places.count == features.count
    }
}
