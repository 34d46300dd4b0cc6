/// Knows which feature flags are on.
///
/// The engine asks on any thread and never while it holds a lock. Of several providers the one with the highest
/// ``priority`` that has a flag answers; of equal ones the one that was given first.
///
/// A ``DetailedFeatureFlagProvider`` that announces every change of an answer declares that with
/// ``ChangeAnnouncing/announcesChanges``, and so may one whose answers never change. If any provider does not, all of
/// them are asked at every use.
public protocol FeatureFlagProvider: ChangeAnnouncing, AnyObject {
    /// The rank among providers; see ``FeaturePriority`` for the usual ones.
    var priority: Int { get }

    /// The sort of place the values come from.
    var type: FeatureFlagProviderType { get }

    /// Whether a flag is on. Asked only for flags the provider has.
    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool

    /// Whether the provider knows a flag at all.
    func hasFeature(_ featureKey: FeatureKey) -> Bool
}
