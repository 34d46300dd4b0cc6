/// What one runtime knows of analytics.
final class AnalyticsState: Sendable {
    private struct State {
        var provider: UncheckedSendable<any AnalyticsProvider>?
        var isObserving = false
    }

    private let state = Protected(State())

    /// Who is told, if the app has said so.
    var provider: (any AnalyticsProvider)? {
        get { state.withLock { $0.provider }?.value }
        set {
            let new = newValue.map(UncheckedSendable.init)
            state.withLock { $0.provider = new }
        }
    }

    /// Looks at what a dispatcher performs from now on, because there is an action that analytics know.
    func observe(_ dispatcher: any ActionDispatcher) {
        let isFirst = state.withLock { state in
            defer { state.isObserving = true }
            return !state.isObserving
        }
        if isFirst { dispatcher.add(observer: AnalyticsReporting()) }
    }

    /// Forgets everything.
    func reset() {
        state.withLock { $0 = State() }
    }
}
