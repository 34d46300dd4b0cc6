import FlintAttach
import InspectorKit

/// A gate that admits the clients of a port that know the token.
///
/// Every process of the machine can connect to a port. The gate limits wrong tokens per minute and connections that
/// wait for their handshake, so that unauthenticated clients cannot block the others.
final class TokenGate: Sendable {
    /// The maximum number of wrong tokens within ``period``.
    static let attemptLimit = 10
    /// The time for which a wrong token counts toward the limit.
    static let period = Duration.seconds(60)
    /// The maximum number of connections that wait for their handshake.
    static let waitingLimit = 8

    private struct State {
        var wrongTokens: [ContinuousClock.Instant] = []
        var waitingCount = 0
    }

    private let token: AttachToken
    private let state = Guarded(State())

    init(_ token: AttachToken) {
        self.token = token
    }

    /// Admits a connection that waits for its handshake.
    ///
    /// - Returns: Whether the limit allows it; if so, ``leave()`` must be called later.
    func enter() -> Bool {
        state.withLock { state in
            guard state.waitingCount < Self.waitingLimit else { return false }
            state.waitingCount += 1
            return true
        }
    }

    func leave() {
        state.withLock { $0.waitingCount -= 1 }
    }

    /// Checks a token.
    ///
    /// - Parameters:
    ///   - text: The token that the client sent.
    ///   - now: The time of the check.
    /// - Throws: ``WireError`` if the token is wrong, or if too many wrong tokens were sent recently.
    func check(_ text: String?, at now: ContinuousClock.Instant = .now) throws(WireError) {
        let isRight = token.matches(text ?? "")
        let error: WireError? = state.withLock { state in
            state.wrongTokens.removeAll { now - $0 >= Self.period }
            guard state.wrongTokens.count < Self.attemptLimit else { return .locked }
            if isRight { return nil }
            state.wrongTokens.append(now)
            return .token
        }
        if let error { throw error }
    }
}
