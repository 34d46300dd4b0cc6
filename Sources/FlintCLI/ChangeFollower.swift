// SPDX-License-Identifier: MIT

import Dispatch
import FlintAttach
import FlintConsole
import FlintCore
import FlintInspector
import FlintLocks
import FlintWorld

/// A loop that keeps a command running and reports the app's changes.
///
/// The initializer starts the app or attaches to it. ``run(_:)`` then calls a closure after every change, until the
/// reader of standard output closes the pipe. For an attached app, notes on standard error report lost and restored
/// connections.
@MainActor
struct ChangeFollower<App: FlintApplication> {
    let session: AppSession<App>
    private let changes = AsyncChange()
    private let observation: ObservationToken
    private let connection = ReportedConnection()

    init(_ options: SharedOptions<App>) throws {
        guard options.recording == nil else {
            throw CommandLineError.usage("A recording does not change and cannot be followed; leave out --recording.")
        }
        session = try AppSession(
            options, SessionSettings(cause: "command line", access: .readOnly, startsBackgroundWork: true))
        session.reportProblems()
        session.watch()
        let changes = changes
        observation = session.inspector.observe { changes.signal() }
    }

    /// Calls a closure immediately and after every change, until the closure returns `false`.
    func run(_ report: () throws -> Bool) async throws {
        while try report() { await next() }
    }

    /// Calls a closure immediately and after every change, until the closure returns `false` or the time is up.
    ///
    /// The time is in seconds. The result is whether the closure has returned `false`.
    func wait(_ seconds: Double, while isWaiting: () throws -> Bool) async throws -> Bool {
        guard try isWaiting() else { return true }
        CommandOutput.printNote(
            "Waiting up to \(WaitOptions.displayText(seconds: seconds)). Press ctrl-c to stop waiting.")
        let (isOver, changes) = (Protected(false), changes)
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) {
            isOver.withLock { $0 = true }
            changes.signal()
        }
        repeat {
            await next()
            // A change that arrives just as the time ends still counts.
            guard try isWaiting() else { return true }
        } while !isOver.withLock(\.self)
        return false
    }

    /// Asks the app a question.
    ///
    /// The result is `nil` if an app that has answered before does not answer. The reason is then reported, and the
    /// question can be asked again after the next change.
    func answer<Answer>(_ ask: () throws(MissingAnswer) -> Answer) throws(CommandLineError) -> Answer? {
        do throws(MissingAnswer) {
            let answer = try ask()
            connection.recordAnswer()
            return answer
        } catch {
            try connection.reportMissing(error)
            return nil
        }
    }

    /// Calls the closure of ``run(_:)`` again, although the app has not changed.
    ///
    /// May be called on any thread.
    nonisolated func wake() { changes.signal() }

    func next() async {
        await changes.wait()
        guard let remote = session.remote else { return }
        connection.reportConnection(remote.isConnected, of: remote.app.app)
        connection.reportProblem(remote.connectionProblem)
    }
}

/// The state of the connection, and the reason for a missing answer, that were last reported to the user.
@MainActor
private final class ReportedConnection {
    private var isConnected = true
    private var hasAnswered = false
    private var missing: MissingAnswer?
    private var problem: String?

    func reportProblem(_ problem: String?) {
        defer { self.problem = problem }
        if let problem, problem != self.problem { CommandOutput.printNote(CommandOutput.excerpt(problem)) }
    }

    func recordAnswer() { (hasAnswered, missing) = (true, nil) }

    func reportMissing(_ missing: MissingAnswer) throws(CommandLineError) {
        defer { self.missing = missing }
        // If even the first question is not answered, the command cannot run.
        guard hasAnswered else { throw CommandLineError(missing) }
        // A lost connection has already been reported.
        if isConnected, missing != self.missing { CommandOutput.printNote(missing.description) }
    }

    func reportConnection(_ isConnected: Bool, of app: String) {
        guard isConnected != self.isConnected else { return }
        self.isConnected = isConnected
        CommandOutput.printNote(
            isConnected
                ? "Attached to \(app) again." : "The connection to \(app) was lost. Waiting for the app to restart.")
    }
}

/// A signal that a single task can wait for.
///
/// Signals are not counted: several changes before a wait resume the task once.
final class AsyncChange: Sendable {
    private struct State {
        var hasChanged = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Protected(State())

    init() {}

    func signal() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            // A waiting task consumes the signal, so the signal does not count for the next wait.
            if state.waiter == nil { state.hasChanged = true }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Waits for a change, or returns immediately if a change has been signaled since the last wait.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.hasChanged {
                    state.hasChanged = false
                    return true
                }
                state.waiter = continuation
                return false
            }
            if isDue { continuation.resume() }
        }
    }
}
