import Dispatch
import FeatureGating

/// Everything a feature requires, in the order in which it declared it.
public struct DeclaredFeatureConstraints: Sendable {
    /// What is required of each platform that was mentioned.
    var declaredPlatforms: [Platform: PlatformConstraint]
    /// Whether the feature must be enabled in code.
    public internal(set) var isRuntimeEnabledRequired: Bool
    /// Whether that switch is also the feature's own availability, as in the oldest style.
    var isSwitchedByOwnAvailability = false
    /// What counts until the user has made a choice, or `nil` if the user is not asked.
    public internal(set) var userToggleDefault: Bool?
    /// The feature flags, all of which must be on.
    public internal(set) var featureFlags: [FeatureKey]
    /// The purchases, all of which are required.
    public internal(set) var purchases: [PurchaseRequirement]
    /// The system permissions, all of which are required.
    public internal(set) var permissions: [SystemPermissionConstraint]

    /// What is required of each platform; any version where nothing is declared.
    public var platforms: [Platform: PlatformConstraint] {
        let undeclared = Platform.all.map { ($0, PlatformConstraint(platform: $0, version: .any)) }
        return Dictionary(uniqueKeysWithValues: undeclared).merging(declaredPlatforms) { $1 }
    }

    /// The platforms that are supported, such as "iOS 15.0 or later or watchOS, any version"; `nil` if every version of
    /// every platform is.
    package var platformWords: String? { PlatformRule(declaredPlatforms).title }

    /// No requirements.
    public static let empty = DeclaredFeatureConstraints(
        declaredPlatforms: [:], isRuntimeEnabledRequired: false, userToggleDefault: nil, featureFlags: [],
        purchases: [],
        permissions: [])

    /// Whether nothing is required.
    public var isEmpty: Bool {
        declaredPlatforms.isEmpty && !isRuntimeEnabledRequired && userToggleDefault == nil && featureFlags.isEmpty
            && purchases.isEmpty && permissions.isEmpty
    }

    /// Every product the requirements mention at any depth, in order of mention.
    package var products: [Product] {
        if purchases.count < 2 { return purchases.first?.allProducts ?? [] }
        var seen: Set<String> = []
        return purchases.flatMap(\.allProducts).filter { seen.insert($0.productID).inserted }
    }
}

extension DeclaredFeatureConstraints {
    /// What the constraints of the feature with a path amount to.
    func requirement(for path: FeaturePath) -> Requirement<Condition> {
        requirement(for: path) { .fact($0) }
    }

    /// What the constraints of the feature with a path amount to, with something else in place of each condition.
    ///
    /// The order is that of explanations: first what cannot change at run time, then what the program, the user, the
    /// store and the system decide.
    ///
    /// - Parameters:
    ///   - path: The feature's path.
    ///   - condition: What to put in place of a condition; called in that order, and once for a rule that several
    ///     purchases share.
    /// - Returns: The requirement.
    func requirement<Key>(
        for path: FeaturePath, _ condition: (Condition) -> Requirement<Key>
    ) -> Requirement<Key> {
        if isEmpty { return .always }
        var first: Requirement<Key>?
        var parts: [Requirement<Key>] = []
        var known: [ObjectIdentifier: Requirement<Key>] = [:]
        // Most features come down to one condition, which takes neither a list nor a group.
        func add(_ part: Requirement<Key>) {
            if part.isAlways { return }
            guard let only = first else { return first = part }
            if parts.isEmpty {
                parts.reserveCapacity(3 + featureFlags.count + purchases.count + permissions.count)
                parts.append(only)
            }
            parts.append(part)
        }
        add(condition(.platform(PlatformRule(declaredPlatforms))))
        if isRuntimeEnabledRequired { add(condition(.runtimeSwitch(path))) }
        if userToggleDefault != nil { add(condition(.userToggle(path))) }
        for key in featureFlags { add(condition(.featureFlag(key))) }
        for purchase in purchases { add(purchase.requirement(for: path, sharing: &known, condition)) }
        for permission in permissions { add(condition(.permission(permission))) }
        return parts.isEmpty ? first ?? .always : .all(parts)
    }
}

extension FlintRuntime {
    /// Everything a feature requires; nothing if it is not registered.
    package func constraints(of feature: FeatureDefinition.Type) -> DeclaredFeatureConstraints {
        requireSetUp(for: feature)
        return catalog.metadata(for: feature)?.constraints ?? .empty
    }

    /// The permissions a feature declares, with their status as features see it now.
    func permissionRequirements(of feature: FeatureDefinition.Type) -> FeaturePermissionRequirements {
        FeaturePermissionRequirements(constraints(of: feature).permissions) { effectiveStatus(of: $0) }
    }

    /// The purchases a feature declares, sorted by whether they are met now.
    func purchaseRequirements(of feature: FeatureDefinition.Type) -> FeaturePurchaseRequirements {
        requireSetUp(for: feature)
        guard let metadata = catalog.metadata(for: feature) else { return FeaturePurchaseRequirements([]) }
        let unannounced = metadata.ownUnannouncedFacts.filter { $0.key.kind == .purchase }
        if !unannounced.isEmpty { sources?.readAgain(unannounced) }
        return FeaturePurchaseRequirements(
            metadata.constraints.purchases.map { requirement in
                let expression = requirement.conditions(for: metadata.path)
                let truths = facts.evaluate(expression).truths
                return (requirement, expression.evaluate { truths[$0] ?? .unknown })
            })
    }

    /// Returns whether a fact about a feature is not true, read again where its source does not announce changes.
    ///
    /// - Parameters:
    ///   - feature: A feature whose constraints mention the fact.
    ///   - key: The fact, given the feature's path.
    /// - Returns: Whether the fact holds the feature back.
    func isHeldBack(_ feature: FeatureDefinition.Type, by key: (FeaturePath) -> FactKey) -> Bool {
        // Asking for the availability reads again whatever has to be.
        _ = availability(of: feature)
        guard let metadata = catalog.metadata(for: feature) else { return false }
        return facts[key(metadata.path)]?.effective.truth != .true
    }

    /// A controller that asks for a feature's undetermined permissions, or `nil` if there are none.
    func authorizationController(
        for feature: FeatureDefinition.Type, coordinator: PermissionAuthorisationCoordinator?
    ) -> AuthorisationController? {
        let required = permissionRequirements(of: feature)
        guard !required.notDetermined.isEmpty else { return nil }
        return DefaultAuthorisationController(
            feature: feature, permissions: required.ordered, coordinator: coordinator, host: self)
    }
}
