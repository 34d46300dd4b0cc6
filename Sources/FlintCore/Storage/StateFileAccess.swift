import Synchronization

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
        var savesLater = false
        var waitHandler: (@Sendable (StateFileError) -> Void)?
        var readErrors: [String: StateFileError] = [:]
        var saveErrors: [String: StateFileError] = [:]
        /// The errors of files that no change depends on, such as the history.
        var auxiliaryErrors: [String: StateFileError] = [:]
        /// The files whose locks were waited for in vain, and are not waited for again before they are free.
        var stuck: Set<String> = []
    }

    /// The time for which a process waits for a lock, in milliseconds: as long as a person would.
    package static let patience: Int32 = 10_000

    /// For how many milliseconds a lock is waited for before that is reported.
    static let unreportedWait: Int32 = 100

    /// The setting of this process.
    package static let process = StateFileAccess()

    private let state: Protected<State>
    /// Atomic for handlers of signals, which may take no lock.
    private let pendingFiles = Atomic<Int>(0)
    private let observers = ObserverList<Void>()
    private let savers = ObserverList<Void>()

    /// Creates a setting of its own, for tests.
    package init(mode: Mode = .waiting(milliseconds: patience), savesLater: Bool = false) {
        state = Protected(State(mode: mode, savesLater: savesLater))
    }

    /// What happens when a file is to be changed.
    package var mode: Mode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }

    /// Whether changes that can wait are saved together after the present turn of the main queue, so that no frame of a
    /// program with a screen waits for a disk; such a program must call ``finish()`` before it ends.
    package var savesLater: Bool {
        get { state.withLock { $0.savesLater } }
        set { state.withLock { $0.savesLater = newValue } }
    }

    /// Calls a handler when a change has waited for a lock for a while and keeps waiting.
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

    /// The errors of files that no change depends on, such as the history.
    package var auxiliaryErrors: [StateFileError] {
        state.withLock { $0.auxiliaryErrors }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Calls a handler, on any thread, when what a cache reports as its problem has changed by itself.
    package func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        observers.add { _ in handler() }
    }

    /// Calls a handler when pending changes must be saved, such as when the process is about to end.
    package func onFinish(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        savers.add { _ in handler() }
    }

    /// Saves the pending changes now.
    package func save() {
        savers.notify(())
    }

    /// Saves the pending changes and waits for the locks that are in their way; to be called before the process ends.
    ///
    /// See ``saveErrors`` for what could not be saved.
    package func finish() {
        state.withLock { state in
            if state.mode == .deferring { state.mode = .waiting(milliseconds: Self.patience) }
            state.savesLater = false
        }
        save()
    }

    /// Whether changes of a file are pending; may be called by a handler of signals.
    package var hasPendingChanges: Bool { pendingFiles.load(ordering: .relaxed) > 0 }

    /// Counts a file whose changes are pending, or are no longer.
    func notePending(_ isPending: Bool) {
        pendingFiles.add(isPending ? 1 : -1, ordering: .relaxed)
    }

    /// Whether changes that find the lock of a file held can be saved later, in this process.
    var retries: Bool { mode == .deferring }

    /// Returns the time for which a change waits for the lock of a file, in milliseconds.
    func patience(for path: String) -> Int32 {
        state.withLock { state in
            if case .waiting(let limit) = state.mode, !state.stuck.contains(path) { limit } else { 0 }
        }
    }

    /// Ends waiting for the lock of a file for as long as it is held.
    func noteStuck(_ path: String) {
        state.withLock { _ = $0.stuck.insert(path) }
    }

    func reportWait(_ error: StateFileError) {
        state.withLock { $0.waitHandler }?(error)
    }

    func note(reading error: StateFileError?, of path: String) {
        state.withLock { $0.readErrors[path] = error }
    }

    func note(saving error: StateFileError?, of path: String, isAuxiliary: Bool) {
        state.withLock { state in
            if isAuxiliary { state.auxiliaryErrors[path] = error } else { state.saveErrors[path] = error }
            if error == nil { state.stuck.remove(path) }
        }
        if !isAuxiliary { SaveLog.current?.note(error, of: path, isRetried: retries) }
    }

    func problemsDidChange() {
        observers.notify(())
    }
}

/// Why a file that keeps state could not be read or written.
public enum StateFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file is there and cannot be read.
    case unreadable(path: String, reason: String)
    /// The file is one of this framework's and its content is malformed.
    case malformed(path: String, reason: String)
    /// What is there is not a file of this framework, or of another kind, and is left alone.
    case notOurs(path: String, reason: String)
    /// The file was written by a newer program and is left alone.
    case newer(path: String, version: Int, supported: Int)
    /// The file cannot be written; it holds what it held before. The reason ends with what to do.
    case unwritable(path: String, reason: String)
    /// Another process holds the lock of the file, the one with this number if that is known.
    case locked(path: String, holder: Int32?)

    /// The file.
    public var path: String {
        switch self {
        case .unreadable(let path, _), .malformed(let path, _), .notOurs(let path, _), .newer(let path, _, _),
            .unwritable(let path, _), .locked(let path, _):
            path
        }
    }

    /// Whether the lock of the file is in the way, and not the file.
    package var isLocked: Bool { if case .locked = self { true } else { false } }

    /// What is wrong, where, and what to do.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "The state file \(path) cannot be read: \(reason). Check its permissions, or name another."
        case .malformed(let path, let reason):
            "The state file \(path) is malformed: \(reason). Fix it, or move it away."
        case .notOurs(let path, let reason):
            "\(path) cannot be used as a state file: \(reason). It is left as it is; name another file."
        case .newer(let path, let version, let supported):
            "The state file \(path) has version \(version), and this program reads versions up to \(supported); it is "
                + "left alone. Update the program to one that reads version \(version), or name another file."
        case .unwritable(let path, let reason):
            "The state file \(path) cannot be written: \(reason)."
        case .locked(let path, let holder?):
            "The state file \(path) is locked by process \(holder). Wait until that has finished, or end it."
        case .locked(let path, nil):
            "The state file \(path) is locked by another process; which one is not known. Wait until that has finished."
        }
    }
}
