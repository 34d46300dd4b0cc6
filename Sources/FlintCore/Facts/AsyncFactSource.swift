// SPDX-License-Identifier: MIT

import Dispatch
import FlintFoundation
import FlintLocks

/// A source that asks a service for the value of a fact, such as the version of a server.
///
/// The question is asked at setup, after ``Flint/factChanged(_:)``, and at the interval, if any. After a failure, it is
/// asked again after 1 second, 2 seconds, 4 seconds, and so on, up to 5 minutes, and the fact's source states the
/// number of failed attempts, the error, and the time of the next attempt. Each pause is shortened by up to a quarter
/// at random, so that not all devices ask at once when the service is back.
///
/// See <doc:FactsOfYourOwn> for an example.
public struct AsyncFactSource<Value: AppFactValue>: Sendable {
    let interval: TimeInterval?
    let policy: UnansweredPolicy
    package let ask: @Sendable () async throws -> Value
    package var timer: any DeadlineTimer = MainQueueTimer()
    /// A closure that returns the fraction of a full pause to wait before the next attempt; random by default.
    package var pausePart: @Sendable () -> Double = { .random(in: 0.75...1) }

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - interval: The time in seconds between an answer and the next question, at least 1, or `nil` to ask only at
    ///     setup and after announcements.
    ///   - policy: The value of the fact while a question has not been answered.
    ///   - ask: A closure that returns the value. It can be called on any thread, but never twice at the same time. A
    ///     ``FactSourceError`` is an answer; any other error is a failed attempt.
    public init(
        every interval: TimeInterval? = nil, whileUnanswered policy: UnansweredPolicy = .unknown,
        ask: @escaping @Sendable () async throws -> Value
    ) {
        self.interval = interval.map { max($0, 1) }
        self.policy = policy
        self.ask = ask
    }
}

/// The value of a fact while its ``AsyncFactSource`` has not answered a question.
public enum UnansweredPolicy: Sendable, Hashable {
    /// The value is unknown.
    case unknown
    /// The value of the last answer remains for a number of seconds after that answer.
    ///
    /// It is kept in memory only.
    case lastKnown(for: TimeInterval)
}

/// An answer that gives a reason to show to people instead of a value.
public enum FactSourceError: Error, Sendable, Hashable {
    /// The service forbids the request. The reason is a sentence such as "The server's policy forbids new names".
    case forbidden(String)
    /// The service does not have the requested thing.
    case missing(String)
}

/// An ``AsyncFactSource`` without the type of its values, together with its fact.
struct FactQuestion: Sendable {
    let description: FactDescription
    let interval: TimeInterval?
    let policy: UnansweredPolicy
    let timer: any DeadlineTimer
    let pausePart: @Sendable () -> Double
    let ask: @Sendable () async throws -> FactValue

    init<Value>(about fact: AppFact<Value>, _ source: AsyncFactSource<Value>) {
        description = fact.description
        (interval, policy) = (source.interval, source.policy)
        (timer, pausePart) = (source.timer, source.pausePart)
        ask = { try await source.ask().factValue }
    }
}

/// A runtime's fact whose value comes from an ``AsyncFactSource``.
final class AskedFact: Sendable {
    private struct State {
        var isAsking = false
        var asksAgain = false
        var isStopped = false
        /// The number of failures since the last answer, and the source that describes the latest failure.
        var failures = 0
        var failure = FactSource.app
        var last: (value: FactValue, date: Date)?
        var next: Date?

        var isUnanswered: Bool { isAsking || failures > 0 }
    }

    private let question: FactQuestion
    private let home: RuntimeReference
    private let state = Protected(State())
    /// Signaled at the end of every attempt, so that a later wait returns immediately.
    private let firstAttempt = DispatchSemaphore(value: 0)

    init(_ question: FactQuestion, in runtime: FlintRuntime) {
        self.question = question
        home = RuntimeReference(to: runtime)
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        question.timer.set(nil)
    }

