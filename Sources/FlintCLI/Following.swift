import FlintAttach
import FlintConsole
import FlintCore
import FlintInspector
import InspectorKit
import Synchronization

/// What a command that follows the app has seen of it so far.
@MainActor
struct Following<App: FlintApplication> {
    /// The running app.
    let session: AppSession<App>
    private let changes = AsyncChange()
    private let observation: InspectorObservation
    private let connection = ReportedConnection()

    /// Starts the app with its background work, and follows it.
    ///
    /// - Parameter options: The options every command takes.
    /// - Throws: ``CommandLineError``.
    init(_ options: SharedOptions<App>) throws {
        guard options.recording == nil else {
            throw CommandLineError.usage("A recording does not change, so there is nothing to follow.")
        }
        session = try AppSession(options, cause: "command line", access: .readOnly, startsBackgroundWork: true)
        session.reportProblems()
        session.watch()
        let changes = changes
        observation = session.inspector.observe { changes.signal() }
    }

    /// Calls a function now and after every change, until the reader of standard output closes it.
    ///
    /// - Parameter report: Prints what is new; it returns whether the reader is still there.
    /// - Throws: What the function throws.
    func run(_ report: () throws -> Bool) async throws {
        while try report() { await next() }
    }

    /// Returns once something has changed since the last return.
    ///
    /// Standard error tells when an app in another process is lost, and when it runs again.
    func next() async {
        await changes.wait()
        if let remote = session.remote { connection.note(remote.isConnected, of: remote.app.app) }
    }
}

/// Whether the app that is followed was connected when that was last reported.
@MainActor
private final class ReportedConnection {
    private var isConnected = true

    /// Reports that an app has been lost or is there again, if that is new.
    func note(_ isConnected: Bool, of app: String) {
        guard isConnected != self.isConnected else { return }
        self.isConnected = isConnected
        CommandOutput.note(
            isConnected
                ? "Attached to \(app) again." : "The connection to \(app) was lost; waiting for it to run again.")
    }
}

/// Lets one task sleep until something has changed since it last looked.
final class AsyncChange: Sendable {
    private struct State {
        var hasChanged = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Creates a signal that nothing has been seen of.
    init() {}

    /// Signals a change.
    ///
    /// Callable from any thread.
    func signal() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            if state.waiter == nil { state.hasChanged = true }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns once something has changed since the last return, at once if it has already.
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
