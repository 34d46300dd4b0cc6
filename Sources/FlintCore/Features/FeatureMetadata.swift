// SPDX-License-Identifier: MIT

package import FeatureGating
import FlintLocks

/// The metadata of a registered feature.
///
/// The runtime creates it at registration; read it from ``Flint/allFeatures`` or `Flint.metadata(for:)`. Two values are
/// equal if they describe the same registration. The path and the parent can change later, when the feature moves into
/// a group or gets a sibling with the same name. The metadata can be read from any thread.
public final class FeatureMetadata: Hashable, @unchecked Sendable {
    private struct State {
        var path: FeaturePath
        var parent: FeatureMetadata?
        let hasFixedPath: Bool
        var unannouncedFacts: UnannouncedFactList?
        /// Whether the list starts with the facts of the feature's own constraints; if `false`, it is a group's list.
        var hasOwnUnannouncedFacts = false
        var sortIndex: Int
        var actions: [ActionMetadata] = []
        var constraints = DeclaredFeatureConstraints.empty
        var node: NodeID?
        var explanationBasis: ExplanationBasis?
        var denial: DeniedFacts?
        var listedName: String?

        /// Opens the fast path for the feature's actions, in which the verdict alone decides a request.
        ///
        /// The gates stay closed if facts other than the feature's own runtime switch have to be read first.
        func openGates() {
            var isSwitched = false
            if let facts = unannouncedFacts, facts.inherited == nil, facts.own.count == 1,
                case .runtimeSwitch = facts.own[0], hasOwnUnannouncedFacts
            {
                isSwitched = true
            }
            let node = unannouncedFacts == nil || isSwitched ? node?.rawValue : nil
            for action in actions { action.gate.setDecidingNode(node, isSwitched: isSwitched) }
        }

        mutating func setUnannouncedFacts(own: [SourcedFact], inherited: UnannouncedFactList?) {
            hasOwnUnannouncedFacts = !own.isEmpty
            unannouncedFacts = own.isEmpty ? inherited : UnannouncedFactList(own: own, inherited: inherited)
        }

        var ownUnannouncedFacts: [SourcedFact] {
            hasOwnUnannouncedFacts ? unannouncedFacts?.own ?? [] : []
        }

        var inheritedUnannouncedFacts: UnannouncedFactList? {
            hasOwnUnannouncedFacts ? unannouncedFacts?.inherited : unannouncedFacts
        }
    }

    /// The type that declares the feature.
    public let feature: FeatureDefinition.Type
    package let conditional: ConditionalFeatureDefinition.Type?

    /// The number of the latest reading of past purchases; changed only while the facts are locked.
    private let pastPurchasesReading = Atomic<UInt64>(0)
    let switchReading = SwitchReading()
    /// Copies of two flags in the constraints, readable without a lock.
    private let isSwitchedByAvailability = Atomic(false)
    private let hasSwitch = Atomic(false)
    private let lock = Lock()
    /// Accessed only with the lock held, so a second check for overlapping access is omitted.
    @exclusivity(unchecked) private var state: State

    init(
        feature: FeatureDefinition.Type, conditional: ConditionalFeatureDefinition.Type?, path: FeaturePath,
        hasFixedPath: Bool = false, parent: FeatureMetadata?, sortIndex: Int
    ) {
        self.feature = feature
        self.conditional = conditional
        state = State(
            path: path, parent: parent, hasFixedPath: hasFixedPath, unannouncedFacts: parent?.unannouncedFacts,
            sortIndex: sortIndex)
    }

    deinit {
        // There may be thousands of ancestors, so they are released without recursion.
        var next = takeParent()
        while isKnownUniquelyReferenced(&next), let group = next { next = group.takeParent() }
    }

    private func takeParent() -> FeatureMetadata? {
        withState { state in
            defer { state.parent = nil }
            return state.parent
        }
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }

    /// The display name of the feature.
    public var name: String { feature.name }

    /// The name of the type with its module and enclosing types.
    public var typeName: String { TypeNames.qualified(feature) }

    /// The values that a list of all features displays, read in one step.
    ///
    /// The name is computed once, because splitting the type's name takes longer than reading the other values.
    package var listing: (path: FeaturePath, node: NodeID?, name: String) {
        let (path, node, known) = withState { ($0.path, $0.node, $0.listedName) }
        if let known { return (path, node, known) }
        // The name is the app's code, so it is read with no lock held.
        let name = feature.name
        withState { $0.listedName = name }
        return (path, node, name)
    }

    /// The path that identifies the feature.
    public var path: FeaturePath { withState { $0.path } }

    /// The parent group, or `nil` for a feature without a group.
    public var parent: FeatureMetadata? { withState { $0.parent } }

    /// The groups above the feature, from its parent to the root.
    public var ancestors: [FeatureMetadata] {
        var ancestors: [FeatureMetadata] = []
        var next = parent
        while let group = next {
            ancestors.append(group)
            next = group.parent
        }
        return ancestors
    }

    /// Whether the feature's type is a ``ConditionalFeature``.
    public var isConditional: Bool { conditional != nil }

    /// Whether the feature's type is a ``FeatureGroup``.
    public var isGroup: Bool { FeatureKinds.group(feature) != nil }

    /// The constraints that the feature itself declares.
    ///
    /// Constraints of the groups above the feature are not included, although they also affect its availability.
    public var constraints: DeclaredFeatureConstraints { withState { $0.constraints } }

    var usesIsAvailableAsSwitch: Bool { isSwitchedByAvailability.load(ordering: .relaxed) }

    var isRuntimeEnabledRequired: Bool { hasSwitch.load(ordering: .relaxed) }

