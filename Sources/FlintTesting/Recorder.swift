import Synchronization

/// A record of an observer's calls, in order.
///
/// A task can wait for a number of calls.
final class Recorder<Key: Hashable & Sendable, Value: Hashable & Sendable>: Sendable {
    struct Call: Sendable {
        /// The changed keys; `nil` if any key may have changed.
        let keys: Set<Key>?
        /// The ownership of a product that a tracker announced.
        let isOwned: Bool?
        /// The subject's answer at the time of the call, if the observer queried it.
        let answer: Value?
    }

    fileprivate struct State {
        var calls: [Call] = []
        var awaited: (key: Key, count: Int, happening: Awaited)?
    }

    private let state = Mutex(State())

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

    func calls(about key: Key) -> [Call] {
        state.withLock { state in state.calls.filter { $0.keys?.contains(key) ?? true } }
    }

    func count(about key: Key) -> Int { state.withLock { $0.count(about: key) } }

    /// Waits for a number of calls about a key.
    ///
    /// - Returns: Whether the calls arrived in time. With synchronous timing, whether they have already arrived.
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

/// The failures of a check, at most one per rule and key.
final class FailureList {
    private let subject: String
    private(set) var failures: [ConformanceFailure] = []

    init(of subject: String) {
        self.subject = subject
    }

    /// Adds a failure, unless the rule is already known to be broken for the key.
    ///
    /// - Parameters:
    ///   - rule: The broken rule.
    ///   - key: The affected key as text, or `nil` for the subject as a whole.
    ///   - problem: A sentence with the observed and the expected behavior.
    func add(_ rule: ConformanceRule, _ key: String?, _ problem: String) {
        let subject = key.map { "\(self.subject), \($0)" } ?? self.subject
        guard !failures.contains(where: { $0.rule == rule.rawValue && $0.subject == subject }) else { return }
        failures.append(
            ConformanceFailure(rule: rule.rawValue, subject: subject, problem: problem, advice: rule.advice))
    }
}
