import FlintCore
import FlintLocks

/// The handlers of an observed source.
final class FlagHandlers: Sendable {
    private let handlers = Protected<[Int: @Sendable ([FeatureKey]?) -> Void]>([:])
    private let keepsThem: Bool

    init(keepsThem: Bool = false) {
        self.keepsThem = keepsThem
    }

    func add(_ handler: @escaping @Sendable ([FeatureKey]?) -> Void) -> ObservationToken {
        let number = handlers.withLock { handlers in
            handlers[handlers.count] = handler
            return handlers.count - 1
        }
        return ObservationToken { [self] in
            // The number is not reused.
            if !keepsThem { handlers.withLock { $0[number] = { _ in } } }
        }
    }

    func call(_ keys: [FeatureKey]?) {
        for (_, handler) in handlers.withLock({ $0 }).sorted(by: { $0.key < $1.key }) { handler(keys) }
    }
}

/// A flag provider that is correct except for one fault.
final class FaultyFlags: MutatingFeatureFlagProvider, DetailedFeatureFlagProvider, Sendable {
    enum Fault: CaseIterable, Sendable {
        case none
        case hasWithoutAnAnswer
        case givesAValueWithAnError
        case contradictsItself
        case listsTwice
        case ignoresWhatIsSet
        case clearsNothing
        case changesItsPriority
        case keepsEndedObservations
        case hasEveryFlag
    }

    let type = FeatureFlagProviderType.debug
    let name = "faulty"
    let announcesChanges = true
    private let fault: Fault
    private let values = Protected<[FeatureKey: Bool]>([:])
    private let handlers: FlagHandlers

    init(_ fault: Fault) {
        self.fault = fault
        handlers = FlagHandlers(keepsThem: fault == .keepsEndedObservations)
    }

    var priority: Int { fault == .changesItsPriority ? values.withLock { $0.count } : 5 }

    var knownFeatures: [FeatureKey] {
        let keys = values.withLock { $0.keys.sorted { $0.rawValue < $1.rawValue } }
        return fault == .listsTwice ? keys + keys : keys
    }

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { values.withLock { $0[featureKey] ?? false } }

    func hasFeature(_ featureKey: FeatureKey) -> Bool {
        fault == .hasEveryFlag || values.withLock { $0[featureKey] != nil }
    }

    func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        let value = values.withLock { $0[featureKey] }
        switch fault {
        case .hasWithoutAnAnswer: return nil
        case .givesAValueWithAnError: return value.map { FlagEvaluation(value: $0, reason: .error) }
        case .contradictsItself: return value.map { FlagEvaluation(value: !$0) }
        case .hasEveryFlag: return FlagEvaluation(value: value ?? false)
        default: return value.map { FlagEvaluation(value: $0) }
        }
    }

    func observeChanges(_ handler: @escaping @Sendable ([FeatureKey]?) -> Void) -> ObservationToken {
        handlers.add(handler)
    }

    func setFeatureEnabled(feature: FeatureFlag, enabled: Bool) {
        if fault != .ignoresWhatIsSet { set(enabled, of: FeatureKey(rawValue: feature.key)) }
    }

    func clearFeature(feature: FeatureFlag) -> Bool {
        if fault != .clearsNothing { set(nil, of: FeatureKey(rawValue: feature.key)) }
        return true
    }

    func set(_ isOn: Bool?, of flag: FeatureKey) {
        let hasChanged = values.withLock { values in
            defer { values[flag] = isOn }
            return values[flag] != isOn
        }
        if hasChanged { handlers.call([flag]) }
    }
}
