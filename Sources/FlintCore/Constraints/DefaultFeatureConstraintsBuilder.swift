// SPDX-License-Identifier: MIT

/// A builder that collects constraints into a declaration.
///
/// The engine passes a builder to a feature's `constraints(requirements:)`. Duplicate purchases, feature flags, facts,
/// and permissions are ignored. A builder can be reused after ``build(_:)``, but not by two threads at once.
public final class DefaultFeatureConstraintsBuilder: FeatureConstraintsBuilder {
    private var declared = DeclaredFeatureConstraints.empty
    private var featureFlags = UniqueList<FeatureKey>()
    private var purchases = UniqueList<PurchaseRequirement>()
    private(set) var flagDeclarations: [(key: FeatureKey, declaration: Declaration)] = []

    /// Creates an empty builder.
    public init() {}

    /// Passes the builder to a closure and returns the constraints that the closure declared.
    ///
    /// The builder is empty afterward.
    public func build(_ body: (FeatureConstraintsBuilder) -> Void) -> DeclaredFeatureConstraints {
        flagDeclarations = []
        body(self)
        // Moved out instead of copied, so that the caller can mutate the result in place.
        defer { (declared, featureFlags, purchases) = (.empty, UniqueList(), UniqueList()) }
        declared.featureFlags = featureFlags.elements
        declared.purchases = purchases.elements
        return declared
    }

    /// Requires a version of a platform, replacing any earlier constraint on that platform.
    public func platform(_ constraint: PlatformConstraint) {
        declared.declaredPlatforms[constraint.platform] = constraint
    }

    /// Requires the feature's runtime switch to be on.
    public func runtimeEnabled(at location: CodeLocation?) {
        locate(location)
        declared.isRuntimeEnabledRequired = true
    }

    /// Requires a purchase, unless an equal purchase is already required.
    public func purchase(_ requirement: PurchaseRequirement, at location: CodeLocation?) {
        locate(location)
        purchases.append(requirement)
    }

    /// Requires the feature's user setting to be on, replacing the default value of any earlier call.
    public func userToggled(defaultValue: Bool, at location: CodeLocation?) {
        locate(location)
        declared.userSettingDefault = defaultValue
    }

    /// Requires a feature flag to be on, unless the flag is already required.
    public func featureFlag(_ flag: FeatureFlag, at location: CodeLocation?) {
        locate(location)
        featureFlags.append(flag.featureKey)
        flagDeclarations.append((flag.featureKey, flag.declaration.locating(at: location)))
    }

    /// Requires one of the app's own facts, unless an equal requirement is already declared.
    public func fact(_ requirement: FactRequirement, at location: CodeLocation?) {
        locate(location)
        guard !declared.facts.contains(requirement.condition) else { return }
        declared.facts.append(requirement.condition)
    }

    /// Requires a system permission, unless it is already required.
    public func permission(_ permission: SystemPermissionConstraint, at location: CodeLocation?) {
        locate(location)
        guard !declared.permissions.contains(permission) else { return }
        declared.permissions.append(permission)
    }

    /// Requires at least one of the requirements that a closure declares.
    public func anyOf(_ alternatives: (FeatureConstraintsBuilder) -> Void) {
        addGroup(isConjunction: false, alternatives)
    }

    /// Requires all requirements that a closure declares.
    public func allOf(_ parts: (FeatureConstraintsBuilder) -> Void) {
        addGroup(isConjunction: true, parts)
    }

    private func addGroup(isConjunction: Bool, _ body: (FeatureConstraintsBuilder) -> Void) {
        let builder = DefaultFeatureConstraintsBuilder()
        let constraints = builder.build(body)
        locate(constraints.location)
        declared.effectTime = max(declared.effectTime, constraints.effectTime)
        flagDeclarations += builder.flagDeclarations
        declared.groups.append(DeclaredFeatureConstraints.Group(isConjunction: isConjunction, constraints: constraints))
    }

    /// Delays changes to the feature's flags and its user setting, replacing the time of any earlier call.
    public func takesEffect(_ time: EffectTime) {
        declared.effectTime = time
    }

    private func locate(_ location: CodeLocation?) {
        if declared.location == nil { declared.location = location }
    }

    /// Returns the version that was last required of a platform, or `.any`.
    public func version(of platform: Platform) -> PlatformVersionConstraint {
        declared.declaredPlatforms[platform]?.version ?? .any
    }
}

private struct UniqueList<Element: Hashable> {
    private(set) var elements: [Element] = []
    /// The set of all elements; empty until a linear search would be slow.
    private var known: Set<Element> = []

    mutating func append(_ element: Element) {
        if known.isEmpty {
            if elements.contains(element) { return }
            if elements.count == 16 { known = Set(elements) }
        }
        if !known.isEmpty, !known.insert(element).inserted { return }
        elements.append(element)
    }
}
