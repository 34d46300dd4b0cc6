import FeatureGating
import FlintModel
import FlintWorld

extension DeclaredFeature {
    /// Creates a feature that only a recording or another process can have, such as one with control characters in its
    /// id.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - name: The name.
    ///   - description: The description.
    ///   - parent: The id of the group, or `nil`.
    ///   - isVisible: Whether users see the feature.
    ///   - needs: The requirement, or `nil` for a feature that is not conditional.
    ///   - actions: The actions.
    init(
        id: String, name: String, description: String = "", parent: String? = nil, isVisible: Bool = true,
        needs: Requirement<Condition>? = nil, actions: [ActionSnapshot] = []
    ) {
        self.init(
            summary: FeatureSummary(
                number: 0, id: id, name: name, parent: parent, depth: 0, isVisible: isVisible, isAvailable: true,
                isOverridden: false),
            typeName: id, description: description, conditional: needs != nil, isGroup: false, variation: nil,
            actions: actions, userSettingDefault: nil, requirement: needs ?? .all([]))
    }
}

extension Requirement<Condition> {
    static func purchase(_ id: String) -> Self {
        .fact(.purchase(id))
    }

    static func permission(_ permission: SystemPermissionConstraint) -> Self { .fact(.permission(permission)) }
}

extension World {
    /// Creates a world with given features, in which everything else is as in another world.
    init(_ features: [DeclaredFeature], in other: World) {
        let groups = Set(features.compactMap(\.summary.parent))
        var depths: [String: Int32] = [:]
        var catalog = Catalog()
        catalog.features = features.enumerated().map { number, feature in
            var feature = feature
            feature.isGroup = groups.contains(feature.id)
            feature.summary.number = Int32(number)
            feature.summary.depth = feature.summary.parent.map { (depths[$0] ?? 0) + 1 } ?? 0
            depths[feature.id] = feature.summary.depth
            return feature
        }
        let model = other.model
        self.init(
            model: AppModel(
                revision: .zero, status: model.status, features: catalog.features.map(\.summary),
                products: Array(model.products), permissions: model.permissions, flags: Array(model.flags),
                overrides: Array(model.overrides)))
        add(catalog)
        self = applying(other.facts)
    }

    /// Returns the world with other features.
    func declaring(_ change: (inout [DeclaredFeature]) -> Void) -> World {
        var features = catalog.features
        change(&features)
        return World(features, in: self)
    }

    /// Returns the world with other lists, such as products.
    func listing(_ change: (inout ModelChanges) -> Void) -> World {
        var (world, changes) = (self, ModelChanges(revision: .zero))
        change(&changes)
        world.apply(changes)
        return world
    }
}
