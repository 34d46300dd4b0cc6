/// Reports the actions that a dispatcher performs to an analytics provider.
///
/// ```swift
/// Flint.dispatcher.add(observer: AnalyticsReporting(provider: counter))
/// ```
///
/// It does so while ``AnalyticsFeature`` is on. An action that began meanwhile also ends, and one that did not does
/// not, so a provider always sees both or neither.
public final class AnalyticsReporting: ActionDispatchObserver, @unchecked Sendable {
    /// What the end of an action needs of its beginning.
    private struct Begun {
        let provider: any AnalyticsProvider
        let attributes: [String: Any?]?
    }

    private let provider: (any AnalyticsProvider)?
    private let begun = OpenRequests<Begun>()

    /// Creates an observer.
    ///
    /// - Parameter provider: The provider to report to.
    public init(provider: any AnalyticsProvider) {
        self.provider = provider
    }

    /// Creates an observer that reports to the provider of ``AnalyticsFeature``.
    init() {
        provider = nil
    }

    /// Reports the beginning, if the action has an identifier.
    public func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        guard ActionType.analyticsID != nil else { return }
        let analytics = request.runtime.analytics
        guard request.runtime.isOn(.analytics) else { return }
        let provider = provider ?? analytics.provider ?? ConsoleAnalyticsProvider.shared
        let attributes = ActionType.analyticsAttributes(forRequest: request)
        begun.insert(Begun(provider: provider, attributes: attributes), for: request)
        provider.analyticsEventWillBegin(
            feature: FeatureType.self, action: ActionType.self, context: request.context, attributes: attributes)
    }

    /// Reports the end, if it reported the beginning.
    public func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {
        guard ActionType.analyticsID != nil, let begun = begun.remove(request) else { return }
        begun.provider.analyticsEventDidEnd(
            feature: FeatureType.self, action: ActionType.self, context: request.context, outcome: outcome,
            attributes: begun.attributes)
    }
}

/// What one runtime knows of analytics.
final class AnalyticsState: Sendable {
    private struct State {
        var isReporting = false
        var provider: UncheckedSendable<any AnalyticsProvider>?
    }

    private let state = Protected(State())

    /// Notes that actions are looked at from now on; false if they were already.
    func startReporting() -> Bool {
        state.withLock { state in
            defer { state.isReporting = true }
            return !state.isReporting
        }
    }

    /// The provider to report to, if the app has set one.
    var provider: (any AnalyticsProvider)? {
        get { state.withLock { $0.provider }?.value }
        set {
            let new = newValue.map(UncheckedSendable.init)
            state.withLock { $0.provider = new }
        }
    }

    /// Forgets everything.
    func reset() {
        state.withLock { $0 = State() }
    }
}
