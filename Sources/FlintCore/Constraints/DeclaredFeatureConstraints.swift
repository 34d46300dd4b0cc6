// SPDX-License-Identifier: MIT

import Dispatch
import FeatureGating

/// The constraints that a feature declares in its `constraints(requirements:)`.
///
/// All of them must hold for the feature to be available. Each array is in order of declaration. Read the constraints
/// of a registered feature from its ``FeatureMetadata``.
public struct DeclaredFeatureConstraints: Sendable {
    var declaredPlatforms: [Platform: PlatformConstraint]
    /// Whether the feature requires its runtime switch.
    public internal(set) var isRuntimeEnabledRequired: Bool
    /// Whether the runtime switch also reads the feature's own `isAvailable`, as in the oldest API style.
    var usesIsAvailableAsSwitch = false
    /// The default of the feature's user setting, or `nil` if the feature has no user setting.
    public internal(set) var userSettingDefault: Bool?
    /// The keys of the feature flags that must be on.
    public internal(set) var featureFlags: [FeatureKey]
    /// The purchase requirements, which must all be met.
    public internal(set) var purchases: [PurchaseRequirement]
    /// The system permissions that must be granted.
    public internal(set) var permissions: [SystemPermissionConstraint]
    /// The time at which changes to the feature's flags and its user setting take effect.
    public internal(set) var effectTime = EffectTime.now
    /// The place of the first constraint, or `nil` if it is not known.
    public internal(set) var location: CodeLocation?
    /// The groups of requirements, whose contents the other arrays do not include.
    var groups: [Group] = []
    var facts: [Condition] = []

    /// Requirements of any kind: alternatives, or parts that must all be met.
    struct Group: Sendable {
        let isConjunction: Bool
        var constraints: DeclaredFeatureConstraints
    }

    /// The constraint on each platform.
    ///
    /// A platform that the feature does not mention is supported in any version.
    public var platforms: [Platform: PlatformConstraint] {
        let undeclared = Platform.all.map { ($0, PlatformConstraint(platform: $0, version: .any)) }
        return Dictionary(uniqueKeysWithValues: undeclared).merging(declaredPlatforms) { $1 }
    }

    /// Constraints that are always met.
    public static let empty = DeclaredFeatureConstraints(
        declaredPlatforms: [:], isRuntimeEnabledRequired: false, userSettingDefault: nil, featureFlags: [],
        purchases: [],
        permissions: [])

    /// Whether the feature declares no constraints.
    public var isEmpty: Bool {
        declaredPlatforms.isEmpty && !isRuntimeEnabledRequired && userSettingDefault == nil && featureFlags.isEmpty
            && purchases.isEmpty && permissions.isEmpty && groups.isEmpty && facts.isEmpty
    }
}

// The facts that constraints mention, including the contents of groups.
extension DeclaredFeatureConstraints {
    package var products: [Product] {
        if groups.isEmpty, purchases.count < 2 { return purchases.first?.allProducts ?? [] }
        var seen: Set<String> = []
        return mentionedElements(\.purchases).flatMap(\.allProducts).filter { seen.insert($0.productID).inserted }
    }

    package var mentionedFlags: [FeatureKey] { mentionedElements(\.featureFlags) }

    package var mentionedPermissions: [SystemPermissionConstraint] { mentionedElements(\.permissions) }

    package var mentionedFacts: [FactDescription] {
        facts.isEmpty && groups.isEmpty ? [] : mentionedElements(\.facts).compactMap(\.mainKey.description).uniqued()
    }

    package var mentionsRuntimeSwitch: Bool {
        isRuntimeEnabledRequired || groups.contains(where: \.constraints.mentionsRuntimeSwitch)
    }

    package var mentionedSettingDefault: Bool? {
        userSettingDefault ?? groups.lazy.compactMap(\.constraints.mentionedSettingDefault).first
    }

    var mentionsPlatforms: Bool {
        !declaredPlatforms.isEmpty || groups.contains(where: \.constraints.mentionsPlatforms)
    }

    private func mentionedElements<Element: Hashable>(_ elements: (DeclaredFeatureConstraints) -> [Element])
        -> [Element]
    {
        if groups.isEmpty { return elements(self) }
        return (elements(self) + groups.flatMap { $0.constraints.mentionedElements(elements) }).uniqued()
    }

    /// Replaces purchase requirements with equal ones, so that features can share them.
    mutating func replacePurchases(_ shared: (PurchaseRequirement) -> PurchaseRequirement) {
        for index in purchases.indices {
            let replacement = shared(purchases[index])
            // Writing copies a shared array, so an identical object is not written.
            if replacement !== purchases[index] { purchases[index] = replacement }
        }
        for index in groups.indices { groups[index].constraints.replacePurchases(shared) }
    }
}

extension DeclaredFeatureConstraints {
    func requirement(for path: FeaturePath) -> Requirement<Condition> {
        requirement(for: path) { .fact($0) }
    }

