// SPDX-License-Identifier: MIT

/// The next step for a user who requests an action of an unavailable feature.
///
/// Several requirements may be unmet at once, and presenting all of them together confuses users. The next step follows
/// from the feature's blocking requirement, so that it matches the requirement that lists, details, and denials name.
package enum NextStep: Sendable, Hashable {
    case none
    /// Explains permissions that are restricted or that the system does not support.
    ///
    /// Purchases are not offered in this case, because they would not unlock the feature.
    case explainRestricted([RequirementState])
    case offerPurchase([RequirementState])
    /// Explains that the user can allow the denied permissions only in the Settings app.
    case instructDenied([RequirementState])
    case authorize([RequirementState])
    /// Explains any other requirement, such as a platform, a runtime switch, a user setting, or a flag.
    ///
    /// This is also the step for a feature that cannot be unlocked on this device.
    case explain([RequirementState])

    package init(for feature: FeatureSnapshot) {
        guard feature.available != true else {
            self = .none
            return
        }
        let open = feature.openFacts.inBestPlan(of: feature)
        guard let first = open.first else {
            self = .explain([])
            return
        }
        func permissions(_ statuses: PermissionStatus...) -> [RequirementState] {
            open.filter { row in statuses.contains { row.permissionStatus == $0 } }
        }
        let restricted = permissions(.restricted, .unsupported)
        // If no plan unlocks the feature, a purchase would be worthless to the user.
        let canBeUnlocked = feature.unlockPlans?.isEmpty == false || feature.unlockPlansAreComplete == false
        switch first.kind {
        case .permission where restricted.contains(first):
            self = .explainRestricted(restricted)
        case .purchase where canBeUnlocked:
            self = .offerPurchase(open.filter { $0.kind == .purchase })
        case .permission where canBeUnlocked && first.permissionStatus == .denied:
            self = .instructDenied(permissions(.denied))
        case .permission where canBeUnlocked:
            // An authorization flow covers the permissions of one feature.
            self = .authorize(permissions(.notDetermined).filter { $0.inheritedFrom == first.inheritedFrom })
        case .purchase, .permission:
            self = .explain([first] + open.filter { $0 != first && ($0.kind == .platform || restricted.contains($0)) })
        case .fact, .parent, .registration, .anyOf, .allOf:
            self = .explain(open.filter { $0.kind == first.kind })
        }
    }
}

extension [RequirementState] {
    /// Returns the requirements that the feature's first plan meets, and all purchases if the plan contains a purchase.
    ///
    /// Without alternatives or plans, all requirements are returned.
    fileprivate func inBestPlan(of feature: FeatureSnapshot) -> [RequirementState] {
        guard feature.requirements.contains(where: { $0.kind == .anyOf }), let plan = feature.unlockPlans?.first else {
            return self
        }
        let buys = plan.contains { $0.kind == .purchase }
        let found = filter { row in
            buys && row.kind == .purchase
                || plan.contains { $0.kind == row.kind && ($0.key == row.key || row.kind == .platform) }
        }
        return found.isEmpty ? self : found
    }
}
