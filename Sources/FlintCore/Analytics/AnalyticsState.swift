/// What one runtime knows of analytics.
final class AnalyticsState: Sendable {
    private struct State {
        var isEnabled = true
        var provider: UncheckedSendable<any AnalyticsProvider>?
    }

    private let state = Protected(State())

    /// What the program says of ``AnalyticsFeature``.
    var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set { state.withLock { $0.isEnabled = newValue } }
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
