import FeatureGating

/// The order in which unmet requirements are reported and resolved.
///
/// It is the only such order: its first requirement is the blocking requirement in details, lists, denials, offers,
/// dialogs, and on the command line. Requirements that cannot be changed come before the others, so that users are
/// never offered a purchase that would not unlock the feature. Permissions that the system has to request come last.
package enum BlockingPrecedence: Int, Comparable {
    case registration
    case platform
    case runtimeEnabled
    case userToggle
    case featureFlag
    case restrictedPermission
    case purchase
    case deniedPermission
    case undeterminedPermission

    /// Returns the precedence of an unmet condition.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - fact: Returns the state of a fact.
    package init(_ condition: Condition, fact: (FactKey) -> Fact?) {
        switch condition {
        case .platform: self = .platform
        case .runtimeSwitch: self = .runtimeEnabled
        case .userToggle: self = .userToggle
        case .featureFlag: self = .featureFlag
        case .purchase: self = .purchase
        case .permission(let permission):
            switch Condition.effectiveStatus(of: permission, fact) {
            case .restricted, .unsupported: self = .restrictedPermission
            case .denied: self = .deniedPermission
            case .notDetermined, .authorized: self = .undeterminedPermission
            }
        }
    }

    package static func < (lhs: BlockingPrecedence, rhs: BlockingPrecedence) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The position of a blocking row in the order of resolution.
///
/// Platforms come first, starting with the feature's own. The other requirements follow, starting with the outermost
/// ancestor's and ending with the feature's own, because a feature cannot become available before its ancestors.
package struct BlockingPosition: Comparable {
    /// The number of levels between the feature and the ancestor that declares the row, or 0 for the feature's own
    /// rows.
    package let distance: Int
    package let precedence: BlockingPrecedence
    package let row: Int

    package static func < (lhs: BlockingPosition, rhs: BlockingPosition) -> Bool { lhs.order < rhs.order }

    private var order: (Int, Int, Int, Int) {
        precedence <= .platform
            ? (0, distance, precedence.rawValue, row) : (1, -distance, precedence.rawValue, row)
    }
}
