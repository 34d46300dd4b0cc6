import InspectorKit

/// What is looked up in a snapshot, worked out once when it arrives.
struct SnapshotIndex: Sendable {
    /// The place of every feature by id.
    private(set) var features: [String: Int] = [:]
    /// The places of the features under each feature, in order of declaration.
    private(set) var children: [[Int]] = []
    /// The place of every feature's parent; -1 for roots.
    private(set) var parents: [Int] = []
    /// The places of the features without a parent.
    private(set) var roots: [Int] = []
    /// How many features are available.
    private(set) var availableCount = 0
    /// The place of every product by id.
    private(set) var products: [String: Int] = [:]
    /// The place of every permission by name.
    private(set) var permissions: [String: Int] = [:]

    /// The place of every flag by key.
    private(set) var flags: [String: Int] = [:]

    /// An index of nothing.
    init() {}

    /// Adapts to new features.
    ///
    /// - Returns: Whether the hierarchy changed: which features there are, their names and who is under whom. As long
    ///   as it stays the same, which is nearly always, looking for that is all the work there is.
    mutating func updateFeatures(from old: [FeatureSnapshot], to new: [FeatureSnapshot]) -> Bool {
        availableCount = new.reduce(into: 0) { $0 += $1.available == true ? 1 : 0 }
        guard !Self.isSameHierarchy(old, new) else { return false }
        buildHierarchy(new)
        return true
    }

    /// Adapts to new products; of two with the same id, the first is found.
    mutating func updateProducts(_ new: [ProductSnapshot]) {
        products = Dictionary(zip(new.map(\.productID), new.indices), uniquingKeysWith: { first, _ in first })
    }

    /// Adapts to new permissions; of two with the same name, the first is found.
    mutating func updatePermissions(_ new: [PermissionSnapshot]) {
        permissions = Dictionary(zip(new.map(\.permission), new.indices), uniquingKeysWith: { first, _ in first })
    }

    /// Adapts to new flags; of two with the same key, the first is found.
    mutating func updateFlags(_ new: [FlagSnapshot]) {
        flags = Dictionary(zip(new.map(\.key), new.indices), uniquingKeysWith: { first, _ in first })
    }

    /// Whether two lists of features make the same tree with the same labels.
    private static func isSameHierarchy(_ old: [FeatureSnapshot], _ new: [FeatureSnapshot]) -> Bool {
        guard old.count == new.count else { return false }
        return zip(old, new).allSatisfy { $0.id == $1.id && $0.parent == $1.parent && $0.name == $1.name }
    }

    /// Finds parents and children; a feature whose parent does not come before it counts as a root.
    private mutating func buildHierarchy(_ list: [FeatureSnapshot]) {
        features = Dictionary(minimumCapacity: list.count)
        children = Array(repeating: [], count: list.count)
        parents = Array(repeating: -1, count: list.count)
        roots = []
        for (place, feature) in list.enumerated() {
            if let parent = feature.parent.flatMap({ features[$0] }) {
                children[parent].append(place)
                parents[place] = parent
            } else {
                roots.append(place)
            }
            if features[feature.id] == nil { features[feature.id] = place }
        }
    }
}
