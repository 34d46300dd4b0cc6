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
    /// The purchase requirements, all of which must be met.
    public internal(set) var purchases: [PurchaseRequirement]
    /// The system permissions that must be granted.
    public internal(set) var permissions: [SystemPermissionConstraint]
    /// The time at which changes of the feature's flags and its user setting take effect.
    public internal(set) var effectTime = EffectTime.now
    /// The place of the first constraint, or `nil` if it isn't known.
    public internal(set) var location: CodeLocation?

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
            && purchases.isEmpty && permissions.isEmpty
    }

    /// The products in the required purchases, at any depth, in order of declaration.
    package var products: [Product] {
        if purchases.count < 2 { return purchases.first?.allProducts ?? [] }
        var seen: Set<String> = []
        return purchases.flatMap(\.allProducts).filter { seen.insert($0.productID).inserted }
    }
}

extension DeclaredFeatureConstraints {
    func requirement(for path: FeaturePath) -> Requirement<Condition> {
        requirement(for: path) { .fact($0) }
    }

    /// Returns the requirement of the feature with the given path, with each condition transformed by a closure.
    ///
    /// The order is the order of explanations: the platform, which cannot change at run time, the runtime switch, the
    /// user setting, feature flags, purchases, and permissions.
    ///
    /// - Parameters:
    ///   - path: The feature's path.
    ///   - condition: A closure that transforms a condition. It is called in the order of explanations, and only once
    ///     for a rule that several purchases share.
    /// - Returns: The requirement.
    func requirement<Key>(
        for path: FeaturePath, _ condition: (Condition) -> Requirement<Key>
    ) -> Requirement<Key> {
        if isEmpty { return .always }
        var first: Requirement<Key>?
        var parts: [Requirement<Key>] = []
        var known: [ObjectIdentifier: Requirement<Key>] = [:]
        // Most features have a single condition, which needs neither an array nor a group.
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
        if userSettingDefault != nil { add(condition(.userSetting(path))) }
        for key in featureFlags { add(condition(.featureFlag(key))) }
        for purchase in purchases { add(purchase.requirement(for: path, sharing: &known, condition)) }
        for permission in permissions { add(condition(.permission(permission))) }
        return parts.isEmpty ? first ?? .always : .all(parts)
    }
}

extension FlintRuntime {
    /// Returns the constraints of a feature, or empty constraints if the feature is not registered.
    package func constraints(of feature: FeatureDefinition.Type) -> DeclaredFeatureConstraints {
        requireSetUp(for: feature)
        return catalog.metadata(for: feature)?.constraints ?? .empty
    }

    func permissionRequirements(of feature: FeatureDefinition.Type) -> FeaturePermissionRequirements {
        FeaturePermissionRequirements(constraints(of: feature).permissions) { effectiveStatus(of: $0) }
    }

    /// Returns the purchases that a feature declares, grouped by whether they are met.
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

    /// Returns whether a fact prevents a feature from being available.
    ///
    /// The fact is reread if its source does not announce changes.
    ///
    /// - Parameters:
    ///   - feature: A feature whose constraints mention the fact.
    ///   - key: A closure that returns the fact's key for the feature's path.
    /// - Returns: `true` if the fact's effective value is false, undetermined, or unknown. The result is `false` for a
    ///   feature that is not registered.
    func isBlocked(_ feature: FeatureDefinition.Type, by key: (FeaturePath) -> FactKey) -> Bool {
        // Evaluating the availability rereads the unannounced facts.
        _ = availability(of: feature)
        guard let metadata = catalog.metadata(for: feature) else { return false }
        return facts[key(metadata.path)]?.effective.truth != .true
    }

    /// Returns a controller that requests a feature's undetermined permissions, or `nil` if all are determined.
    func authorizationController(
        for feature: FeatureDefinition.Type, coordinator: PermissionAuthorisationCoordinator?
    ) -> AuthorisationController? {
        let required = permissionRequirements(of: feature)
        guard !required.notDetermined.isEmpty else { return nil }
        return DefaultAuthorisationController(
            feature: feature, permissions: required.ordered, coordinator: coordinator, host: self)
    }
}