    func ask() {
        guard let runtime = home.runtime else { return }
        var begins = false
        update { state, now in
            guard !state.isStopped else { return nil }
            guard !state.isAsking else {
                state.asksAgain = true
                return nil
            }
            begins = true
            (state.isAsking, state.next) = (true, nil)
            // After a failure, the fact does not become pending again.
            if state.failures > 0 { return nil }
            return remaining(state, now) ?? FactAnswer(.absent(.pending), source: .app, cause: .app)
        }
        guard begins else { return }
        runtime.bind {
            _ = Task { [weak self, question] in
                do {
                    let value = try await question.ask()
                    self?.storeAnswer(.success(value))
                } catch {
                    self?.storeAnswer(.failure(error))
                }
            }
        }
    }

    func waitForFirstAttempt(until deadline: DispatchTime) {
        guard let runtime = home.runtime,
            runtime.facts.waitForAnswer(question.description.key, firstAttempt, deadline) == .success
        else { return }
        // The signal is passed on to other threads that wait.
        firstAttempt.signal()
    }

    private func storeAnswer(_ result: Result<FactValue, any Error>) {
        var asksAgain = false
        update { state, now in
            guard !state.isStopped else { return nil }
            asksAgain = state.asksAgain
            (state.isAsking, state.asksAgain) = (false, false)
            state.next = question.interval.map { now + $0 }
            switch result {
            case .success(let value):
                (state.failures, state.last) = (0, (value, now))
                return FactAnswer(value, source: .app, cause: .app)
            case .failure(FactSourceError.forbidden(let reason)):
                (state.failures, state.last) = (0, nil)
                return FactAnswer(.absent(.forbidden), source: Self.source(reason), cause: .app)
            case .failure(FactSourceError.missing(let reason)):
                (state.failures, state.last) = (0, nil)
                return FactAnswer(.absent(.missing), source: Self.source(reason), cause: .app)
            case .failure(let error):
                // The pauses double from 1 second to 300 seconds, each shortened by a random part.
                let next = now + min(Double(1 << min(state.failures, 9)), 300) * question.pausePart()
                state.failures += 1
                state.next = next
                state.failure = Self.source(
                    "attempt \(state.failures) failed, next at \(next.formatted(.iso8601)): \(error)")
                return FactAnswer(remaining(state, now)?.value ?? .absent(.failed), source: state.failure, cause: .app)
            }
        }
        firstAttempt.signal()
        if asksAgain { ask() }
    }

    private static func source(_ text: String) -> FactSource { FactSource(rawValue: "app, " + text.excerpt) }

    private func remaining(_ state: State, _ now: Date) -> FactAnswer? {
        guard let last = state.last, let end = end(of: last.date), now < end else { return nil }
        return FactAnswer(
            last.value, source: Self.source("answered at \(last.date.formatted(.iso8601))"), cause: .app)
    }

    private func end(of date: Date) -> Date? {
        switch question.policy {
        case .unknown: nil
        case .lastKnown(let seconds): date + seconds
        }
    }

    /// Changes the state, records the value, and sets the timer for the next question or the expiry of the last answer.
    private func update(_ body: (inout State, _ now: Date) -> FactAnswer?) {
        guard let runtime = home.runtime else { return }
        let now = runtime.facts.now()
        let (answer, number) = state.withLock { state in
            let answer = body(&state, now)
            let limit = state.isUnanswered ? state.last.flatMap { end(of: $0.date) } : nil
            let deadline = [state.next, limit].compactMap { $0 }.filter { $0 > now }.min()
            if !state.isStopped { question.timer.set(deadline) { [weak self] in self?.wake() } }
            // The number is drawn with the lock held, so that answers are recorded in the order of the states.
            return (answer, runtime.facts.nextReading())
        }
        guard let answer else { return }
        runtime.bind {
            runtime.facts.record(
                answer, for: .own(question.description), reading: FactReading(number: number, occasion: .announcement))
        }
    }

    private func wake() {
        var isDue = false
        update { state, now in
            if let next = state.next, next <= now {
                isDue = true
                return nil
            }
            guard state.isUnanswered, !state.isStopped, state.last != nil, remaining(state, now) == nil else {
                return nil
            }
            // The last answer has just expired.
            state.last = nil
            return state.failures > 0
                ? FactAnswer(.absent(.failed), source: state.failure, cause: .app)
                : FactAnswer(.absent(.pending), source: .app, cause: .app)
        }
        if isDue { ask() }
    }
}
