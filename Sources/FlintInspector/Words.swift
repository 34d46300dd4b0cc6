import FeatureGating
import FlintCore
import InspectorKit

// The engine's words for statuses and the front ends' are the same words, kept apart so that front ends need not
// know the engine; this is where they meet.

extension PurchaseStatus {
    /// The status that words a truth.
    init(_ truth: Truth) {
        switch truth {
        case .true: self = .purchased
        case .false: self = .notPurchased
        case .unknown: self = .unknown
        }
    }

    /// The status as a truth.
    var truth: Truth {
        switch self {
        case .purchased: .true
        case .notPurchased: .false
        case .unknown: .unknown
        }
    }
}

extension PermissionStatus {
    /// The front ends' word for a status of the engine.
    init(_ status: SystemPermissionStatus) {
        switch status {
        case .notDetermined: self = .notDetermined
        case .authorized: self = .authorized
        case .denied: self = .denied
        case .restricted: self = .restricted
        case .unsupported: self = .unsupported
        }
    }

    /// The engine's status for a word of the front ends.
    var systemStatus: SystemPermissionStatus {
        switch self {
        case .notDetermined: .notDetermined
        case .authorized: .authorized
        case .denied: .denied
        case .restricted: .restricted
        case .unsupported: .unsupported
        }
    }
}

extension RequirementKind {
    /// The front ends' word for a sort of requirement.
    init(_ kind: RequirementState.Kind) {
        switch kind {
        case .platform: self = .platform
        case .runtimeEnabled: self = .runtimeEnabled
        case .featureFlag: self = .featureFlag
        case .userToggle: self = .userToggle
        case .purchase: self = .purchase
        case .permission: self = .permission
        case .parent: self = .parent
        case .registration: self = .registration
        case .anyOf: self = .anyOf
        case .allOf: self = .allOf
        }
    }
}

extension FactKey {
    /// The identifier front ends know the fact by.
    var inspectorKey: String {
        switch self {
        case .purchase(let productID): productID
        case .pastPurchases(let feature), .userToggle(let feature), .runtimeSwitch(let feature): feature.description
        case .permission(let permission): permission.name
        case .featureFlag(let key): key.rawValue
        case .platform: "current"
        }
    }
}
