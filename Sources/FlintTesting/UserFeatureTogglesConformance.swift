// SPDX-License-Identifier: MIT

public import FlintCore

/// A conformance check for the store of an app's user settings.
///
/// ```swift
/// try await UserFeatureTogglesConformance {
///     StoredFeatureToggles(store: AppStore())
/// } change: { toggles, feature, choice in
///     toggles.setEnabled(feature, enabled: choice)
/// }.verify()
/// ```
///
/// A setting must persist until it is changed, features must be independent, and a missing setting must be `nil` rather
/// than off. If the store declares that it announces changes, it must notify every observer, as a purchase tracker
/// does.
public struct UserFeatureTogglesConformance<Toggles: UserFeatureToggles>: ConformanceCheck {
    private let examination: ConformanceRunner<Toggles, Int, Bool?>

    /// Creates the check.
    ///
    /// - Parameters:
    ///   - features: The features to query. By default, two features that no app has.
    ///   - timing: Whether changes are announced during the change or later, and the time limit.
    ///   - make: A closure that creates a store without any settings. It is called several times.
    ///   - change: A closure that changes a feature's user setting, or removes it for `nil`, and returns when the
    ///     change is complete.
    public init(
        features: [ConditionalFeatureDefinition.Type] = ConformanceSamples.features,
        timing: ConformanceTiming = .synchronous(), make: @escaping () async throws -> Toggles,
        change:
            @escaping (_ toggles: Toggles, _ feature: ConditionalFeatureDefinition.Type, _ choice: Bool?) async throws
            -> Void
    ) {
        examination = ConformanceRunner(
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

    /// Runs the check and returns its failures.
    public func failures() async -> [ConformanceFailure] {
        _ = await examination.run()
        return examination.failures.all
    }
}

private final class TogglesObserver: UserFeatureTogglesObserver {
    let handler: @Sendable () -> Void

    init(_ handler: @escaping @Sendable () -> Void) {
        self.handler = handler
    }

    func userFeatureTogglesDidChange() { handler() }
}
