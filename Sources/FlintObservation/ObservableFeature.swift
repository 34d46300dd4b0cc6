// SPDX-License-Identifier: MIT

public import FlintCore
import FlintLocks
public import Observation

/// A feature's availability and its explanation, observable by views.
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
/// The properties are updated on the main actor after each change, so they may briefly lag behind the result of a
/// request. They are set on creation, except for ``refusal``, which is computed when it is first read. An observer of a
/// property is notified only when that property changes: a view that reads ``isAvailable`` is not updated when only the
/// explanation changes.
///
/// The object observes its feature until it is deallocated, and does not retain the runtime. If a source does not
/// announce changes, the properties are updated once the app reads the fact again, for example when it makes a request
/// or calls `Flint.purchasesChanged()`.
@MainActor
@Observable
public final class ObservableFeature {
    /// The feature's availability: available, not available, or undetermined.
    public private(set) var availability: Truth

    /// A sentence that lists the unmet requirements, starting with the first one to resolve.
    ///
    /// Empty if the feature is available.
    public private(set) var explanation: String

    /// Whether the feature is available.
    ///
    /// An undetermined availability counts as not available.
    public private(set) var isAvailable: Bool

    /// The reason that the feature is not available, for the user, in the user's language, or `nil` if it is available.
    ///
    /// Finding the steps of a refusal takes a search. The search runs when the property is first read and, from then
    /// on, after each change to the facts of the feature while it is unavailable. If the property is never read, no
    /// search runs. Once the runtime has been released, a refusal that has not been read is `nil`.
    public var refusal: Refusal? {
        access(keyPath: \.refusal)
        if let lastRefusal { return lastRefusal }
        let refusal = runtime?.knownRefusal(of: feature)
        lastRefusal = .some(refusal)
        return refusal
    }

    /// The observed feature.
    public let feature: FeatureDefinition.Type

    /// The value that readers of ``refusal`` know, or `nil` if it has not been read.
    @ObservationIgnored private(set) var lastRefusal: Refusal??
    @ObservationIgnored private weak var runtime: FlintRuntime?
    @ObservationIgnored private let following = ObservationTask()

    /// Reads a feature's availability and starts observing it.
    ///
    /// - Parameters:
    ///   - feature: The feature to observe. A feature that is not registered is not available; it can be registered
    ///     later.
    ///   - runtime: The feature's runtime. By default, the current runtime.
    public init(_ feature: FeatureDefinition.Type, in runtime: FlintRuntime = .current) {
        self.feature = feature
        self.runtime = runtime
        // Observation begins before the state is read, so that no change is missed in between.
        let signals = runtime.stateSignals(of: feature)
        let state = runtime.explanationIfRegistered(of: feature)
        availability = state.verdict
        isAvailable = state.verdict == .true
        explanation = state.summary
        following.begin { [weak self] in
            while let runtime = await signals.next() {
                guard let self else { return }
                show(runtime)
            }
        }
    }

    package func observes(_ feature: FeatureDefinition.Type, in runtime: FlintRuntime) -> Bool {
        self.feature == feature && self.runtime === runtime
    }

    private func show(_ runtime: FlintRuntime) {
        let state = runtime.explanationIfRegistered(of: feature)
        if availability != state.verdict { availability = state.verdict }
        if isAvailable != (state.verdict == .true) { isAvailable = state.verdict == .true }
        let sentence = state.summary
        if explanation != sentence { explanation = sentence }
        guard let lastRefusal else { return }
        let new = runtime.knownRefusal(of: feature)
        if lastRefusal != new { withMutation(keyPath: \.refusal) { self.lastRefusal = .some(new) } }
    }
}

/// A task that is canceled when its owner is deallocated.
private final class ObservationTask: Sendable {
    private let task = Protected<Task<Void, Never>?>(nil)

    /// Starts the task, and must be called only once.
    @MainActor
    func begin(_ body: @escaping @MainActor () async -> Void) {
        let new = Task { await body() }
        task.withLock { $0 = new }
    }

    deinit {
        task.withLock { $0 }?.cancel()
    }
}
