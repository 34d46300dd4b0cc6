import Synchronization

/// The calls of one observer, in order.
final class Recorder<Key: Hashable & Sendable, Value: Hashable & Sendable>: Sendable {
    /// One call of the observer.
    struct Call: Sendable {
        /// What has changed; `nil` for anything.
        let keys: Set<Key>?
        /// Whether a product is owned, as a tracker passes it on.
        let isOwned: Bool?
        /// The subject's answer at the time of the call, if the observer asks.
        let answer: Value?
    }

    fileprivate struct State {
        var calls: [Call] = []
        var awaited: (key: Key, count: Int, happening: Awaited)?
    }

    private let state = Mutex(State())

    /// Notes a call.
    func note(_ call: Call) {
        let happening = state.withLock { state in
            state.calls.append(call)
            guard let awaited = state.awaited, state.count(about: awaited.key) >= awaited.count else {
                return Awaited?.none
            }
            state.awaited = nil
            return awaited.happening
        }
        happening?.happen()
    }

    /// The calls about a key so far.
    func calls(about key: Key) -> [Call] {
        state.withLock { state in state.calls.filter { $0.keys?.contains(key) ?? true } }
    }

    /// How many calls about a key there were.
    func count(about key: Key) -> Int { state.withLock { $0.count(about: key) } }

    /// Waits until there were so many calls about a key.
    ///
    /// - Returns: Whether there were, in time.
    func wait(
        for count: Int, about key: Key, _ timing: ConformanceTiming, isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        switch timing.delivery {
        case .synchronous:
            return self.count(about: key) >= count
        case .asynchronous:
            let happening = Awaited()
            let isThere = state.withLock { state in
                if state.count(about: key) >= count { return true }
                state.awaited = (key, count, happening)
                return false
            }
            return isThere ? true : await happening.wait(atMost: timing.deadline)
        }
    }
}

extension Recorder.State {
    fileprivate func count(about key: Key) -> Int { calls.count { $0.keys?.contains(key) ?? true } }
}

/// What a check has found wrong so far, each thing once.
final class FailureList {
    private let subject: String
    private(set) var failures: [ConformanceFailure] = []

    /// Creates an empty list of what is wrong with a type.
    init(of subject: String) {
        self.subject = subject
    }

    /// Adds a failure, unless the same rule is known to be broken for the same key.
    ///
    /// - Parameters:
    ///   - rule: The rule that is broken.
    ///   - key: What the subject was asked about, as text; `nil` for the subject as a whole.
    ///   - problem: What happened, and what should have, as a sentence.
    func add(_ rule: ConformanceRule, _ key: String?, _ problem: String) {
        let subject = key.map { "\(self.subject), \($0)" } ?? self.subject
        guard !failures.contains(where: { $0.rule == rule.rawValue && $0.subject == subject }) else { return }
        failures.append(
            ConformanceFailure(rule: rule.rawValue, subject: subject, problem: problem, advice: rule.advice))
    }
}
