import FlintAttach
import FlintConsole
import FlintCore
import FlintInspector
import InspectorKit
import Synchronization

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

    /// Creates a loop for an app, which is started with its background work or attached to.
    ///
    /// - Parameter options: The options that all commands share.
    /// - Throws: ``CommandLineError``, for example if the options select a recording.
    init(_ options: SharedOptions<App>) throws {
        guard options.recording == nil else {
            throw CommandLineError.usage("A recording does not change and cannot be followed; leave out --recording.")
        }
        session = try AppSession(options, cause: "command line", access: .readOnly, startsBackgroundWork: true)
        session.reportProblems()
        session.watch()
        let changes = changes
        observation = session.inspector.observe { changes.signal() }
    }

    /// Calls a closure immediately and after every change, until the closure returns `false`.
    ///
    /// - Parameter report: A closure that prints the changes and returns whether the reader is still connected.
    /// - Throws: The closure's error.
    func run(_ report: () throws -> Bool) async throws {
        while try report() { await next() }
    }

    /// Waits for the next change, and reports a lost or restored connection.
    func next() async {
        await changes.wait()
        if let remote = session.remote { connection.note(remote.isConnected, of: remote.app.app) }
    }
}

/// The connection state that was last reported to the user.
@MainActor
private final class ReportedConnection {
    private var isConnected = true

    func note(_ isConnected: Bool, of app: String) {
        guard isConnected != self.isConnected else { return }
        self.isConnected = isConnected
        CommandOutput.note(
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

    private let state = Mutex(State())

    init() {}

    /// Signals a change.
    ///
    /// May be called on any thread.
    func signal() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            if state.waiter == nil { state.hasChanged = true }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Waits for a change.
    ///
    /// Returns immediately if a change has been signaled since the last wait.
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
