public import FlintCore
public import Observation
import Synchronization

/// One feature's availability and what explains it, for views and other observers of changes.
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
/// What it shows is read when it is created and again on the main actor after each change, so it may be a moment behind
/// what a request would be granted. Observers are notified of what has changed and of nothing else: a view that reads
/// ``isAvailable`` is not updated because the explanation has another first reason.
///
/// It observes its feature for as long as it exists, and does not keep the runtime alive. Facts that no source
/// announces count when something reads them, such as a request or `Flint.purchasesChanged()`.
@MainActor
@Observable
public final class ObservableFeature {
    /// Whether the feature is available: yes, no, or not known.
    public private(set) var availability: Truth

    /// Everything that keeps the feature from being available, in one sentence that begins with what to deal with
    /// first; empty if it is available.
    public private(set) var explanation: String

    /// Whether the feature is certainly available.
    public private(set) var isAvailable: Bool

    /// The feature.
    public let feature: FeatureDefinition.Type

    @ObservationIgnored private let following = Following()

    /// Reads the state of a feature, and observes it from now on.
    ///
    /// - Parameters:
    ///   - feature: The feature. One that is not registered is not available, and may be registered later.
    ///   - runtime: The runtime whose feature it is; by default, the current one.
    public init(_ feature: FeatureDefinition.Type, in runtime: FlintRuntime = .current) {
        self.feature = feature
        // Observed before it is read, so that no change falls in between.
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

    /// Takes over a state, and notifies observers of what differs.
    private func show(_ state: AvailabilityExplanation) {
        if availability != state.verdict { availability = state.verdict }
        if isAvailable != (state.verdict == .true) { isAvailable = state.verdict == .true }
        let sentence = state.summary
        if explanation != sentence { explanation = sentence }
    }
}

/// The task that follows a feature, which ends with its owner.
private final class Following: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Starts the task, once.
    @MainActor
    func begin(_ body: @escaping @MainActor () async -> Void) {
        let new = Task { await body() }
        task.withLock { $0 = new }
    }

    deinit {
        task.withLock { $0 }?.cancel()
    }
}
