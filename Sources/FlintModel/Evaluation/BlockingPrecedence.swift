// SPDX-License-Identifier: MIT

import FeatureGating

/// The precedence of an unmet condition within one feature.
///
/// ``BlockingPosition`` combines it with the distance to the ancestor that declares the condition. Purchases come after
/// every other condition except permissions that the user can still grant, so that users are not offered a purchase
/// that would not unlock the feature. Undetermined permissions come last, because the app can still request them.
package enum BlockingPrecedence: Comparable {
    case platform
    case runtimeEnabled
    case userSetting
    case featureFlag
    case forbiddenFact
    case missingFact
    case ownFact
    case pendingFact
    case restrictedPermission
    case purchase
    case deniedPermission
    case undeterminedPermission

    package init(_ condition: Condition, fact: (FactKey) -> Fact?) {
        switch condition.mainKey {
        case .platform: self = .platform
        case .runtimeSwitch: self = .runtimeEnabled
        case .userSetting: self = .userSetting
        case .featureFlag: self = .featureFlag
        case .own:
            switch fact(condition.mainKey)?.effective {
            case .absent(.forbidden)?: self = .forbiddenFact
            case .absent(.missing)?: self = .missingFact
            case .absent(.pending)?: self = .pendingFact
            case .absent(.failed)?, .truth?, .choice?, .number?, .version?, .date?, .permission?, .balance?,
                .platform?, nil:
                self = .ownFact
            }
        case .purchase, .pastPurchases: self = .purchase
        case .permission(let permission):
            switch Condition.effectiveStatus(of: permission, fact) {
            case .restricted, .unsupported: self = .restrictedPermission
            case .denied: self = .deniedPermission
            case .notDetermined, .authorized: self = .undeterminedPermission
            }
        }
    }
}

/// The position of a blocking requirement in the order in which requirements are reported and resolved.
///
/// Platforms come first, starting with the feature's own. The other requirements follow, starting with the outermost
/// ancestor's and ending with the feature's own, because a feature cannot become available before its ancestors.
/// Details, lists, denials, offers, dialogs, and the command line all use this order.
package struct BlockingPosition: Comparable {
    /// The number of levels up to the ancestor that declares the row, or 0 for the feature's own rows.
    package let distance: Int
    package let precedence: BlockingPrecedence
    package let row: Int

    package static func < (lhs: BlockingPosition, rhs: BlockingPosition) -> Bool { lhs.order < rhs.order }

    private var order: (Int, Int, BlockingPrecedence, Int) {
        precedence == .platform ? (0, distance, precedence, row) : (1, -distance, precedence, row)
    }
}
