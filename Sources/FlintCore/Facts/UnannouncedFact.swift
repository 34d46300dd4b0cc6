/// A fact whose changes its source does not announce, so that it is read again whenever something depends on it.
enum UnannouncedFact: Hashable {
    /// Whether the program has turned a feature on; `isEnabled` is a plain property and announces nothing.
    case runtimeSwitch(FeatureMetadata)
    /// Whether the user has turned a feature on.
    case userToggle(FeatureMetadata)
    /// Whether a feature flag is on.
    case featureFlag(FeatureKey)
    /// Whether a product is owned.
    case purchase(Product)
    /// Whether earlier purchases unlock a feature.
    case pastPurchases(FeatureMetadata)
    /// The status of a permission.
    case permission(SystemPermissionConstraint)

    /// Whether the purchase tracker answers it.
    var isPurchase: Bool {
        switch self {
        case .purchase, .pastPurchases: true
        case .runtimeSwitch, .userToggle, .featureFlag, .permission: false
        }
    }
}

/// The sources of a runtime that announce every change of their answers, as they declared at setup.
///
/// A declaration is read once, so that a feature's facts are either all cached or all read again.
struct AnnouncingSources {
    /// Whether the purchase tracker does; also if there is none, because nothing can change then.
    let hasPurchases: Bool
    /// Whether the user's toggles do.
    let hasUserToggles: Bool
    /// Whether every flag provider does.
    let hasFeatureFlags: Bool
    /// The permissions whose changes the checker does not announce.
    let silentPermissions: Set<SystemPermissionConstraint>

    /// Asks the sources that a runtime was set up with.
    init(_ dependencies: Flint.Dependencies) {
        hasPurchases = dependencies.purchaseTracker?.announcesChanges ?? true
        hasUserToggles = dependencies.userFeatureToggles.announcesChanges
        hasFeatureFlags = dependencies.featureFlags.announcesChanges
        let checker = dependencies.permissionChecker
        silentPermissions = Set(SystemPermissionConstraint.allCases.filter { !checker.announcesChanges(of: $0) })
    }

    /// The permissions that decide about one and whose changes are not announced.
    func unannounced(_ permission: SystemPermissionConstraint) -> [SystemPermissionConstraint] {
        silentPermissions.isEmpty ? [] : PermissionRules.deciding(permission).filter(silentPermissions.contains)
    }

    /// Returns the facts that a feature's own constraints are about and no source announces.
    ///
    /// - Parameters:
    ///   - constraints: The constraints.
    ///   - products: The products they mention.
    ///   - metadata: The feature.
    /// - Returns: The facts, without repetition.
    func unannouncedFacts(
        of constraints: DeclaredFeatureConstraints, products: [Product], declaredBy metadata: FeatureMetadata
    ) -> [UnannouncedFact] {
        var facts: [UnannouncedFact] = []
        if constraints.isRuntimeEnabledRequired { facts.append(.runtimeSwitch(metadata)) }
        if constraints.userToggleDefault != nil, !hasUserToggles { facts.append(.userToggle(metadata)) }
        if !hasFeatureFlags { facts += constraints.featureFlags.map { .featureFlag($0) } }
        if !products.isEmpty, !hasPurchases {
            facts += products.map { .purchase($0) }
            facts.append(.pastPurchases(metadata))
        }
        for permission in constraints.permissions {
            for needed in unannounced(permission) where !facts.contains(.permission(needed)) {
                facts.append(.permission(needed))
            }
        }
        return facts
    }
}
