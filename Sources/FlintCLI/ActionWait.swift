import ArgumentParser
import Dispatch
import InspectorKit

/// How long a command waits for an action that completes later.
struct WaitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long to wait for an action that completes later.", discussion: "Default: 60.", valueName: "seconds"))
    var timeout: Double?

    init() {}

    func validate() throws {
        guard let timeout else { return }
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout takes a number of seconds, more than 0 and up to 86400, a day.")
        }
    }

    /// The seconds to wait.
    var seconds: Double { timeout ?? 60 }
}

extension AppSession {
    /// Has an action performed and waits for its outcome, for a limited time.
    ///
    /// - Parameters:
    ///   - command: The command that performs it.
    ///   - seconds: How long to wait.
    /// - Returns: The result; a failure if the action has not completed in time, which does not end it.
    func perform(_ command: Command, within seconds: Double) async -> CommandResult {
        await withCheckedContinuation { continuation in
            let wait = ActionWait(continuation)
            inspector.send(command) { wait.end(with: $0) }
            wait.begin(seconds)
        }
    }
}

/// A wait for the result of one command, which ends with the result or at a time.
private final class ActionWait: Sendable {
    /// How long an action takes at most before standard error tells that a command waits for it, in seconds.
    private static let quietTime = 0.5

    private let continuation: Guarded<CheckedContinuation<CommandResult, Never>?>

    init(_ continuation: CheckedContinuation<CommandResult, Never>) {
        self.continuation = Guarded(continuation)
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
        let limit = seconds == 1 ? "1 second" : "\(seconds.secondsText) seconds"
        if seconds > Self.quietTime {
            DispatchQueue.main.asyncAfter(deadline: .now() + Self.quietTime) { [self] in
                guard !isOver else { return }
                CommandOutput.note("Waiting up to \(limit) for the action to complete; ctrl-c gives up.")
            }
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [self] in
            end(
                with: CommandResult(
                    status: .failed,
                    message: "The action has not completed within \(limit), and may still be running. "
                        + "To wait longer, set the timeout (--timeout SECONDS)."))
        }
    }
}

extension Double {
    /// The number without a fraction of zero.
    fileprivate var secondsText: String {
        self == rounded() ? String(Int(self)) : String(self)
    }
}
