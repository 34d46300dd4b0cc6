// SPDX-License-Identifier: MIT

import FeatureGating

/// An elementary test of facts, whose result the availability graph stores.
///
/// Conditions are divided into answers that features can share. Ten thousand features that need the same product depend
/// on one answer about the product, which is evaluated only once. See ``Condition/requirement(_:)``.
package enum ConditionAnswer: Hashable, Sendable {
    case platform(PlatformRule)
    case permission(SystemPermissionConstraint)
    /// A product is owned, according to its override or the store.
    ///
    /// All features that require the product share this answer.
    case purchase(productID: String)
    /// Units of a consumable product unlock a feature.
    ///
    /// The override decides first. Otherwise, the answer is false if the balance is too small, and unknown if it is
    /// sufficient, because only the app knows whether the units unlock the feature.
    case credits(productID: String, needed: UInt)
    /// Past purchases unlock a feature in place of a consumable product.
    ///
    /// An override of the product disables this answer.
    case pastPurchases(feature: FeaturePath, productID: String)
    case userSetting(FeaturePath)
    case runtimeSwitch(FeaturePath)
    case featureFlag(FeatureKey)

    /// Whether only one feature can depend on the answer, so that the answer does not need to be shared.
    package var belongsToSingleFeature: Bool {
        switch self {
        case .pastPurchases, .userSetting, .runtimeSwitch: true
        case .platform, .permission, .purchase, .credits, .featureFlag: false
        }
    }

    /// The main fact behind the answer.
    ///
    /// Any change to the fact can change the answer.
    package var mainKey: FactKey {
        switch self {
        case .platform: .platform
        case .permission(let permission): .permission(permission)
        case .purchase(let productID), .credits(let productID, _): .purchase(productID: productID)
        case .pastPurchases(let feature, _): .pastPurchases(feature: feature)
        case .userSetting(let feature): .userSetting(feature: feature)
        case .runtimeSwitch(let feature): .runtimeSwitch(feature: feature)
        case .featureFlag(let key): .featureFlag(key)
        }
    }

    /// A wider permission that can also change the answer, if one exists.
    package var widerPermissionKey: FactKey? {
        guard case .permission(let permission) = self else { return nil }
        return PermissionRules.wider(than: permission).map { .permission($0) }
    }

    /// A fact that can change the answer only by gaining or losing an override.
    package var overrideKey: FactKey? {
        if case .pastPurchases(_, let productID) = self { .purchase(productID: productID) } else { nil }
    }

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
        case .userSetting, .runtimeSwitch, .featureFlag:
            return fact(mainKey)?.effective.truth ?? .unknown
        }
    }
}
