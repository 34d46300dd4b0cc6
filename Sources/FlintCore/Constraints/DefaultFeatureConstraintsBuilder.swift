/// Turns the calls of a feature's `constraints(requirements:)` into a declaration.
public final class DefaultFeatureConstraintsBuilder: FeatureConstraintsBuilder {
    private var declared = DeclaredFeatureConstraints.empty
    private var featureFlags = UniqueList<FeatureKey>()
    private var purchases = UniqueList<PurchaseRequirement>()

    /// Creates a builder with nothing declared.
    public init() {}

    /// Runs a body on the builder and returns everything it declared; the builder is empty afterwards.
    public func build(_ body: (FeatureConstraintsBuilder) -> Void) -> DeclaredFeatureConstraints {
        body(self)
        // Handed over rather than copied, so that what is declared can be changed in place.
        defer { (declared, featureFlags, purchases) = (.empty, UniqueList(), UniqueList()) }
        declared.featureFlags = featureFlags.elements
        declared.purchases = purchases.elements
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
        purchases.append(requirement)
    }

    /// Requires the user to have turned the feature on; the last default counts.
    public func userToggled(defaultValue: Bool) {
        declared.userToggleDefault = defaultValue
    }

    /// Requires a feature flag to be on.
    public func featureFlag(_ key: FeatureKey) {
        featureFlags.append(key)
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

/// Elements in the order in which they were added, each once.
private struct UniqueList<Element: Hashable> {
    private(set) var elements: [Element] = []
    /// The elements, once there are too many to look through.
    private var known: Set<Element> = []

    /// Adds an element unless it is there already.
    mutating func append(_ element: Element) {
        if known.isEmpty {
            if elements.contains(element) { return }
            if elements.count == 16 { known = Set(elements) }
        }
        if !known.isEmpty, !known.insert(element).inserted { return }
        elements.append(element)
    }
}
