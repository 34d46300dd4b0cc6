/// The one thing to deal with next when an action of an unavailable feature is requested.
///
/// Several things may be missing at once, and asking for all of them together confuses people. What comes next follows
/// from the feature's blocking requirement, so it is the same that details, lists and denials name.
package enum NextStep: Sendable, Hashable {
    /// The feature is available.
    case none
    /// Permissions that are restricted or that this system does not have; buying would be money wasted.
    case explainRestricted([RequirementState])
    /// Purchases to offer.
    case offerPurchase([RequirementState])
    /// Permissions the user has denied, which only the system's settings can allow.
    case instructDenied([RequirementState])
    /// Permissions of one feature that the system can be made to ask for.
    case authorize([RequirementState])
    /// Anything else: registration, platform, enabled in code, user settings and flags, and everything that would not
    /// help because the feature cannot be unlocked on this device.
    case explain([RequirementState])

    /// Works out the next step for a feature.
    ///
    /// - Parameter feature: The feature at this moment.
    package init(for feature: FeatureSnapshot) {
        guard feature.available != true else {
            self = .none
            return
        }
        let open = feature.openFacts
        guard let first = open.first else {
            self = .explain([])
            return
        }
        func permissions(_ statuses: PermissionStatus...) -> [RequirementState] {
            open.filter { row in statuses.contains { row.state == .permission($0) } }
        }
        let restricted = permissions(.restricted, .unsupported)
        // Without a way to unlock the feature, to offer a part of it would be to sell nothing.
        let canBeUnlocked = feature.unlockPlans?.isEmpty == false || feature.unlockPlansAreComplete == false
        switch first.kind {
        case .permission where restricted.contains(first):
            self = .explainRestricted(restricted)
        case .purchase where canBeUnlocked:
            self = .offerPurchase(open.filter { $0.kind == .purchase })
        case .permission where canBeUnlocked && first.state == .permission(.denied):
            self = .instructDenied(permissions(.denied))
        case .permission where canBeUnlocked:
            // A flow asks for the permissions of one feature.
            self = .authorize(permissions(.notDetermined).filter { $0.inheritedFrom == first.inheritedFrom })
        case .purchase, .permission:
            self = .explain([first] + open.filter { $0 != first && ($0.kind == .platform || restricted.contains($0)) })
        case .platform, .toggle, .runtimeSwitch, .flag, .parent, .registration, .anyOf, .allOf:
            self = .explain(open.filter { $0.kind == first.kind })
        }
    }
}
