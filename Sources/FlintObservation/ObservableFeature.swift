public import FlintCore
public import Observation
import Synchronization

/// The observable availability of a feature and its explanation, for views.
///
/// ```swift
/// struct DownloadButton: View {
///     @State private var downloads = ObservableFeature(DownloadsFeature.self)
///
///     var body: some View {
///         Button("Download") { DownloadsFeature.start.request()?.perform() }
///             .disabled(!downloads.isAvailable)
///             .help(downloads.explanation)
///     }
/// }
/// ```
///
/// The properties are read at creation and again on the main actor after each change, so they may briefly lag behind
/// the result of a request. An observer of a property is only notified of changes of that property: a view that reads
/// ``isAvailable`` is not updated when only the explanation changes.
///
/// The object observes its feature until it is released and does not keep the runtime alive. Facts that no source
/// announces are updated when they are read, for example by a request or `Flint.purchasesChanged()`.
@MainActor
@Observable
public final class ObservableFeature {
    /// The availability of the feature: available, not available, or undetermined.
    public private(set) var availability: Truth

    /// A sentence with the unmet requirements, starting with the first one to resolve; empty if the feature is
    /// available.
    public private(set) var explanation: String

    /// Whether the feature is available; an undetermined availability counts as not available.
    public private(set) var isAvailable: Bool

    /// The observed feature.
    public let feature: FeatureDefinition.Type

    @ObservationIgnored private let following = Following()

    /// Reads the availability of a feature and starts observing it.
    ///
    /// - Parameters:
    ///   - feature: The feature. An unregistered feature is not available, and may be registered later.
    ///   - runtime: The feature's runtime; by default, the current one.
    public init(_ feature: FeatureDefinition.Type, in runtime: FlintRuntime = .current) {
        self.feature = feature
        // Observed before it is read, so that no change is missed in between.
        let signals = runtime.stateSignals(of: feature)
        let state = runtime.explanationIfRegistered(of: feature)
        availability = state.verdict
        isAvailable = state.verdict == .true
        explanation = state.summary
        following.begin { [weak self] in
            while let runtime = await signals.next() {
                guard let self else { return }
                show(runtime.explanationIfRegistered(of: self.feature))
            }
        }
    }

    private func show(_ state: AvailabilityExplanation) {
        if availability != state.verdict { availability = state.verdict }
        if isAvailable != (state.verdict == .true) { isAvailable = state.verdict == .true }
        let sentence = state.summary
        if explanation != sentence { explanation = sentence }
    }
}

/// A task that is canceled when its owner is released.
private final class Following: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Starts the task.
    ///
    /// Call this once.
    @MainActor
    func begin(_ body: @escaping @MainActor () async -> Void) {
        let new = Task { await body() }
        task.withLock { $0 = new }
    }

    deinit {
        task.withLock { $0 }?.cancel()
    }
}
