import FeatureGating

/// The order in which unmet requirements are named and dealt with, one at a time.
///
/// It is the only such order: the first in it is the blocking requirement of details, lists, denials, offers, dialogs
/// and the command line. What cannot be changed comes before what can, so that people are never sold something that
/// would not help, and permissions that the system has to ask for come last.
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

    /// Returns the precedence of a condition that is not met.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - fact: What is known of each fact.
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

/// Where a blocking row of an explanation stands in the order of what to deal with.
///
/// Platforms come first, the feature's own before those of its ancestors. Then come the ancestors' other requirements,
/// the outermost ancestor's first, because nothing below an ancestor can help before it is available.
package struct BlockingPosition: Comparable {
    /// How far above the feature the row is declared; 0 for the feature's own.
    package let distance: Int
    /// What kind of obstacle it is.
    package let precedence: BlockingPrecedence
    /// Its index among the rows, which is the order of declaration.
    package let row: Int

    package static func < (lhs: BlockingPosition, rhs: BlockingPosition) -> Bool { lhs.order < rhs.order }

    private var order: (Int, Int, Int, Int) {
        precedence <= .platform
            ? (0, distance, precedence.rawValue, row) : (1, -distance, precedence.rawValue, row)
    }
}
