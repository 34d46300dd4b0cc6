// SPDX-License-Identifier: MIT

import Dispatch
import FlintCore
import FlintLocks

final class CompletionSignal: Sendable {
    private struct State {
        var hasHappened = false
        var waiter: CheckedContinuation<Bool, Never>?
    }

    private let state = Protected(State())

    func happen() { end(hasHappened: true) }

    private func end(hasHappened: Bool) {
        let waiter = state.withLock { state in
            if hasHappened { state.hasHappened = true }
            defer { state.waiter = nil }
            return state.waiter
        }
        // The continuation is taken from the state under the lock, so it is resumed only once.
        waiter?.resume(returning: hasHappened)
    }

    /// Waits for the event, and returns whether it occurred in time.
    ///
    /// Only one task may wait at a time.
    func wait(atMost deadline: Duration, isolation: isolated (any Actor)? = #isolation) async -> Bool {
        let alarm = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "flint.testing.deadline"))
        alarm.setEventHandler { self.end(hasHappened: false) }
        alarm.schedule(deadline: .now() + deadline.interval)
        alarm.activate()
        defer { alarm.cancel() }
        return await withCheckedContinuation { continuation in
            let hasHappened = state.withLock { state in
                // The event may have occurred before the wait began.
                if !state.hasHappened { state.waiter = continuation }
                return state.hasHappened
            }
            if hasHappened { continuation.resume(returning: true) }
        }
    }
}

enum BackgroundThreads {
    /// Runs a closure on another thread and returns its result, or `nil` after the deadline.
    ///
    /// The closure continues to run after the deadline.
    static func run<Result>(
        atMost deadline: Duration, isolation: isolated (any Actor)? = #isolation, _ body: @escaping () -> Result
    ) async -> Result? {
        let (done, result) = start(body)
        return await done.wait(atMost: deadline) ? result.value : nil
    }

    /// Runs a closure on several threads at once and returns the results, or `nil` after a deadline for each result.
    static func run<Result>(
        times count: Int, atMost deadline: Duration, isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping () -> Result
    ) async -> [Result]? {
        let running = (0..<count).map { _ in start(body) }
        var results: [Result] = []
        for (done, result) in running {
            guard await done.wait(atMost: deadline), let value = result.value else { return nil }
            results.append(value)
        }
        return results
    }

    /// Runs a closure on another thread, blocks the current thread, and returns whether the closure ended in time.
    static func ends(within deadline: Duration, _ body: @escaping () -> Void) -> Bool {
        let (runtime, done, body) = (FlintRuntime.current, DispatchSemaphore(value: 0), UncheckedSendable(body))
        DispatchQueue(label: "flint.testing.question").async {
            runtime.bind { body.value() }
            done.signal()
        }
        return done.wait(timeout: .now() + deadline.interval) == .success
    }

    static func start<Result>(_ body: @escaping () -> Result) -> (done: CompletionSignal, result: ResultSlot<Result>) {
        let (runtime, done, body) = (FlintRuntime.current, CompletionSignal(), UncheckedSendable(body))
        let result = ResultSlot<Result>()
        DispatchQueue(label: "flint.testing.question").async {
            result.value = runtime.bind { body.value() }
            done.happen()
        }
        return (done, result)
    }
}

/// A slot for the result of a closure on another thread.
final class ResultSlot<Value>: @unchecked Sendable {
    private let stored = Protected<UncheckedSendable<Value?>>(UncheckedSendable(nil))

    var value: Value? {
        get { stored.withLock { $0 }.value }
        set {
            let new = UncheckedSendable(newValue)
            stored.withLock { $0 = new }
        }
    }
}

extension Duration {
    /// The duration as a dispatch interval of at most 1,000,000 seconds.
    fileprivate var interval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        // Longer durations would overflow the nanoseconds.
        guard seconds < 1_000_000 else { return .seconds(1_000_000) }
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