    /// The developers' notes about the feature.
    ///
    /// If the feature's ``FeatureDefinition/declaration`` has no location, the location is where the feature declares
    /// its constraints or, without constraints, where it binds its first action.
    public var declaration: Declaration {
        feature.declaration.locating(at: constraints.location ?? actions.first?.location)
    }

    /// The actions that the feature declares, in order of declaration.
    public var actions: [ActionMetadata] { withState { $0.actions } }

    /// The actions that the app offers to its users, in order of declaration.
    public var publishedActions: [ActionMetadata] { actions.filter(\.isPublished) }

    /// The products that the feature's requirements mention at any depth.
    public var productsRequired: Set<Product> { Set(constraints.products) }

    /// Returns the metadata of an action, or `nil` if the feature does not declare the action.
    public func actionMetadata<ActionType: Action>(action: ActionType.Type) -> ActionMetadata? {
        let type = ObjectIdentifier(action)
        return withState { state in state.actions.first { $0.typeIdentifier == type } }
    }

    /// Returns the state that determines the availability, read in one step.
    ///
    /// The result is `nil` if the feature does not declare the given action.
    func inputs(declaring action: (any Action.Type)? = nil) -> AvailabilityInputs? {
        let type = action.map { ObjectIdentifier($0) }
        return withState { state in
            guard type == nil || state.actions.contains(where: { $0.typeIdentifier == type }) else { return nil }
            return AvailabilityInputs(node: state.node, unannouncedFacts: state.unannouncedFacts)
        }
    }

    /// The state that determines a feature's availability.
    ///
    /// The node is `nil` while the feature is being registered. The unannounced facts have to be read from their
    /// sources before the node's verdict is valid.
    struct AvailabilityInputs {
        let node: NodeID?
        let unannouncedFacts: UnannouncedFactList?
    }

    private var unannouncedFacts: UnannouncedFactList? { withState { $0.unannouncedFacts } }

    var ownUnannouncedFacts: [SourcedFact] { withState { $0.ownUnannouncedFacts } }

    /// The requirement that combines the constraints, computed on each access for use in explanations.
    package var requirement: Requirement<Condition> {
        let (constraints, path) = withState { ($0.constraints, $0.path) }
        return constraints.requirement(for: path)
    }

    /// The facts in the requirements of the feature and of the groups above it.
    package var factKeys: [FactKey] {
        ([self] + ancestors).flatMap { $0.requirement.facts.flatMap(\.factKeys) }
    }

    /// The node in the fact store, or `nil` during registration.
    package var node: NodeID? { withState { $0.node } }

    /// Accepts a reading of past purchases, or returns `false` if a newer one has been accepted.
    ///
    /// Call this method only while the facts are locked.
    func acceptPastPurchasesReading(_ number: UInt64) -> Bool {
        guard pastPurchasesReading.load(ordering: .relaxed) < number else { return false }
        pastPurchasesReading.store(number, ordering: .relaxed)
        return true
    }

    /// The number of times that features of any runtime have moved or changed their path.
    static var moves: UInt64 { moveCount.load(ordering: .acquiring) }

    private static let moveCount = Atomic<UInt64>(0)

    var explanationBasis: ExplanationBasis? {
        get { withState { $0.explanationBasis } }
        set { withState { $0.explanationBasis = newValue } }
    }

    var denial: DeniedFacts? {
        get { withState { $0.denial } }
        set { withState { $0.denial = newValue } }
    }

    func place(under parent: FeatureMetadata, path: FeaturePath, at sortIndex: Int) {
        // Read first, so that only one lock is held at a time.
        let inherited = parent.unannouncedFacts
        withState { state in
            state.parent = parent
            state.setUnannouncedFacts(own: state.ownUnannouncedFacts, inherited: inherited)
            state.path = path
            state.sortIndex = sortIndex
            state.openGates()
        }
        Self.moveCount.add(1, ordering: .acquiringAndReleasing)
    }

    var sortIndex: Int {
        get { withState { $0.sortIndex } }
        set { withState { $0.sortIndex = newValue } }
    }

    /// Whether the feature declares its own path, which does not change when features are registered or moved.
    var hasFixedPath: Bool { withState { $0.hasFixedPath } }

    func setPath(_ path: FeaturePath) {
        withState { $0.path = path }
        Self.moveCount.add(1, ordering: .acquiringAndReleasing)
    }

    func declare(_ constraints: DeclaredFeatureConstraints, unannouncedFacts: [SourcedFact]) {
        isSwitchedByAvailability.store(constraints.usesIsAvailableAsSwitch, ordering: .relaxed)
        hasSwitch.store(constraints.mentionsRuntimeSwitch, ordering: .relaxed)
        withState { state in
            state.constraints = constraints
            guard !unannouncedFacts.isEmpty else { return }
            state.setUnannouncedFacts(own: unannouncedFacts, inherited: state.inheritedUnannouncedFacts)
        }
    }

    func place(at node: NodeID) {
        withState { $0.node = node }
    }

    func declare(_ actions: [ActionMetadata]) {
        withState { state in
            state.actions = actions
            state.openGates()
        }
    }

    /// Releases the actions and facts, which refer to the feature, to break the reference cycle.
    func release() {
        withState { state in
            state.actions = []
            state.unannouncedFacts = nil
            state.explanationBasis = nil
            state.denial = nil
            state.hasOwnUnannouncedFacts = false
        }
    }

    /// Returns whether both values describe the same registration of the same feature.
    public static func == (lhs: FeatureMetadata, rhs: FeatureMetadata) -> Bool { lhs === rhs }

    /// Hashes the identity of the object.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
