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

    /// Who is told, if the app has said so.
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
