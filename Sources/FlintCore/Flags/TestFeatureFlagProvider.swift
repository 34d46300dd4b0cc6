/// The flags a test has set, which overrule all others.
///
/// It may be used from any thread.
public final class TestFeatureFlagProvider: MutatingFeatureFlagProvider, DetailedFeatureFlagProvider, Sendable {
    /// Above everything in a running app.
    public let priority = FeaturePriority.testPriority
    /// Values a test sets.
    public let type = FeatureFlagProviderType.test
    /// The display name of the provider.
    public let name = FeatureFlagProviderType.test.rawValue
    /// Every change is announced.
    public let announcesChanges = true

    private let values: Protected<[FeatureKey: Bool]>
    private let observers = ObserverList<[FeatureKey]?>()

    /// Creates a provider.
    ///
    /// - Parameter values: The flags that are set from the start.
    public init(_ values: [FeatureKey: Bool] = [:]) {
        self.values = Protected(values)
    }

    /// The flags that are set, in order of the keys.
    public var knownFeatures: [FeatureKey] {
        values.withLock { $0.keys.sorted { $0.rawValue < $1.rawValue } }
    }

    /// Whether a flag is on; one that is not set is not.
    public func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { values.withLock { $0[featureKey] } ?? false }

    /// Whether a flag is set.
    public func hasFeature(_ featureKey: FeatureKey) -> Bool { values.withLock { $0[featureKey] } != nil }

    /// What was set.
    public func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        values.withLock { $0[featureKey] }.map { FlagEvaluation(value: $0, reason: .static) }
    }

    /// Turns a flag on or off.
    public func setFeatureEnabled(feature: FeatureFlag, enabled: Bool) {
        set(enabled, for: FeatureKey(rawValue: feature.key))
    }

    /// Forgets what was set for a flag, which always can be done.
    public func clearFeature(feature: FeatureFlag) -> Bool {
        set(nil, for: FeatureKey(rawValue: feature.key))
        return true
    }

    /// Removes every value, for use between tests.
    public func clear() {
        for key in knownFeatures { set(nil, for: key) }
    }

    /// Calls a handler with the flag after every change.
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
