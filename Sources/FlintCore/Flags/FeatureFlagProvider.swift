/// Knows which feature flags are on.
///
/// The engine asks on any thread and never while it holds a lock. Of several providers the one with the highest
/// ``priority`` that has a flag answers; of equal ones the one that was given first.
public protocol FeatureFlagProvider: AnyObject {
    /// The rank among providers; see ``FeaturePriority`` for the usual ones.
    var priority: Int { get }

    /// The sort of place the values come from.
    var type: FeatureFlagProviderType { get }

    /// Whether a flag is on. Asked only for flags the provider has.
    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool

    /// Whether the provider knows a flag at all.
    func hasFeature(_ featureKey: FeatureKey) -> Bool
}