    /// Returns the requirement of the feature with the given path, with each condition transformed by a closure.
    ///
    /// The conditions are in the order of explanations: the platform, the runtime switch, the user setting, feature
    /// flags, the app's own facts, purchases, permissions, and groups. The platform comes first, because it cannot
    /// change at run time. The closure is called in this order, and only once for a rule that several purchases share.
    func requirement<Key>(
        for path: FeaturePath, _ condition: (Condition) -> Requirement<Key>
    ) -> Requirement<Key> {
        if isEmpty { return .always }
        var known: [ObjectIdentifier: Requirement<Key>] = [:]
        return requirement(for: path, isConjunction: true, isRoot: true, sharing: &known, condition)
    }

    private func requirement<Key>(
        for path: FeaturePath, isConjunction: Bool, isRoot: Bool = false,
        sharing known: inout [ObjectIdentifier: Requirement<Key>],
        _ condition: (Condition) -> Requirement<Key>
    ) -> Requirement<Key> {
        var first: Requirement<Key>?
        var parts: [Requirement<Key>] = []
        // Most features have a single condition and need neither an array nor a group.
        func add(_ part: Requirement<Key>) {
            // A part that is always met is omitted, unless it is an alternative.
            if part.isAlways, isConjunction { return }
            guard let only = first else { return first = part }
            if parts.isEmpty {
                parts.reserveCapacity(3 + featureFlags.count + purchases.count + permissions.count)
                parts.append(only)
            }
            parts.append(part)
        }
        if isRoot || !declaredPlatforms.isEmpty { add(condition(.platform(PlatformRule(declaredPlatforms)))) }
        if isRuntimeEnabledRequired { add(condition(.runtimeSwitch(path))) }
        if userSettingDefault != nil { add(condition(.userSetting(path))) }
        for key in featureFlags { add(condition(.featureFlag(key))) }
        for fact in facts { add(condition(fact)) }
        for purchase in purchases { add(purchase.requirement(for: path, sharing: &known, condition)) }
        for permission in permissions { add(condition(.permission(permission))) }
        for group in groups {
            add(
                group.constraints.requirement(
                    for: path, isConjunction: group.isConjunction, sharing: &known, condition))
        }
        // Without alternatives, a group of alternatives cannot be met.
        if parts.isEmpty { return first ?? (isConjunction ? .always : .never) }
        return isConjunction ? .all(parts) : .any(parts)
    }
}

extension FlintRuntime {
    package func constraints(of feature: FeatureDefinition.Type) -> DeclaredFeatureConstraints {
        requireSetUp(for: feature)
        return catalog.metadata(for: feature)?.constraints ?? .empty
    }

    func permissionRequirements(of feature: FeatureDefinition.Type) -> FeaturePermissionRequirements {
        let constraints = constraints(of: feature)
        let permissions = constraints.permissions + permissionsOfAlternatives(constraints, of: feature)
        return FeaturePermissionRequirements(permissions.uniqued()) { effectiveStatus(of: $0) }
    }

    /// Returns the permissions in the plan with the fewest other steps.
    ///
    /// The result is empty if no alternative mentions a permission.
    private func permissionsOfAlternatives(
        _ constraints: DeclaredFeatureConstraints, of feature: FeatureDefinition.Type
    ) -> [SystemPermissionConstraint] {
        let mentioned = constraints.mentionedPermissions
        guard mentioned.count > constraints.permissions.count else { return [] }
        // Granting a denied permission takes more than a prompt.
        func cost(_ plan: [RequirementState]) -> (Int, Int, Int) {
            (plan.count { $0.kind != .permission }, plan.count { $0.state == .permission(.denied) }, plan.count)
        }
        let plan = explanation(of: feature).unlockPlans.min { cost($0) < cost($1) }
        let keys = Set(plan?.compactMap(\.fact) ?? [])
        return mentioned.filter { keys.contains(.permission($0)) }
    }

    func purchaseRequirements(of feature: FeatureDefinition.Type) -> FeaturePurchaseRequirements {
        requireSetUp(for: feature)
        guard let metadata = catalog.metadata(for: feature) else { return FeaturePurchaseRequirements([]) }
        let unannounced = metadata.ownUnannouncedFacts.filter { $0.key.kind == .purchase }
        if !unannounced.isEmpty { sources?.reread(unannounced) }
        return FeaturePurchaseRequirements(
            metadata.constraints.purchases.map { requirement in
                let expression = requirement.conditions(for: metadata.path)
                let truths = facts.evaluate(expression).truths
                return (requirement, expression.evaluate { truths[$0] ?? .unknown })
            })
    }

    /// Returns whether a feature is unavailable because of a fact that its constraints mention.
    ///
    /// The fact is reread if its source does not announce changes. It makes the feature unavailable if its effective
    /// value is false or unknown, and no alternative is met instead.
    func isBlocked(_ feature: FeatureDefinition.Type, by key: (FeaturePath) -> FactKey) -> Bool {
        guard let metadata = catalog.metadata(for: feature) else { return false }
        let key = key(metadata.path)
        return explanation(of: feature, includesPlans: false).requirements.contains { $0.fact == key && $0.isBlocking }
    }

    func authorizationController(
        for feature: FeatureDefinition.Type, coordinator: PermissionAuthorisationCoordinator?
    ) -> AuthorisationController? {
        let required = permissionRequirements(of: feature)
        guard !required.notDetermined.isEmpty else { return nil }
        return DefaultAuthorisationController(
            feature: feature, permissions: required.ordered, coordinator: coordinator, host: self)
    }
}

extension Sequence where Element: Hashable {
    fileprivate func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
