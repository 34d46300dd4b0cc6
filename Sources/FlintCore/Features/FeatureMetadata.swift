import FeatureGating

/// What the engine knows of a registered feature.
///
/// A metatype is immutable and safe to use from any thread, although the compiler cannot know it; everything that
/// changes is behind the engine's lock.
public final class FeatureMetadata: Hashable, @unchecked Sendable {
    private struct State {
        var path: FeaturePath
        var parent: FeatureMetadata?
        var depth = 0
        var actions: [ActionMetadata] = []
        var constraints = DeclaredFeatureConstraints.empty
        var requirement = Requirement<Condition>.always
        var node: NodeID?
    }

    /// The feature.
    public let feature: FeatureDefinition.Type
    /// The qualified name of the type.
    public let typeName: String
    /// How many features were registered before this one.
    public let registrationIndex: Int

    private let state: Protected<State>

    init(feature: FeatureDefinition.Type, path: FeaturePath, parent: FeatureMetadata?, registrationIndex: Int) {
        self.feature = feature
        typeName = TypeNames.qualified(feature)
        self.registrationIndex = registrationIndex
        state = Protected(State(path: path, parent: parent))
    }

    /// The path that identifies the feature.
    public var path: FeaturePath { state.withLock { $0.path } }

    /// The group above it, or `nil` at a root.
    public var parent: FeatureMetadata? { state.withLock { $0.parent } }

    /// The groups above it, from the nearest to the root.
    public var ancestors: [FeatureMetadata] {
        var ancestors: [FeatureMetadata] = []
        var next = parent
        while let group = next {
            ancestors.append(group)
            next = group.parent
        }
        return ancestors
    }

    /// Whether the feature declares constraints.
    public var isConditional: Bool { feature is ConditionalFeatureDefinition.Type }

    /// Whether features can be registered under it.
    public var isGroup: Bool { feature is FeatureGroup.Type }

    /// Everything the feature itself requires.
    public var constraints: DeclaredFeatureConstraints { state.withLock { $0.constraints } }

    /// The actions it declares, in order.
    public var actions: [ActionMetadata] { state.withLock { $0.actions } }

    /// The actions it offers to users.
    public var publishedActions: [ActionMetadata] { actions.filter(\.isPublished) }

    /// Every product its requirements mention at any depth.
    public var productsRequired: Set<Product> { Set(constraints.products) }

    /// What is known of one of its actions, or `nil` if it does not declare it.
    public func actionMetadata<ActionType: Action>(action: ActionType.Type) -> ActionMetadata? {
        let type = ObjectIdentifier(action)
        return state.withLock { state in state.actions.first { $0.typeIdentifier == type } }
    }

    /// Whether it declares an action.
    func declares(_ action: any Action.Type) -> Bool {
        let type = ObjectIdentifier(action)
        return state.withLock { state in state.actions.contains { $0.typeIdentifier == type } }
    }

    /// The requirement its constraints amount to.
    var requirement: Requirement<Condition> { state.withLock { $0.requirement } }

    /// Every fact its availability depends on, through itself or a group above it.
    var factKeys: [FactKey] {
        ([self] + ancestors).flatMap { $0.requirement.facts.flatMap(\.factKeys) }
    }

    /// Its place among the dependants of facts.
    var node: NodeID? { state.withLock { $0.node } }

    /// Puts it under a group.
    func place(under parent: FeatureMetadata, path: FeaturePath) {
        state.withLock { state in
            state.parent = parent
            state.path = path
        }
    }

    /// Gives it the path it fixes for itself.
    func fix(path: FeaturePath) {
        state.withLock { $0.path = path }
    }

    /// Records what it declares.
    func declare(_ constraints: DeclaredFeatureConstraints, as requirement: Requirement<Condition>) {
        state.withLock { state in
            state.constraints = constraints
            state.requirement = requirement
        }
    }

    /// Records its place among the dependants of facts.
    func place(at node: NodeID) {
        state.withLock { $0.node = node }
    }

    /// Records its actions.
    func declare(_ actions: [ActionMetadata]) {
        state.withLock { $0.actions = actions }
    }

    /// The same feature of the same registration.
    public static func == (lhs: FeatureMetadata, rhs: FeatureMetadata) -> Bool { lhs === rhs }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
