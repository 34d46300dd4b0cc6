import Synchronization

/// A process-wide setting for access to state files, with a record of their errors.
///
/// The framework and apps open state files in many places, and all of them follow the setting of the process. A command
/// that only reads must not leave any files behind. A command that makes a change may wait for another process. A
/// program with a user interface must never wait. All members may be called from any thread.
package final class StateFileAccess: Sendable {
    /// The policy for saving changes.
    package enum Mode: Sendable, Hashable {
        /// No file is written, renamed or created. Changes last as long as the process.
        case readOnly
        /// A change waits up to the given time for a lock that another process holds, and then fails.
        case waiting(milliseconds: Int32)
        /// A change fails immediately if another process holds the lock. Caches save it as soon as the lock is
        /// released.
        case deferring
    }

    private struct State {
        var mode: Mode
        var savesLater = false
        var waitHandler: (@Sendable (StateFileError) -> Void)?
        var readErrors: [String: StateFileError] = [:]
        var saveErrors: [String: StateFileError] = [:]
        var auxiliaryErrors: [String: StateFileError] = [:]
        /// The files whose locks could not be acquired in time.
        ///
        /// Changes no longer wait for them until they are free.
        var stuck: Set<String> = []
    }

    /// The default limit for waiting for a lock, in milliseconds.
    package static let patience: Int32 = 10_000

    /// The waiting time in milliseconds after which a wait is reported.
    static let waitReportDelay: Int32 = 100

    package static let process = StateFileAccess()

    private let state: Protected<State>
    /// The number of files with pending changes, which signal handlers may read without a lock.
    private let pendingFiles = Atomic<Int>(0)
    private let observers = ObserverList<Void>()
    private let savers = ObserverList<Void>()

    package init(mode: Mode = .waiting(milliseconds: patience), savesLater: Bool = false) {
        state = Protected(State(mode: mode, savesLater: savesLater))
    }

    package var mode: Mode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }

    /// Whether changes that can wait are saved together, after the current turn of the main queue.
    ///
    /// A program with a user interface enables this so that rendering never waits for a disk. It must call ``finish()``
    /// before it ends.
    package var savesLater: Bool {
        get { state.withLock { $0.savesLater } }
        set { state.withLock { $0.savesLater = newValue } }
    }

    /// Sets a handler that is called when a change has been waiting for a lock for a while.
    package func onWait(_ handler: @escaping @Sendable (StateFileError) -> Void) {
        state.withLock { $0.waitHandler = handler }
    }

    /// The errors of the latest attempts to read files, sorted by path.
    package var readErrors: [StateFileError] {
        state.withLock { $0.readErrors }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The errors of the latest attempts to save files, sorted by path.
    package var saveErrors: [StateFileError] {
        state.withLock { $0.saveErrors }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The errors of auxiliary files, such as the history, sorted by path.
    package var auxiliaryErrors: [StateFileError] {
        state.withLock { $0.auxiliaryErrors }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Calls a handler on any thread when a cache's problems change during a deferred save.
    package func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        observers.add { _ in handler() }
    }

    /// Calls a handler when pending changes must be saved, for example before the process ends.
    package func onFinish(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        savers.add { _ in handler() }
    }

    package func save() {
        savers.notify(())
    }

    /// Saves the pending changes, waiting for locks if necessary.
    ///
    /// Call this method before the process ends.
    ///
    /// The files that could not be saved are in ``saveErrors``.
    package func finish() {
        state.withLock { state in
            if state.mode == .deferring { state.mode = .waiting(milliseconds: Self.patience) }
            state.savesLater = false
        }
        save()
    }

    /// Whether any file has pending changes.
    ///
    /// The property is safe to read in a signal handler.
    package var hasPendingChanges: Bool { pendingFiles.load(ordering: .relaxed) > 0 }

    func notePending(_ isPending: Bool) {
        pendingFiles.add(isPending ? 1 : -1, ordering: .relaxed)
    }

    /// Whether this process saves changes later if another process holds the lock.
    var retries: Bool { mode == .deferring }

    /// Returns the limit for waiting for a file's lock, in milliseconds.
    func patience(for path: String) -> Int32 {
        state.withLock { state in
            if case .waiting(let limit) = state.mode, !state.stuck.contains(path) { limit } else { 0 }
        }
    }

    /// Stops waiting for a file's lock until the file has been saved again.
    func recordLockTimeout(_ path: String) {
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

/// An error in reading or writing a state file.
public enum StateFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file exists but cannot be read.
    case unreadable(path: String, reason: String)
    /// The file is a state file of the framework, but its content is malformed.
    case malformed(path: String, reason: String)
    /// The file is not a state file of the expected kind, and is left alone.
    case foreignFile(path: String, reason: String)
    /// The file was written by a newer program, and is left alone.
    case newer(path: String, version: Int, supported: Int)
    /// The file cannot be written, and its content is unchanged. The reason ends with a remedy.
    case unwritable(path: String, reason: String)
    /// Another process, whose identifier is `holder` if known, holds the lock of the file.
    case locked(path: String, holder: Int32?)

    /// The path of the file.
    public var path: String {
        switch self {
        case .unreadable(let path, _), .malformed(let path, _), .foreignFile(let path, _), .newer(let path, _, _),
            .unwritable(let path, _), .locked(let path, _):
            path
        }
    }

    package var isLocked: Bool { if case .locked = self { true } else { false } }

    /// A sentence that describes the problem and its remedy.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "The state file \(path) cannot be read: \(reason). Check its permissions, or specify another file."
        case .malformed(let path, let reason):
            "The state file \(path) is malformed: \(reason). Fix it, or move it away."
        case .foreignFile(let path, let reason):
            "\(path) cannot be used as a state file: \(reason). The file is unchanged; specify another file."
        case .newer(let path, let version, let supported):
            "The state file \(path) has version \(version), but this program reads versions up to \(supported); the "
                + "file is unchanged. Update the program to one that reads version \(version), or specify another file."
        case .unwritable(let path, let reason):
            "The state file \(path) cannot be written: \(reason)."
        case .locked(let path, let holder?):
            "The state file \(path) is locked by process \(holder). Wait until the process finishes, or end it."
        case .locked(let path, nil):
            "The state file \(path) is locked by an unknown process. Wait until the process finishes."
        }
    }
}
