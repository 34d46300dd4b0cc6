/// The flags as they are built into an app, which every other provider overrules.
///
/// ```swift
/// config.featureFlagProviders = [ReleaseFeatureFlagProvider([.newPlayer: true, .offlineMode: false])]
/// ```
///
/// It may be used from any thread.
public final class ReleaseFeatureFlagProvider: DetailedFeatureFlagProvider, Sendable {
    /// The lowest of the usual ranks.
    public let priority = FeaturePriority.minPriority
    /// Values built into the app.
    public let type = FeatureFlagProviderType.release
    /// The display name of the provider.
    public let name = FeatureFlagProviderType.release.rawValue
    /// No answer ever changes, so there is nothing to announce.
    public let announcesChanges = true

    private let values: [FeatureKey: Bool]

    /// Creates a provider.
    ///
    /// - Parameter values: Every flag the app was built with, and whether it is on. It knows no others.
    public init(_ values: [FeatureKey: Bool]) {
        self.values = values
    }

    /// Every flag the app was built with, in order of the keys.
    public var knownFeatures: [FeatureKey] { values.keys.sorted { $0.rawValue < $1.rawValue } }

    /// Whether a flag is on; `false` for an unknown flag.
    public func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { values[featureKey] ?? false }

    /// Whether the app was built with a flag.
    public func hasFeature(_ featureKey: FeatureKey) -> Bool { values[featureKey] != nil }

    /// The value the app was built with, which nothing changes.
    public func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        values[featureKey].map { FlagEvaluation(value: $0, reason: .static) }
    }

    /// Never calls the handler, for the values never change.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        ObservationToken {}
    }
}
