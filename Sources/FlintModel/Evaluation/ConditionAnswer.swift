import FeatureGating

/// An answer that conditions are made of, kept by the availability graph because features depend on it.
///
/// Conditions are divided so that features share as many answers as possible: ten thousand features that need a product
/// depend on one answer about the product, which is worked out once for all. See ``Condition/requirement(_:)``.
package enum ConditionAnswer: Hashable, Sendable {
    /// Whether the platform is one of those a rule supports.
    case platform(PlatformRule)
    /// Whether the system permits something.
    case permission(SystemPermissionConstraint)
    /// Whether a product is owned, for every feature alike: the override or else the store's answer.
    case purchase(productID: String)
    /// Whether units of a consumable product unlock a feature: the override or else no if too few are left. Only the app
    /// knows whether enough of them do.
    case credits(productID: String, needed: UInt)
    /// Whether earlier purchases unlock a feature in place of a consumable product; they do not where it is overridden.
    case pastPurchases(feature: FeaturePath, productID: String)
    /// Whether the user has turned a feature on.
    case userToggle(FeaturePath)
    /// Whether the program has turned a feature on.
    case runtimeSwitch(FeaturePath)
    /// Whether a feature flag is on.
    case featureFlag(FeatureKey)

    /// Whether only one feature can ask, so that no other needs to find the answer.
    package var isOfOneFeature: Bool {
        switch self {
        case .pastPurchases, .userToggle, .runtimeSwitch: true
        case .platform, .permission, .purchase, .credits, .featureFlag: false
        }
    }

    /// The fact the answer is mainly about, any change of which can change it.
    package var mainKey: FactKey {
        switch self {
        case .platform: .platform
        case .permission(let permission): .permission(permission)
        case .purchase(let productID), .credits(let productID, _): .purchase(productID: productID)
        case .pastPurchases(let feature, _): .pastPurchases(feature: feature)
        case .userToggle(let feature): .userToggle(feature: feature)
        case .runtimeSwitch(let feature): .runtimeSwitch(feature: feature)
        case .featureFlag(let key): .featureFlag(key)
        }
    }

    /// Another fact any change of which can change the answer: a wider permission, which counts too if it is granted.
    package var furtherKey: FactKey? {
        guard case .permission(let permission) = self else { return nil }
        return PermissionRules.wider(than: permission).map { .permission($0) }
    }

    /// The fact of which only whether it is overridden can change the answer.
    package var overrideKey: FactKey? {
        if case .pastPurchases(_, let productID) = self { .purchase(productID: productID) } else { nil }
    }

    /// The answer, given what is known of each fact.
    package func truth(_ fact: (FactKey) -> Fact?) -> Truth {
        switch self {
        case .platform(let rule):
            guard let platform = fact(.platform)?.effective.currentPlatform else { return .unknown }
            return rule.allows(platform) ? .true : .false
        case .permission(let permission):
            return Condition.effectiveStatus(of: permission, fact).truth
        case .purchase(let productID):
            return fact(.purchase(productID: productID))?.effective.truth ?? .unknown
        case .credits(let productID, let needed):
            guard let known = fact(.purchase(productID: productID)) else { return .unknown }
            return known.override?.value.truth
                ?? PurchaseCondition.truth(needed: needed, balance: known.actual.balance)
        case .pastPurchases(let feature, let productID):
            guard fact(.pastPurchases(feature: feature))?.effective.truth == .true else { return .false }
            return Truth(fact(.purchase(productID: productID))?.override == nil)
        case .userToggle, .runtimeSwitch, .featureFlag:
            return fact(mainKey)?.effective.truth ?? .unknown
        }
    }
}
