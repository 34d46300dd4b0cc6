// SPDX-License-Identifier: MIT

import FlintLocks

/// A runtime's setting for access to state files, with a record of access errors.
///
/// The framework and apps open state files in many places, and the runtime's setting applies to all of them. A command
/// that only reads must not leave any files behind. A command that makes a change can wait for another process. A
/// program with a user interface must never wait. All members can be called from any thread.
package final class StateFileAccess: Sendable {
    package enum Mode: Sendable, Hashable {
        /// No file is written, renamed or created. Changes last as long as the process.
        case readOnly
        /// A change waits up to the given time for a lock that another process holds, and then fails.
        case waiting(milliseconds: Int32)
        /// A change fails immediately if another process holds the lock. Caches save the change as soon as the lock is
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
        var renamingNotices: [String] = []
        /// The files whose locks could not be acquired in time.
        ///
        /// Until such a file is saved again, changes do not wait for its lock.
        var stuck: Set<String> = []
    }

    /// The default time to wait for a lock, in milliseconds.
    package static let patience: Int32 = 10_000

    /// The time after which a wait is reported, in milliseconds.
    static let waitReportDelay: Int32 = 100

    package static let process = StateFileAccess()

    package static var current: StateFileAccess { TaskScope.boundRuntime?.fileAccess ?? process }

    private let state: Protected<State>
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
    /// A program with a user interface enables this so that rendering never waits for a disk. Such a program must call
    /// ``finish()`` before it ends.
    package var savesLater: Bool {
        get { state.withLock { $0.savesLater } }
        set { state.withLock { $0.savesLater = newValue } }
    }

    /// Sets a handler to call once for each change that waits for a lock for at least ``waitReportDelay`` milliseconds.
    package func onWait(_ handler: @escaping @Sendable (StateFileError) -> Void) {
        state.withLock { $0.waitHandler = handler }
    }

    package var readErrors: [StateFileError] {
        state.withLock { $0.readErrors }.sorted { $0.key < $1.key }.map(\.value)
    }

    package var saveErrors: [StateFileError] {
        state.withLock { $0.saveErrors }.sorted { $0.key < $1.key }.map(\.value)
    }

    package var auxiliaryErrors: [StateFileError] {
        state.withLock { $0.auxiliaryErrors }.sorted { $0.key < $1.key }.map(\.value)
    }

    package var renamingNotices: [String] { state.withLock { $0.renamingNotices } }

    /// Calls a handler, on any thread, when a deferred save has changed a cache's problems.
    package func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        observers.add { _ in handler() }
    }

    package func onFinish(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        savers.add { _ in handler() }
    }

    package func save() {
        savers.notify(())
    }

    /// Saves the pending changes, waiting for locks if necessary.
    ///
    /// Call this method before the process ends. Afterward, ``saveErrors`` contains the errors of files that could not
    /// be saved.
    package func finish() {
        state.withLock { state in
            // A process that is about to end cannot save later, so it waits for locks now.
            if state.mode == .deferring { state.mode = .waiting(milliseconds: Self.patience) }
            state.savesLater = false
        }
        save()
    }

    /// Whether any file has pending changes.
    ///
    /// The property can be read safely in a signal handler.
    package var hasPendingChanges: Bool { pendingFiles.load(ordering: .relaxed) > 0 }

    func recordPending(_ isPending: Bool) {
        pendingFiles.add(isPending ? 1 : -1, ordering: .relaxed)
    }

    var retries: Bool { mode == .deferring }

    func patience(for path: String) -> Int32 {
        state.withLock { state in
            if case .waiting(let limit) = state.mode, !state.stuck.contains(path) { limit } else { 0 }
        }
    }

    func recordLockTimeout(_ path: String) {
        state.withLock { _ = $0.stuck.insert(path) }
    }

    func reportWait(_ error: StateFileError) {
        state.withLock { $0.waitHandler }?(error)
    }

    func recordReadError(_ error: StateFileError?, of path: String) {
        state.withLock { $0.readErrors[path] = error }
    }

    func recordSaveError(_ error: StateFileError?, of path: String, isAuxiliary: Bool) {
        state.withLock { state in
            if isAuxiliary { state.auxiliaryErrors[path] = error } else { state.saveErrors[path] = error }
            if error == nil { state.stuck.remove(path) }
        }
        if !isAuxiliary { SaveLog.current?.recordResult(error, of: path, isRetried: retries) }
    }

    package func takeRenamingNotices() -> [String] {
        state.withLock { state in
            defer { state.renamingNotices = [] }
            return state.renamingNotices
        }
    }

    func addRenamingNotice(_ notice: String) {
        state.withLock { $0.renamingNotices.append(notice) }
    }

    func problemsDidChange() {
        observers.notify(())
    }
}

/// An error that occurs when a state file is read or written.
public enum StateFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file exists but cannot be read.
    case unreadable(path: String, reason: String)
    /// The file is a state file of the framework, but its content is malformed.
    case malformed(path: String, reason: String)
    /// The file is not a state file of the expected kind and is left alone.
    case foreignFile(path: String, reason: String)
    /// The file is a state file of the framework, but an object in it contains a name twice. The file is read, but
    /// never written.
    case ambiguous(path: String, reason: String)
    /// The file was written by a newer program and is left alone.
    case newer(path: String, version: Int, supported: Int)
    /// The file cannot be written, so its content is unchanged. The reason ends with a remedy.
    case unwritable(path: String, reason: String)
    /// Another process holds the file's lock. The process's identifier is `holder`, if it is known.
    case locked(path: String, holder: Int32?)

    /// The path of the file that cannot be read or written.
    public var path: String {
        switch self {
        case .unreadable(let path, _), .malformed(let path, _), .foreignFile(let path, _), .ambiguous(let path, _),
            .newer(let path, _, _), .unwritable(let path, _), .locked(let path, _):
            path
        }
    }

    package var isLocked: Bool { if case .locked = self { true } else { false } }

    /// A sentence that describes the problem and its remedy.
    public var description: String { description(of: "state file") }

    package func description(of noun: String) -> String {
        switch self {
        case .unreadable(let path, let reason):
            "The \(noun) \(path) cannot be read: \(reason). Check its permissions, or specify another file."
        case .malformed(let path, let reason):
            "The \(noun) \(path) is malformed: \(reason). Fix it, or move it away."
        case .foreignFile(let path, let reason):
            "\(path) cannot be used as a \(noun): \(reason). The file is unchanged; move it away or specify another "
                + "file."
        case .ambiguous(let path, let reason):
            "The \(noun) \(path) is ambiguous: \(reason). The file is unchanged, and changes are not saved; remove one of "
                + "the two members."
        case .newer(let path, let version, let supported):
            "The \(noun) \(path) has version \(version), but this program reads versions up to \(supported); the "
                + "file is unchanged. Install a newer version of the program that reads version \(version), or specify "
                + "another file."
        case .unwritable(let path, let reason):
            "The \(noun) \(path) cannot be written: \(reason)."
        case .locked(let path, let holder?):
            "The \(noun) \(path) is locked by process \(holder). Wait until the process finishes, or end it."
        case .locked(let path, nil):
            "The \(noun) \(path) is locked by an unknown process. Wait until the process finishes."
        }
    }
}
