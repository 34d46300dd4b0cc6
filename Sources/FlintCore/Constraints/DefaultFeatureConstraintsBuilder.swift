/// Turns the calls of a feature's `constraints(requirements:)` into a declaration.
public final class DefaultFeatureConstraintsBuilder: FeatureConstraintsBuilder {
    private var declared = DeclaredFeatureConstraints.empty

    /// Creates a builder with nothing declared.
    public init() {}

    /// Runs a body on the builder and returns everything it declared; the builder is empty afterwards.
    public func build(_ body: (FeatureConstraintsBuilder) -> Void) -> DeclaredFeatureConstraints {
        body(self)
        // Handed over rather than copied, so that what is declared can be changed in place.
        defer { declared = .empty }
        return declared
    }

    /// Requires a version of a platform.
    public func platform(_ constraint: PlatformConstraint) {
        declared.declaredPlatforms[constraint.platform] = constraint
    }

    /// Requires the program's own switch.
    public func runtimeEnabled() {
        declared.isRuntimeEnabledRequired = true
    }

    /// Requires a purchase.
    public func purchase(_ requirement: PurchaseRequirement) {
        // The same requirement twice asks for nothing more.
        guard !declared.purchases.contains(requirement) else { return }
        declared.purchases.append(requirement)
    }

    /// Requires the user to have turned the feature on; the last default counts.
    public func userToggled(defaultValue: Bool) {
        declared.userToggleDefault = defaultValue
    }

    /// Requires a feature flag to be on.
    public func featureFlag(_ key: FeatureKey) {
        guard !declared.featureFlags.contains(key) else { return }
        declared.featureFlags.append(key)
    }

    /// Requires a system permission.
    public func permission(_ permission: SystemPermissionConstraint) {
        guard !declared.permissions.contains(permission) else { return }
        declared.permissions.append(permission)
    }

    /// What was last required of a platform.
    public func version(of platform: Platform) -> PlatformVersionConstraint {
        declared.declaredPlatforms[platform]?.version ?? .any
    }
}
