// SPDX-License-Identifier: MIT

import FlintLocks

/// A provider of flag values that a test sets.
///
/// The values override the values of all other providers. A flag that is not set is left to the other providers. The
/// provider announces every change and can be used from any thread.
public final class TestFeatureFlagProvider: MutatingFeatureFlagProvider, DetailedFeatureFlagProvider, Sendable {
    /// Always ``FeaturePriority/testPriority``, above the providers in a running app.
    public let priority = FeaturePriority.testPriority
    /// Always ``FeatureFlagProviderType/test``.
    public let type = FeatureFlagProviderType.test
    /// The display name of the provider, `test`.
    public let name = FeatureFlagProviderType.test.rawValue
    /// Always `true`, because every change is announced.
    public let announcesChanges = true

    private let values: Protected<[FeatureKey: Bool]>
    private let observers = ObserverList<[FeatureKey]?>()

    /// Creates a provider of values for a test.
    ///
    /// - Parameter values: The flags that are set initially.
    public init(_ values: [FeatureKey: Bool] = [:]) {
        self.values = Protected(values)
    }

    /// The flags that are set, sorted by key.
    public var knownFeatures: [FeatureKey] {
        values.withLock { $0.keys.sorted { $0.rawValue < $1.rawValue } }
    }

    /// Returns whether a flag is on, or `false` if it is not set.
    public func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { values.withLock { $0[featureKey] } ?? false }

    /// Returns whether a flag is set.
    public func hasFeature(_ featureKey: FeatureKey) -> Bool { values.withLock { $0[featureKey] } != nil }

    /// Returns the value that was set for a flag, with the reason `STATIC`, or `nil` if the flag is not set.
    public func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        values.withLock { $0[featureKey] }.map { FlagEvaluation(value: $0, reason: .static) }
    }

    /// Turns a flag on or off.
    public func setFeatureEnabled(feature: FeatureFlag, enabled: Bool) {
        set(enabled, for: FeatureKey(rawValue: feature.key))
    }

    /// Removes the value that was set for a flag.
    ///
    /// - Returns: `true`, because the provider supports removing values.
    public func clearFeature(feature: FeatureFlag) -> Bool {
        set(nil, for: FeatureKey(rawValue: feature.key))
        return true
    }

    /// Removes all values, for example between tests.
    public func clear() {
        for key in knownFeatures { set(nil, for: key) }
    }

    /// Calls a handler with the changed flag after every change, until the token is canceled or released.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        observers.add(handler)
    }

    private func set(_ value: Bool?, for key: FeatureKey) {
        let changes = values.withLock { values in
            defer { values[key] = value }
            return values[key] != value
        }
        if changes { observers.notify([key]) }
    }
}
