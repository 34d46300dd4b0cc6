// SPDX-License-Identifier: MIT

import Dispatch
import FlintLocks
import FlintWorld

extension AppSession {
    /// Performs an action and waits a limited time, in seconds, for its outcome.
    ///
    /// After a timeout, the result has the status `failed`. A timeout does not stop the action: it may complete after
    /// this method returns.
    func perform(_ command: Command, within seconds: Double) async -> CommandResult {
        discardAnswers()
        return await withCheckedContinuation { continuation in
            let wait = ActionWait(continuation)
            inspector.send(command) { wait.end(with: $0) }
            wait.begin(seconds)
        }
    }
}

/// A continuation that resumes with a command's result or at a deadline, whichever comes first.
///
/// The timers run on the main queue, but the result can arrive on any thread. The lock ensures that the continuation
/// resumes only once.
private final class ActionWait: Sendable {
    /// The time, in seconds, after which a note on standard error states that the command is waiting.
    private static let quietTime = 0.5

    private let continuation: Protected<CheckedContinuation<CommandResult, Never>?>

    init(_ continuation: CheckedContinuation<CommandResult, Never>) {
        self.continuation = Protected(continuation)
    }

    private var isOver: Bool { continuation.withLock { $0 == nil } }

    func end(with result: CommandResult) {
        let waiting = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        waiting?.resume(returning: result)
    }

    func begin(_ seconds: Double) {
        guard !isOver else { return }
        let limit = WaitOptions.displayText(seconds: seconds)
        if seconds > Self.quietTime {
            DispatchQueue.main.asyncAfter(deadline: .now() + Self.quietTime) { [self] in
                guard !isOver else { return }
                CommandOutput.printNote(
                    "Waiting up to \(limit) for the action to complete. Press ctrl-c to stop waiting.")
            }
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [self] in
            end(
                with: CommandResult(
                    status: .failed,
                    message: "The action did not complete within \(limit) and may still be running. "
                        + "To wait longer, set --timeout SECONDS."))
        }
    }
}
