// SPDX-License-Identifier: MIT

/// A provider of the flag values that are built into an app.
///
/// Every other provider overrides these values.
///
/// ```swift
/// config.featureFlagProviders = [ReleaseFeatureFlagProvider([.newPlayer: true, .offlineMode: false])]
/// ```
///
/// The values never change, so the provider can be used from any thread.
public final class ReleaseFeatureFlagProvider: DetailedFeatureFlagProvider, Sendable {
    /// Always ``FeaturePriority/minPriority``, so that every other provider takes precedence.
    public let priority = FeaturePriority.minPriority
    /// Always ``FeatureFlagProviderType/release``.
    public let type = FeatureFlagProviderType.release
    /// The display name of the provider, `release`.
    public let name = FeatureFlagProviderType.release.rawValue
    /// Always `true`, because the values never change.
    public let announcesChanges = true

    private let values: [FeatureKey: Bool]

    /// Creates a provider of built-in values.
    ///
    /// - Parameter values: The flags and their values. The provider does not have any other flags.
    public init(_ values: [FeatureKey: Bool]) {
        self.values = values
    }

    /// The built-in flags, sorted by key.
    public var knownFeatures: [FeatureKey] { values.keys.sorted { $0.rawValue < $1.rawValue } }

    /// Returns whether a flag is on, or `false` for an unknown flag.
    public func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { values[featureKey] ?? false }

    /// Returns whether the flag is built into the app.
    public func hasFeature(_ featureKey: FeatureKey) -> Bool { values[featureKey] != nil }

    /// Returns a flag's built-in value with the reason `STATIC`, or `nil` for an unknown flag.
    public func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        values[featureKey].map { FlagEvaluation(value: $0, reason: .static) }
    }

    /// Returns a token and never calls the handler, because the values never change.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        ObservationToken {}
    }
}
