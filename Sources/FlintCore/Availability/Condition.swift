import FeatureGating

/// A question about one or two facts, which a requirement is built from.
enum Condition: Hashable, Sendable {
    /// Whether the platform is one of those the feature supports, in a new enough version.
    case platform(PlatformRule)
    /// Whether the system permits something.
    case permission(SystemPermissionConstraint)
    /// Whether a product is owned, as far as one feature is concerned.
    case purchase(PurchaseCondition)
    /// Whether the user has turned the feature on.
    case userToggle(FeaturePath)
    /// Whether the program has turned the feature on.
    case runtimeSwitch(FeaturePath)
    /// Whether a feature flag is on.
    case featureFlag(FeatureKey)

    /// The facts the answer depends on, the one it is mainly about first.
    var factKeys: [FactKey] {
        switch self {
        case .platform:
            [.platform]
        case .permission(let permission):
            // A wider permission that is granted counts too.
            [permission, PermissionRules.wider(than: permission)].compactMap { $0 }.map { .permission($0) }
        case .purchase(let purchase):
            [.purchase(productID: purchase.productID), .pastPurchases(feature: purchase.feature)]
        case .userToggle(let feature):
            [.userToggle(feature: feature)]
        case .runtimeSwitch(let feature):
            [.runtimeSwitch(feature: feature)]
        case .featureFlag(let key):
            [.featureFlag(key)]
        }
    }

    /// The answer, given what is known of each fact.
    func truth(_ fact: (FactKey) -> Fact?) -> Truth {
        switch self {
        case .platform(let rule):
            guard let platform = fact(.platform)?.effective.currentPlatform else { return .unknown }
            return rule.allows(platform) ? .true : .false
        case .permission(let permission):
            return Self.effectiveStatus(of: permission, fact).truth
        case .purchase(let purchase):
            let owned = fact(.purchase(productID: purchase.productID))
            let past = fact(.pastPurchases(feature: purchase.feature))?.effective.truth
            return PurchaseEvaluation.truth(
                isConsumable: purchase.isConsumable, status: owned?.actual.truth ?? .unknown,
                override: owned?.override?.value.truth, enabledByPastPurchases: past == .true)
        case .userToggle, .runtimeSwitch, .featureFlag:
            return fact(factKeys[0])?.effective.truth ?? .unknown
        }
    }

    /// The status that counts for a permission: what is laid over it, or else the status it has by itself or
    /// through a wider permission that is granted.
    static func effectiveStatus(
        of permission: SystemPermissionConstraint, _ fact: (FactKey) -> Fact?
    ) -> SystemPermissionStatus {
        if let override = fact(.permission(permission))?.override?.value.permissionStatus { return override }
        return PermissionRules.effectiveStatus(of: permission) {
            fact(.permission($0))?.effective.permissionStatus ?? .notDetermined
        }
    }
}

extension SystemPermissionStatus {
    /// Whether the status grants access, or may still come to.
    var truth: Truth {
        switch self {
        case .authorized: .true
        case .notDetermined: .unknown
        case .denied, .restricted, .unsupported: .false
        }
    }
}
