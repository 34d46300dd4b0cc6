/// The one thing to deal with next when an action of an unavailable feature is asked for.
///
/// Several things may be missing at once, and asking for all of them together confuses people. The order is the one
/// the framework's documents recommend: say first what nobody can change, then offer what must be bought, then say
/// how to take back a refusal, and only then let the system ask.
public enum NextStep: Sendable, Hashable {
    /// Nothing is in the way.
    case none
    /// Permissions that are restricted or that this system does not have; buying would be money wasted.
    case explainRestricted([RequirementSnapshot])
    /// Purchases to offer.
    case offerPurchase([RequirementSnapshot])
    /// Permissions the user has refused, which only the system's settings can give back.
    case instructDenied([RequirementSnapshot])
    /// Permissions the system can be made to ask for.
    case authorise([RequirementSnapshot])
    /// Anything else: platform, toggles, switches, parents.
    case explain([RequirementSnapshot])

    /// Works out the next step for a feature.
    ///
    /// - Parameter feature: The feature at this moment.
    public init(for feature: FeatureSnapshot) {
        guard feature.available != true else {
            self = .none
            return
        }
        let open = feature.openRequirements.filter { !$0.kind.isHeading }
        func permissions(_ statuses: Set<PermissionStatus>) -> [RequirementSnapshot] {
            let words = Set(statuses.map(\.words))
            return open.filter { $0.kind == .permission && words.contains($0.value) }
        }
        // What no purchase and no permission can mend comes before either is offered: on an unsupported platform
        // the user would pay for nothing.
        let hopeless = open.filter { $0.kind == .platform || $0.kind == .registration }
        let restricted = permissions([.restricted, .unsupported])
        let purchases = open.filter { $0.kind == .purchase }
        let denied = permissions([.denied])
        let undetermined = permissions([.notDetermined])
        if !restricted.isEmpty {
            self = .explainRestricted(restricted)
        } else if !hopeless.isEmpty {
            self = .explain(hopeless)
        } else if !purchases.isEmpty {
            self = .offerPurchase(purchases)
        } else if !denied.isEmpty {
            self = .instructDenied(denied)
        } else if !undetermined.isEmpty {
            self = .authorise(undetermined)
        } else {
            self = .explain(open)
        }
    }
}
