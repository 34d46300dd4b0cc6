// SPDX-License-Identifier: MIT

public import FlintCore

/// A conformance check for a feature flag provider, whether plain, detailed, or mutating.
///
/// ```swift
/// try await FeatureFlagProviderConformance(flags: ["new-player", "offline-mode"]) {
///     LaunchFlags(server: FakeServer())
/// } change: { provider, flag, isOn in
///     provider.server.set(isOn, for: flag.rawValue)
/// }.verify()
/// ```
///
/// A plain provider must have a flag if and only if it has a value for it. A `DetailedFeatureFlagProvider` must have a
/// flag if and only if it has an evaluation of it. The evaluation's value is `nil` while the provider is not ready. The
/// members must agree, and the priority and the type must not change. A provider that announces changes must be a
/// `DetailedFeatureFlagProvider`.
public struct FeatureFlagProviderConformance<Provider: FeatureFlagProvider>: ConformanceCheck {
    private let examination: ConformanceRunner<Provider, FeatureKey, Bool?>
    private let flags: [FeatureKey]
    private let initially: [FeatureKey: Bool]
    private let isChanged: Bool

    /// Creates the check.
    ///
    /// - Parameters:
    ///   - flags: The flags to query.
    ///   - initially: The values that a new provider returns. The provider must not have the other flags, or must not
    ///     be ready to evaluate them.
    ///   - unknown: A flag for which the provider never has a value.
    ///   - timing: Whether changes are announced during the change or later, and the time limit.
    ///   - make: A closure that creates a provider. It is called several times.
    ///   - change: A closure that turns a flag on or off in the provider's source, and returns when the provider has
    ///     the new value. `nil` if the provider's values never change.
    public init(
        flags: [FeatureKey], initially: [FeatureKey: Bool] = [:], unknown: FeatureKey = "flint.testing.unknown",
        timing: ConformanceTiming = .synchronous(), make: @escaping () async throws -> Provider,
        change: ((_ provider: Provider, _ flag: FeatureKey, _ isOn: Bool) async throws -> Void)? = nil
    ) {
        self.flags = flags
        self.initially = initially
        isChanged = change != nil
        examination = ConformanceRunner(
            timing: timing, keys: flags, values: change == nil ? [] : [true, false], make: make,
            ask: { Self.value(of: $1, by: $0) },
            change: { provider, flag, isOn in
                if let isOn { try await change?(provider, flag, isOn) }
            },
            announces: { provider, _ in provider.announcesChanges && provider is any DetailedFeatureFlagProvider },
            observing: .init(
                make: { HandlerObserver<FeatureKey>($0) },
                add: { provider, observer in
                    guard let observer = observer as? HandlerObserver<FeatureKey> else { return }
                    observer.token = (provider as? any DetailedFeatureFlagProvider)?
                        .observeChanges { [handler = observer.handler] keys in handler(keys.map { Set($0) }) }
                },
                remove: { _, observer in (observer as? HandlerObserver<FeatureKey>)?.token?.cancel() },
                addsOnce: false),
            describeKey: \.rawValue, describeValue: { $0.map { $0 ? "on" : "off" } ?? "no value" })
        examination.unknown = flags.map { ($0, initially[$0]) } + [(unknown, nil)]
        examination.unknownValue = .some(nil)
    }

    /// Runs the check and returns its failures.
    public func failures() async -> [ConformanceFailure] {
        guard await examination.run(), let provider = await examination.subject() else {
            return examination.failures.all
        }
        let declared = (provider.priority, provider.type, provider.announcesChanges)
        checkAgreement(of: provider)
        if isChanged, declared.2, !(provider is any DetailedFeatureFlagProvider) {
            examination.add(
                .canAnnounce, nil, "It declares that it announces changes, but does not support observers.")
        }
        for flag in flags where isChanged {
            for isOn in [true, false] where await examination.set(provider, flag, isOn) {
                checkAgreement(of: provider)
            }
        }
        for flag in flags {
            guard let mutating = await examination.subject() as? any MutatingFeatureFlagProvider else { break }
            checkSetting(of: mutating, flag)
        }
        if (provider.priority, provider.type, provider.announcesChanges) != declared {
            examination.add(
                .declaresOnce, nil, "Its priority, type, or announcesChanges differs after a change.")
        }
        return examination.failures.all
    }

    /// Returns the value that the engine uses, or `nil` if the next provider decides.
    ///
    /// The answer of `isFeatureEnabled` alone does not distinguish a flag that is off from one without a value.
    private static func value(of flag: FeatureKey, by provider: any FeatureFlagProvider) -> Bool? {
        guard provider.hasFeature(flag) else { return nil }
        guard let detailed = provider as? any DetailedFeatureFlagProvider else {
            return provider.isFeatureEnabled(flag)
        }
        return detailed.evaluation(of: flag)?.value
    }

    private func checkAgreement(of provider: Provider) {
        guard let detailed = provider as? any DetailedFeatureFlagProvider else { return }
        for (flag, _) in examination.unknown {
            let (has, evaluation) = (detailed.hasFeature(flag), detailed.evaluation(of: flag))
            if has != (evaluation != nil) {
                examination.add(
                    .answersAgree, flag,
                    "It \(has ? "has" : "does not have") the flag, but returns "
                        + "\(evaluation == nil ? "no evaluation" : "an evaluation") of it.")
            } else if let evaluation, evaluation.reason == .error, evaluation.value != nil {
                examination.add(.answersAgree, flag, "Its evaluation has both an error and a value.")
            } else if let value = evaluation?.value, value != detailed.isFeatureEnabled(flag) {
                examination.add(.answersAgree, flag, "Its evaluation is \(value), but isFeatureEnabled is \(!value).")
            }
        }
        let listed = detailed.knownFeatures
        if Set(listed).count != listed.count {
            examination.add(.listsEachFlagOnce, nil, "Some of the \(listed.count) listed flags are duplicates.")
        }
    }

    private func checkSetting(of provider: any MutatingFeatureFlagProvider, _ flag: FeatureKey) {
        func answer() -> Bool? { Self.value(of: flag, by: provider) }
        for isOn in [true, false] {
            provider.setFeatureEnabled(feature: FeatureFlag(key: flag), enabled: isOn)
            if answer() != isOn {
                examination.add(
                    .settingCounts, flag, "It was set to \(isOn), but returns \(answer().debugDescription).")
            }
        }
        guard provider.clearFeature(feature: FeatureFlag(key: flag)) else {
            if answer() != false {
                examination.add(
                    .settingCounts, flag, "It reports that it cannot clear the flag, but its answer changed.")
            }
            return
        }
        if answer() != initially[flag] {
            examination.add(.settingCounts, flag, "It was cleared, but its answer differs from the original one.")
        }
    }
}
