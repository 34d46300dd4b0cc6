// SPDX-License-Identifier: MIT

import FlintLocks

/// A record of an observer's calls, in order.
///
/// A task can wait until a key has a given number of calls.
final class Recorder<Key: Hashable & Sendable, Value: Hashable & Sendable>: Sendable {
    struct Call: Sendable {
        /// The changed keys, or `nil` if any key may have changed.
        let keys: Set<Key>?
        /// Whether a tracker announced the product as purchased; `nil` for other subjects.
        let isOwned: Bool?
        /// The subject's answer at the time of the call, or `nil` if the observer did not query it.
        let answer: Value?
    }

    fileprivate struct State {
        var calls: [Call] = []
        var awaited: (key: Key, count: Int, happening: CompletionSignal)?
    }

    private let state = Protected(State())

    func record(_ call: Call) {
        let happening = state.withLock { state in
            state.calls.append(call)
            guard let awaited = state.awaited, state.count(about: awaited.key) >= awaited.count else {
                return CompletionSignal?.none
            }
            state.awaited = nil
            return awaited.happening
        }
        // The waiting task is resumed after the lock is released.
        happening?.happen()
    }

    func calls(about key: Key) -> [Call] {
        state.withLock { state in state.calls.filter { $0.keys?.contains(key) ?? true } }
    }

    func count(about key: Key) -> Int { state.withLock { $0.count(about: key) } }

    /// Waits until the number of calls about a key reaches a count, and returns whether this happened in time.
    ///
    /// With synchronous timing, the calls must have arrived already.
    func wait(
        for count: Int, about key: Key, _ timing: ConformanceTiming, isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        switch timing.delivery {
        case .synchronous:
            return self.count(about: key) >= count
        case .asynchronous:
            let happening = CompletionSignal()
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
final class ConformanceFailureList {
    private let subject: String
    private(set) var all: [ConformanceFailure] = []

    init(of subject: String) {
        self.subject = subject
    }

    func add(_ rule: ConformanceRule, _ key: String?, _ problem: String) {
        let subject = key.map { "\(self.subject), \($0)" } ?? self.subject
        guard !all.contains(where: { $0.rule == rule.rawValue && $0.subject == subject }) else { return }
        all.append(
            ConformanceFailure(rule: rule.rawValue, subject: subject, problem: problem, advice: rule.advice))
    }
}
