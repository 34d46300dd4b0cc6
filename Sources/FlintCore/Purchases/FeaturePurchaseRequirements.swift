import FeatureGating

/// The purchases a feature requires, sorted by whether they were made when this was obtained.
public struct FeaturePurchaseRequirements: Sendable, Hashable {
    /// Every purchase the feature declares, in the order in which it does; all are required.
    public let ordered: [PurchaseRequirement]
    /// Every purchase the feature declares.
    public let all: Set<PurchaseRequirement>
    /// Those that are not known to be met, so that the user may have to buy something.
    public let requiredToUnlock: Set<PurchaseRequirement>
    /// Those that are met.
    public let purchased: Set<PurchaseRequirement>

    /// Sorts purchases by whether they are met.
    ///
    /// - Parameter requirements: The purchases in order of declaration, each with whether it is met.
    init(_ requirements: [(requirement: PurchaseRequirement, truth: Truth)]) {
        let purchased = Set(requirements.filter { $0.truth == .true }.map(\.requirement))
        ordered = requirements.map(\.requirement)
        all = Set(ordered)
        self.purchased = purchased
        requiredToUnlock = all.subtracting(purchased)
    }
}
