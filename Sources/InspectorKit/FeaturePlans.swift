/// What would make a feature available.
public struct FeaturePlans: Codable, Sendable, Hashable {
    /// The smallest sets of changes that would do, shortest first; empty if the feature is available already or if no
    /// change a person can make would help.
    public var plans: [[UnlockStep]]
    /// Whether these are all; the search is cut short where there are very many.
    public var areComplete: Bool

    /// Creates plans.
    public init(plans: [[UnlockStep]], areComplete: Bool) {
        self.plans = plans
        self.areComplete = areComplete
    }
}
