public import FlintCore

/// Checks what the engine relies on in user toggles.
///
/// ```swift
/// try await UserFeatureTogglesConformance {
///     StoredFeatureToggles(store: AppStore())
/// } change: { toggles, feature, choice in
///     toggles.setEnabled(feature, enabled: choice)
/// }.verify()
/// ```
///
/// A choice is kept until there is another one, each feature has its own, and no choice is nil and not off. If the
/// toggles declare that they announce changes, every observer is notified as by a purchase tracker.
public struct UserFeatureTogglesConformance<Toggles: UserFeatureToggles>: ConformanceCheck {
    private let examination: Examination<Toggles, Int, Bool?>

    /// Prepares the check.
    ///
    /// - Parameters:
    ///   - features: The features to ask about; by default two that no app has.
    ///   - timing: When changes are announced.
    ///   - make: Makes toggles without a choice; called for every rule.
    ///   - change: Makes the user's choice for a feature, or forgets it with nil, and returns when that is done.
    public init(
        features: [ConditionalFeatureDefinition.Type] = ConformanceSamples.features,
        timing: ConformanceTiming = .synchronous(), make: @escaping () async throws -> Toggles,
        change:
            @escaping (_ toggles: Toggles, _ feature: ConditionalFeatureDefinition.Type, _ choice: Bool?) async throws
            -> Void
    ) {
        examination = Examination(
            timing: timing, keys: Array(features.indices), values: [true, false, nil], make: make,
            ask: { $0.isEnabled(features[$1]) }, change: { try await change($0, features[$1], $2) },
            announces: { toggles, _ in toggles.announcesChanges },
            observing: .init(
                make: { handler in TogglesObserver { handler(nil, nil) } },
                add: { toggles, observer in
                    if let observer = observer as? TogglesObserver { toggles.addObserver(observer) }
                },
                remove: { toggles, observer in
                    if let observer = observer as? TogglesObserver { toggles.removeObserver(observer) }
                }),
            describeKey: { features[$0].name }, describeValue: { $0.map { $0 ? "on" : "off" } ?? "nil" })
        examination.unknown = features.indices.map { ($0, nil) }
        examination.unknownValue = .some(nil)
    }

    /// Runs the check.
    public func failures() async -> [ConformanceFailure] {
        _ = await examination.run()
        return examination.found.failures
    }
}

/// An observer that calls a handler.
private final class TogglesObserver: UserFeatureTogglesObserver {
    let handler: @Sendable () -> Void

    init(_ handler: @escaping @Sendable () -> Void) {
        self.handler = handler
    }

    func userFeatureTogglesDidChange() { handler() }
}
