import FlintLocks

@testable import FlintCore

/// A provider with values that a test sets, including contradictory ones.
///
/// The provider counts its reads and announces changes only when the test asks for it.
final class ScriptedFlagProvider: DetailedFeatureFlagProvider, @unchecked Sendable {
    let priority: Int
    let type: FeatureFlagProviderType
    let name: String
    let announcesChanges: Bool
    private let state: Protected<(has: Set<FeatureKey>, answers: [FeatureKey: FlagEvaluation], questions: Int)>
    private let observers = ObserverList<[FeatureKey]?>()
    /// Called without a lock whenever the provider is read.
    var onQuestion: (@Sendable (FeatureKey) -> Void)?

    init(
        _ name: String, priority: Int = FeaturePriority.maxPriority, type: FeatureFlagProviderType = .remote,
        _ answers: [FeatureKey: FlagEvaluation] = [:], has: Set<FeatureKey>? = nil, announcesChanges: Bool = true
    ) {
        self.name = name
        self.announcesChanges = announcesChanges
        self.priority = priority
        self.type = type
        state = Protected((has ?? Set(answers.keys), answers, 0))
    }

    func set(_ evaluation: FlagEvaluation?, for key: FeatureKey, announcing keys: [FeatureKey]?) {
        write(evaluation, for: key)
        observers.notify(keys)
    }

    /// Sets a value without announcing a change.
    func write(_ evaluation: FlagEvaluation?, for key: FeatureKey) {
        state.withLock { state in
            state.answers[key] = evaluation
            state.has = Set(state.answers.keys)
        }
    }

    func announce(_ keys: [FeatureKey]?) { observers.notify(keys) }

    var questions: Int { state.withLock { $0.questions } }

    var knownFeatures: [FeatureKey] { state.withLock { Array($0.answers.keys) } }
    func hasFeature(_ featureKey: FeatureKey) -> Bool { state.withLock { $0.has.contains(featureKey) } }
    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey)?.value ?? false }

    func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        onQuestion?(featureKey)
        return state.withLock { state in
            state.questions += 1
            return state.answers[featureKey]
        }
    }

    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        observers.add(handler)
    }
}

final class ScriptedRemoteSource: RemoteFlagSource {
    let announcesChanges = true
    let missingFlagError: FlagEvaluation?
    private let values: Protected<[FeatureKey: FlagEvaluation]>
    private let observers = ObserverList<[FeatureKey]?>()

    init(_ values: [FeatureKey: FlagEvaluation] = [:], missingFlagError: FlagEvaluation? = nil) {
        self.values = Protected(values)
        self.missingFlagError = missingFlagError
    }

    var evaluations: [FeatureKey: FlagEvaluation] { values.withLock { $0 } }

    func set(_ evaluation: FlagEvaluation?, for key: FeatureKey) {
        values.withLock { $0[key] = evaluation }
        observers.notify([key])
    }

    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        observers.add(handler)
    }
}

/// Records the flags of announced changes.
final class FlagLog: Sendable {
    private let entries = Protected<[[FeatureKey]?]>([])
    private let token = Protected<ObservationToken?>(nil)

    init(_ provider: any DetailedFeatureFlagProvider) {
        let new = provider.observeChanges { [entries] keys in entries.withLock { $0.append(keys) } }
        token.withLock { $0 = new }
    }

    var keys: [[FeatureKey]?] { entries.withLock { $0 } }
    func stop() { token.withLock { $0 = nil } }
}
