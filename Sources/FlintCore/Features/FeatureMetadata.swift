package import FeatureGating
import Synchronization

/// What the engine knows of a registered feature.
///
/// A metatype is immutable and safe to use from any thread, although the compiler cannot know it; everything that
/// changes is behind the engine's lock.
public final class FeatureMetadata: Hashable, @unchecked Sendable {
    private struct State {
        var path: FeaturePath
        var parent: FeatureMetadata?
        /// Whether the feature fixes its own path.
        let hasFixedPath: Bool
        /// The facts its availability depends on, through itself or a group above it, that no source announces; `nil`
        /// if there are none.
        var unannouncedFacts: UnannouncedFactList?
        /// Whether the list begins with facts about its own constraints, and is not that of a group.
        var hasOwnUnannouncedFacts = false
        /// Its index in the catalog's order.
        var sortIndex: Int
        var actions: [ActionMetadata] = []
        var constraints = DeclaredFeatureConstraints.empty
        var node: NodeID?
        /// How many features were registered before; small, because there may be a hundred thousand of these.
        let registrationIndex: Int32
        /// What explanations rest on besides facts, once one has been made.
        var explanationBasis: ExplanationBasis?
        /// The facts of its latest denial.
        var denial: DeniedFacts?
        /// Its name for people, once it has been listed.
        var listedName: String?

        /// Lets the verdict alone decide about its actions, unless other facts than its own switch have to be read
        /// first.
        func openGates() {
            var isSwitched = false
            if let facts = unannouncedFacts, facts.inherited == nil, facts.own.count == 1,
                case .runtimeSwitch = facts.own[0], hasOwnUnannouncedFacts
            {
                isSwitched = true
            }
            let node = unannouncedFacts == nil || isSwitched ? node?.rawValue : nil
            for action in actions { action.gate.decide(by: node, isSwitched: isSwitched) }
        }

        /// Replaces its own facts that no source announces, or those it inherits.
        mutating func setUnannouncedFacts(own: [SourcedFact], inherited: UnannouncedFactList?) {
            hasOwnUnannouncedFacts = !own.isEmpty
            unannouncedFacts = own.isEmpty ? inherited : UnannouncedFactList(own: own, inherited: inherited)
        }

        /// The facts its own constraints are about that no source announces.
        var ownUnannouncedFacts: [SourcedFact] {
            hasOwnUnannouncedFacts ? unannouncedFacts?.own ?? [] : []
        }

        /// The list of the nearest group above that has one.
        var inheritedUnannouncedFacts: UnannouncedFactList? {
            hasOwnUnannouncedFacts ? unannouncedFacts?.inherited : unannouncedFacts
        }
    }

    /// The feature.
    public let feature: FeatureDefinition.Type
    /// The feature, if it can have constraints.
    package let conditional: ConditionalFeatureDefinition.Type?

    /// The number of the newest reading of its past purchases; changed only with the facts locked.
    private let pastPurchasesReading = Atomic<UInt64>(0)
    /// What its switch was last found to be.
    let switchReading = SwitchReading()
    /// The same as its constraints have, for every reading of the switch.
    private let isSwitchedByAvailability = Atomic(false)
    private let hasSwitch = Atomic(false)
    private let lock = Lock()
    /// Accessed only with the lock held, so a second check for overlapping access is omitted.
    @exclusivity(unchecked) private var state: State

    init(
        feature: FeatureDefinition.Type, conditional: ConditionalFeatureDefinition.Type?, path: FeaturePath,
        hasFixedPath: Bool = false, parent: FeatureMetadata?, registrationIndex: Int, sortIndex: Int
    ) {
        self.feature = feature
        self.conditional = conditional
        state = State(
            path: path, parent: parent, hasFixedPath: hasFixedPath, unannouncedFacts: parent?.unannouncedFacts,
            sortIndex: sortIndex,
            registrationIndex: Int32(clamping: registrationIndex))
    }

    /// Releases the groups above one after the other, since there may be thousands.
    deinit {
        var next = takeParent()
        while isKnownUniquelyReferenced(&next), let group = next { next = group.takeParent() }
    }

    /// Takes the group above away, when nothing refers to the feature any more.
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

    /// The feature's name.
    public var name: String { feature.name }

    /// The qualified name of the type.
    public var typeName: String { TypeNames.qualified(feature) }

    /// The number of features registered before this one.
    package var registrationIndex: Int { withState { Int($0.registrationIndex) } }

    /// What a list of all features shows of one, read in one step.
    ///
    /// The name is asked of the feature once: to put one together of a type's name takes longer than all the rest.
    package var listing: (path: FeaturePath, node: NodeID?, name: String) {
        let (path, node, known) = withState { ($0.path, $0.node, $0.listedName) }
        if let known { return (path, node, known) }
        let name = feature.name
        withState { $0.listedName = name }
        return (path, node, name)
    }

    /// The path that identifies the feature.
    public var path: FeaturePath { withState { $0.path } }

    /// The parent group, or `nil` at a root.
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

    /// Whether the feature declares constraints.
    public var isConditional: Bool { conditional != nil }

    /// Whether the feature is a group.
    public var isGroup: Bool { FeatureKinds.group(feature) != nil }

    /// Everything the feature itself requires.
    public var constraints: DeclaredFeatureConstraints { withState { $0.constraints } }

    /// Whether its switch is also its own availability.
    var isSwitchedByOwnAvailability: Bool { isSwitchedByAvailability.load(ordering: .relaxed) }

