// SPDX-License-Identifier: MIT

import FlintAttach
import FlintLocks
import FlintWorld

/// A gate that admits only those clients of a port that know the token.
///
/// Every process on the machine can connect to a port. The gate limits wrong tokens per minute and connections that
/// wait for their handshake, so that unauthenticated clients cannot block the others.
final class TokenGate: Sendable {
    /// The maximum number of wrong tokens within ``period``.
    static let attemptLimit = 10
    static let period = Duration.seconds(60)
    static let waitingLimit = 8

    private struct State {
        var wrongTokens: [ContinuousClock.Instant] = []
        var waitingCount = 0
    }

    private let token: AttachToken
    private let state = Protected(State())

    init(_ token: AttachToken) {
        self.token = token
    }

    /// Reserves a place for a connection that waits for its handshake, and returns whether a place was free.
    ///
    /// If the result is `true`, call ``leave()`` when the handshake ends.
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

    func check(_ text: String?, at now: ContinuousClock.Instant = .now) throws(WireError) {
        let isRight = token.matches(text ?? "")
        let error: WireError? = state.withLock { state in
            state.wrongTokens.removeAll { now - $0 >= Self.period }
            // Beyond the limit, even the right token is refused, so that further guesses cannot succeed.
            guard state.wrongTokens.count < Self.attemptLimit else { return .locked }
            if isRight { return nil }
            state.wrongTokens.append(now)
            return .token
        }
        if let error { throw error }
    }
}
