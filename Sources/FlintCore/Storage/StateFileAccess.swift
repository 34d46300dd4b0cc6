/// How a process uses its state files, and what is wrong with them.
///
/// A command that only looks must leave nothing behind, a command that changes something may wait for another process,
/// and a program with a screen must never wait. State files are opened in many places, by the framework and by apps;
/// all of them follow the same setting of the process.
package final class StateFileAccess: Sendable {
    /// What happens when a file is to be changed.
    package enum Mode: Sendable, Hashable {
        /// Nothing is written, renamed or made; changes last as long as the process.
        case readOnly
        /// A change waits for so long while another process holds the lock, and then fails.
        case waiting(milliseconds: Int32)
        /// A change that finds the lock held fails at once; caches save it as soon as the lock is released.
        case deferring
    }

    private struct State {
        var mode: Mode
        var waitHandler: (@Sendable (StateFileError) -> Void)?
        var readErrors: [String: StateFileError] = [:]
        var saveErrors: [String: StateFileError] = [:]
    }

    /// For how many milliseconds a lock is waited for before that is reported.
    static let unreportedWait: Int32 = 100

    /// The setting of this process.
    package static let process = StateFileAccess()

    private let state: Protected<State>
    private let observers = ObserverList<Void>()

    /// Creates a setting of its own, for tests.
    package init(mode: Mode = .waiting(milliseconds: 10_000)) {
        state = Protected(State(mode: mode))
    }

    /// What happens when a file is to be changed.
    package var mode: Mode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }

    /// Has a handler called when a change has waited for a lock for a while and goes on waiting.
    package func onWait(_ handler: @escaping @Sendable (StateFileError) -> Void) {
        state.withLock { $0.waitHandler = handler }
    }

    /// Why files could not be read the last time that was tried, in the order of their paths.
    package var readErrors: [StateFileError] {
        state.withLock { $0.readErrors }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Why files could not be written the last time that was tried, in the order of their paths.
    package var saveErrors: [StateFileError] {
        state.withLock { $0.saveErrors }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Calls a handler, on any thread, when what a cache reports as its problem has changed by itself.
    package func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        observers.add { _ in handler() }
    }

    func reportWait(_ error: StateFileError) {
        state.withLock { $0.waitHandler }?(error)
    }

    func note(reading error: StateFileError?, of path: String) {
        state.withLock { $0.readErrors[path] = error }
    }

    func note(saving error: StateFileError?, of path: String) {
        state.withLock { $0.saveErrors[path] = error }
    }

    func problemsDidChange() {
        observers.notify(())
    }
}