    /// Whether it must be enabled in code.
    var isRuntimeEnabledRequired: Bool { hasSwitch.load(ordering: .relaxed) }

    /// The actions it declares, in order.
    public var actions: [ActionMetadata] { withState { $0.actions } }

    /// The actions it offers to users.
    public var publishedActions: [ActionMetadata] { actions.filter(\.isPublished) }

    /// Every product its requirements mention at any depth.
    public var productsRequired: Set<Product> { Set(constraints.products) }

    /// What is known of one of its actions, or `nil` if it does not declare it.
    public func actionMetadata<ActionType: Action>(action: ActionType.Type) -> ActionMetadata? {
        let type = ObjectIdentifier(action)
        return withState { state in state.actions.first { $0.typeIdentifier == type } }
    }

    /// What a request has to know of it, read in one step.
    ///
    /// - Parameter action: The action that is requested, if it must be one the feature declares.
    /// - Returns: `nil` if the feature does not declare the action.
    func inputs(declaring action: (any Action.Type)? = nil) -> AvailabilityInputs? {
        let type = action.map { ObjectIdentifier($0) }
        return withState { state in
            guard type == nil || state.actions.contains(where: { $0.typeIdentifier == type }) else { return nil }
            return AvailabilityInputs(node: state.node, unannouncedFacts: state.unannouncedFacts)
        }
    }

    /// What a request has to know of a feature.
    struct AvailabilityInputs {
        /// Its place among the dependants of facts; `nil` while it is being registered.
        let node: NodeID?
        /// The facts its availability depends on that no source announces.
        let unannouncedFacts: UnannouncedFactList?
    }

    /// The facts its availability depends on that no source announces, its own first.
    private var unannouncedFacts: UnannouncedFactList? { withState { $0.unannouncedFacts } }

    /// The facts its own constraints are about that no source announces.
    var ownUnannouncedFacts: [SourcedFact] { withState { $0.ownUnannouncedFacts } }

    /// The requirement its constraints amount to, made on access, which is when something is explained.
    package var requirement: Requirement<Condition> {
        let (constraints, path) = withState { ($0.constraints, $0.path) }
        return constraints.requirement(for: path)
    }

    /// Every fact its availability depends on, through itself or a group above it.
    package var factKeys: [FactKey] {
        ([self] + ancestors).flatMap { $0.requirement.facts.flatMap(\.factKeys) }
    }

    /// Its place among the dependants of facts.
    package var node: NodeID? { withState { $0.node } }

    /// Takes a reading of its past purchases into account; `false` if a newer one has been.
    ///
    /// The facts must be locked.
    func adoptPastPurchases(_ number: UInt64) -> Bool {
        guard pastPurchasesReading.load(ordering: .relaxed) < number else { return false }
        pastPurchasesReading.store(number, ordering: .relaxed)
        return true
    }

    /// The number of times a feature of any runtime has moved or been renamed.
    static var moves: UInt64 { moveCount.load(ordering: .acquiring) }

    private static let moveCount = Atomic<UInt64>(0)

    /// What explanations of it rest on besides facts, as far as that has been found out.
    var explanationBasis: ExplanationBasis? {
        get { withState { $0.explanationBasis } }
        set { withState { $0.explanationBasis = newValue } }
    }

    /// The facts of its latest denial, if there has been one.
    var denial: DeniedFacts? {
        get { withState { $0.denial } }
        set { withState { $0.denial = newValue } }
    }

    /// Puts it under a group, and at another index of the catalog's order.
    func place(under parent: FeatureMetadata, path: FeaturePath, at sortIndex: Int) {
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

    /// Its index in the catalog's order, in which moved features leave gaps.
    var sortIndex: Int {
        get { withState { $0.sortIndex } }
        set { withState { $0.sortIndex = newValue } }
    }

    /// Whether it fixes its own path, which then stays whatever is registered beside or above it.
    var hasFixedPath: Bool { withState { $0.hasFixedPath } }

    /// Gives it another path.
    func setPath(_ path: FeaturePath) {
        withState { $0.path = path }
        Self.moveCount.add(1, ordering: .acquiringAndReleasing)
    }

    /// Records what it declares.
    ///
    /// - Parameters:
    ///   - constraints: Its constraints.
    ///   - unannouncedFacts: The facts they are about that no source announces.
    func declare(_ constraints: DeclaredFeatureConstraints, unannouncedFacts: [SourcedFact]) {
        isSwitchedByAvailability.store(constraints.isSwitchedByOwnAvailability, ordering: .relaxed)
        hasSwitch.store(constraints.isRuntimeEnabledRequired, ordering: .relaxed)
        withState { state in
            state.constraints = constraints
            guard !unannouncedFacts.isEmpty else { return }
            state.setUnannouncedFacts(own: unannouncedFacts, inherited: state.inheritedUnannouncedFacts)
        }
    }

    /// Records its place among the dependants of facts.
    func place(at node: NodeID) {
        withState { $0.node = node }
    }

    /// Records its actions.
    func declare(_ actions: [ActionMetadata]) {
        withState { state in
            state.actions = actions
            state.openGates()
        }
    }

    /// Releases its actions and facts, which refer to it, so that neither keeps the other alive.
    func release() {
        withState { state in
            state.actions = []
            state.unannouncedFacts = nil
            state.explanationBasis = nil
            state.denial = nil
            state.hasOwnUnannouncedFacts = false
        }
    }

    /// The same feature of the same registration.
    public static func == (lhs: FeatureMetadata, rhs: FeatureMetadata) -> Bool { lhs === rhs }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
