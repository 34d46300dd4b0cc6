// SPDX-License-Identifier: MIT

import FlintAttach
import FlintLocks
import FlintWorld

/// A gate that admits only those clients of a port that know the token.
///
/// Every process on the machine can connect to a port. The gate limits wrong tokens per minute and connections that
/// wait for their handshake, so that unauthenticated clients can't block the others.
final class TokenGate: Sendable {
    /// The maximum number of wrong tokens within ``period``.
    static let attemptLimit = 10
    /// The time for which a wrong token counts toward ``attemptLimit``.
    static let period = Duration.seconds(60)
    /// The maximum number of connections that wait for their handshake.
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

    /// Reserves one of the places for connections that wait for their handshake.
    ///
    /// - Returns: Whether a place was free. If so, call ``leave()`` when the handshake ends.
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
    ///   - text: The token that the client sent, or `nil` if it sent none.
    ///   - now: The time of the check.
    /// - Throws: ``WireError/token`` if the token is wrong or missing, or ``WireError/locked`` for any token once the
    ///   limit of wrong tokens is reached.
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
