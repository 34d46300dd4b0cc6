import FlintAttach
import InspectorKit

/// Admits those clients of a port that know the token.
///
/// A port has neither a directory nor a user, so every process of the machine can try. It can try a few times in a minute,
/// and keep a few connections waiting, and none of that takes a connection from the clients that are admitted.
final class TokenGate: Sendable {
    /// How many wrong tokens may be sent in a period.
    static let attemptLimit = 10
    /// How long the gate stays shut after that.
    static let period = Duration.seconds(60)
    /// How many connections may be without a token at once.
    static let waitingLimit = 8

    private struct State {
        var wrongTokens: [ContinuousClock.Instant] = []
        var waitingCount = 0
    }

    private let token: AttachToken
    private let state = Guarded(State())

    /// Creates a gate.
    ///
    /// - Parameter token: What clients must know.
    init(_ token: AttachToken) {
        self.token = token
    }

    /// Lets a connection wait for its handshake.
    ///
    /// - Returns: Whether there was room; ``leave()`` makes it again.
    func enter() -> Bool {
        state.withLock { state in
            guard state.waitingCount < Self.waitingLimit else { return false }
            state.waitingCount += 1
            return true
        }
    }

    /// Notes that a connection does not wait any longer.
    func leave() {
        state.withLock { $0.waitingCount -= 1 }
    }

    /// Checks what a client has sent.
    ///
    /// - Parameters:
    ///   - text: The token that it sent.
    ///   - now: When it sent it.
    /// - Throws: ``WireError`` if the token is wrong, or was wrong too often before.
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
