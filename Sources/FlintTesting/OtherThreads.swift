import Dispatch
import FlintCore
import Synchronization

/// Carries a subject or a closure of a test to another thread, which the engine does with every subject too.
struct Carried<Value>: @unchecked Sendable {
    let value: Value
}

/// Something that is waited for until a deadline, and that costs no time when it happens.
final class Awaited: Sendable {
    private struct State {
        var hasHappened = false
        var waiter: CheckedContinuation<Bool, Never>?
    }

    private let state = Mutex(State())

    /// It has happened; a task that waits continues.
    func happen() { end(hasHappened: true) }

    private func end(hasHappened: Bool) {
        let waiter = state.withLock { state in
            if hasHappened { state.hasHappened = true }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: hasHappened)
    }

    /// Waits until it happens; one task may wait at a time.
    ///
    /// - Parameters:
    ///   - deadline: How long at most.
    ///   - isolation: The actor of the caller.
    /// - Returns: Whether it happened.
    func wait(atMost deadline: Duration, isolation: isolated (any Actor)? = #isolation) async -> Bool {
        let alarm = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "flint.testing.deadline"))
        alarm.setEventHandler { self.end(hasHappened: false) }
        alarm.schedule(deadline: .now() + deadline.interval)
        alarm.activate()
        defer { alarm.cancel() }
        return await withCheckedContinuation { continuation in
            let hasHappened = state.withLock { state in
                if !state.hasHappened { state.waiter = continuation }
                return state.hasHappened
            }
            if hasHappened { continuation.resume(returning: true) }
        }
    }
}

/// Threads of a check's own, on which the current runtime is bound.
enum OtherThreads {
    /// Runs a body on another thread.
    ///
    /// - Parameters:
    ///   - deadline: How long it may take.
    ///   - isolation: The actor of the caller.
    ///   - body: Runs on the other thread.
    /// - Returns: Its result, or `nil` if it took too long; it then ends whenever it does.
    static func run<Result>(
        atMost deadline: Duration, isolation: isolated (any Actor)? = #isolation, _ body: @escaping () -> Result
    ) async -> Result? {
        let (done, result) = start(body)
        return await done.wait(atMost: deadline) ? result.value : nil
    }

    /// Runs a body on several other threads at once.
    ///
    /// - Returns: The results, or `nil` if one of them took too long.
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

    /// Runs a body on another thread and blocks this one meanwhile, for use in an observer.
    ///
    /// - Returns: Whether it ended in time.
    static func ends(within deadline: Duration, _ body: @escaping () -> Void) -> Bool {
        let (runtime, done, body) = (FlintRuntime.current, DispatchSemaphore(value: 0), Carried(value: body))
        DispatchQueue(label: "flint.testing.question").async {
            runtime.bind { body.value() }
            done.signal()
        }
        return done.wait(timeout: .now() + deadline.interval) == .success
    }

    /// Starts a body on another thread.
    static func start<Result>(_ body: @escaping () -> Result) -> (done: Awaited, result: Answer<Result>) {
        let (runtime, done, body) = (FlintRuntime.current, Awaited(), Carried(value: body))
        let result = Answer<Result>()
        DispatchQueue(label: "flint.testing.question").async {
            result.value = runtime.bind { body.value() }
            done.happen()
        }
        return (done, result)
    }
}

/// The result of a body on another thread.
final class Answer<Value>: @unchecked Sendable {
    private let stored = Mutex<Carried<Value?>>(Carried(value: nil))

    /// The result, once there is one.
    var value: Value? {
        get { stored.withLock { $0 }.value }
        set {
            let new = Carried(value: newValue)
            stored.withLock { $0 = new }
        }
    }
}

extension Duration {
    /// The duration for a deadline of the system's; of one that is too long, a very long one.
    fileprivate var interval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        guard seconds < 1_000_000 else { return .seconds(1_000_000) }
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
