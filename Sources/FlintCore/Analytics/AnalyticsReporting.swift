// SPDX-License-Identifier: MIT

import FlintLocks

/// An observer that reports a dispatcher's actions to an analytics provider.
///
/// ```swift
/// Flint.dispatcher.add(observer: AnalyticsReporting(provider: counter))
/// ```
///
/// While ``AnalyticsFeature`` is available, the observer reports every action that has an ``Action/analyticsID``. If it
/// reports an action's beginning, it also reports the end, even if the feature has become unavailable since.
public final class AnalyticsReporting: ActionDispatchObserver, @unchecked Sendable {
    private struct StartedAction {
        let provider: any AnalyticsProvider
        let attributes: [String: Any?]?
    }

    private let provider: (any AnalyticsProvider)?
    private let startedActions = PendingRequestValues<StartedAction>()

    /// Creates an observer that reports to the given provider.
    public init(provider: any AnalyticsProvider) {
        self.provider = provider
    }

    init() {
        // Without a provider of its own, the observer uses the provider of `AnalyticsFeature`.
        provider = nil
    }

    /// Reports the beginning of an action that has an analytics identifier, if ``AnalyticsFeature`` is available.
    public func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        guard ActionType.analyticsID != nil else { return }
        let analytics = request.runtime.analytics
        guard request.runtime.isActive(.analytics) else { return }
        let provider = provider ?? analytics.provider ?? ConsoleAnalyticsProvider.shared
        let attributes = ActionType.analyticsAttributes(forRequest: request)
        startedActions.insert(StartedAction(provider: provider, attributes: attributes), for: request)
        provider.analyticsEventWillBegin(
            feature: FeatureType.self, action: ActionType.self, context: request.context, attributes: attributes)
    }

    /// Reports the end of an action whose beginning was reported.
    public func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {
        guard ActionType.analyticsID != nil, let begun = startedActions.remove(request) else { return }
        begun.provider.analyticsEventDidEnd(
            feature: FeatureType.self, action: ActionType.self, context: request.context, outcome: outcome,
            attributes: begun.attributes)
    }
}

final class AnalyticsState: Sendable {
    private struct State {
        var isReporting = false
        var provider: UncheckedSendable<any AnalyticsProvider>?
    }

    private let state = Protected(State())

    func startReporting() -> Bool {
        state.withLock { state in
            defer { state.isReporting = true }
            return !state.isReporting
        }
    }

    var provider: (any AnalyticsProvider)? {
        get { state.withLock { $0.provider }?.value }
        set {
            let new = newValue.map(UncheckedSendable.init)
            state.withLock { $0.provider = new }
        }
    }

    func reset() {
        state.withLock { $0 = State() }
    }
}
