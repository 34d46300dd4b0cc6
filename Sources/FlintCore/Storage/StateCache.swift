// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLocks

/// A cache of a state file's content, updated automatically while the file is watched.
///
/// The file is read when its content is first needed. Three methods make changes, and differ in how they handle errors:
///
/// - ``update(_:)`` saves a change before it takes effect.
/// - ``apply(_:)`` does the same, but applies a change before saving it if another process holds the file's lock.
/// - ``applyImmediately(savesLater:_:)`` applies every change immediately and saves it when possible.
///
/// All members can be called from any thread.
package final class StateCache<Content: Codable & Sendable & Equatable>: Sendable {
    private struct State {
        var isRead = false
        /// The content when the file was last read or written, or `nil` if the file has never been usable.
        ///
        /// A malformed file counts as empty.
        var saved: Content?
        var content: Content?
        /// The changes that are not in the file yet, because they can wait or could not be saved.
        var pending: [@Sendable (inout Content) -> Void] = []
        var retries = 0
        var isScheduled = false
        var finishing: ObservationToken?
        var readError: StateFileError?
        var saveError: StateFileError?
        var quarantineNotice: String?
        var isIncomplete = false
        var watchError: String?
        var watcher: FileWatcher?
    }

    package let file: StateFile<Content>
    private let state = Protected(State())
    /// Held while the file is read or written, so that older content never replaces newer content.
    private let access = Protected(())
    private let timer: any DeadlineTimer
    private let now: @Sendable () -> Date

    package init(
        _ file: StateFile<Content>, timer: any DeadlineTimer = MainQueueTimer(usesWallClock: false),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.file = file
        self.timer = timer
        self.now = now
    }

    deinit {
        timer.set(nil)
        if hasPendingChanges { file.access.recordPending(false) }
    }

    /// The last usable content of the file, with the pending changes applied.
    ///
    /// The value is `nil` if the file exists but has never been usable, and no change is pending. A malformed file
    /// counts as empty.
    package var content: Content? {
        readOnce()
        return state.withLock { $0.content }
    }

    /// Whether content is missing because the file is, or was, malformed.
    package var isIncomplete: Bool {
        readOnce()
        return state.withLock { $0.isIncomplete }
    }

    package var hasPendingChanges: Bool { state.withLock { !$0.pending.isEmpty } }

    /// The reason that the latest change is not saved, or `nil` if it is saved or no attempt has been made yet.
    package var saveError: StateFileError? { state.withLock { $0.saveError } }

    package var problem: String? { problems.first }

    /// The current problems with the file, one sentence each, including the measures taken.
    ///
    /// A change that cannot be saved is reported until saving succeeds. A quarantined file is reported until the
    /// process ends. A lock that another process holds is reported only after the second failed attempt.
    package var problems: [String] {
        state.withLock { state in
            var saving: String?
            // A file that can be neither read nor written is reported once.
            if let error = state.saveError, error != state.readError {
                let isRetried = isRetried(error) && !state.pending.isEmpty
                if state.retries > 1 || !isRetried {
                    saving = (isRetried ? Self.unsavedYet : Self.unsaved) + error.description
                }
            }
            return [saving, reading(state), state.quarantineNotice, state.watchError].compactMap { $0 }
        }
    }

    /// The problems with the file's existing content: it cannot be read, or it was malformed and was renamed.
    package var readProblems: [String] {
        state.withLock { [reading($0), $0.quarantineNotice].compactMap { $0 } }
    }

    private func reading(_ state: State) -> String? { state.readError.map(StateFile<Content>.problem) }

    private static var unsaved: String { "A change is not saved. " }
    private static var unsavedYet: String {
        "A change is not saved yet. It will be saved as soon as possible. "
    }

    /// Changes the content, and returns after the change has been saved.
    ///
    /// A malformed file is renamed, and the change applies to the last known content. After an error, the content is
    /// unchanged.
    package func update<Result>(_ body: (inout Content) -> Result) throws(StateFileError) -> Result {
        try saving(body) { _ in nil }
    }

    /// Changes the content, and saves the change later if another process holds the file's lock.
    ///
    /// Saving later is possible only if this process does not wait for locks. The change then takes effect immediately,
    /// and the closure is called again with the file's content when the change is saved. After an error, the content is
    /// unchanged.
    package func apply<Result>(
        _ body: @escaping @Sendable (inout Content) -> Result
    ) throws(StateFileError) -> Result {
        try saving(body) { error in
            guard isRetried(error), state.withLock({ $0.content != nil }) else { return nil }
            defer { didFail(error) }
            return add(body)
        }
    }

    /// Changes the content immediately, and saves the change as soon as possible.
    ///
    /// A change that cannot be saved remains pending. It is saved when the lock is released, together with the next
    /// change, or before the process ends. The closure is then called again with the file's content.
    ///
    /// - `later`: Whether the change can wait until after the current turn of the main queue. It waits only if
    ///   ``StateFileAccess/savesLater`` is `true`.
    package func applyImmediately(savesLater later: Bool = false, _ body: @escaping @Sendable (inout Content) -> Void) {
        readOnce()
        access.withLock { _ in
            add(body)
            if !later || !file.access.savesLater {
                savePending()
            } else if !state.withLock({ $0.isScheduled }) {
                schedule(after: 0)
            }
        }
    }

    /// Starts watching the file and updates the content.
    ///
    /// The handler is called on the main queue after the file has changed and been read again. Any process may have
    /// made the change, and the content may be equal to the previous content.
    package func watch(_ onChange: @escaping @Sendable () -> Void) {
        let watcher = FileWatcher(path: file.path) { [weak self] in
            guard let self else { return }
            reload()
            onChange()
        }
        state.withLock { state in
            state.watcher = watcher
            let watchError =
                "The state file \(file.path) cannot be watched, so changes by other programs appear late. "
                + "Raise the system's limit on watched files."
            state.watchError = watcher == nil ? watchError : nil
        }
        // Changes made before the watch began would otherwise be missed.
        refresh()
    }

    package func refresh() {
        if state.withLock({ $0.isRead }) { reload() } else { readOnce() }
    }

    package func stopWatching() {
        let watcher = state.withLock { state in
            defer { state.watcher = nil }
            return state.watcher
        }
        watcher?.cancel()
    }
}

// MARK: - Reading and writing

extension StateCache {
    private func readOnce() {
        guard !state.withLock({ $0.isRead }) else { return }
        access.withLock { _ in
            // Another thread may have read the file while this one waited.
            if !state.withLock({ $0.isRead }) { read() }
        }
    }

    private func reload() {
        access.withLock { _ in read() }
    }

    private func read() {
        let result: Swift.Result<Content, StateFileError>
        do throws(StateFileError) {
            result = .success(try file.read())
        } catch {
            result = .failure(error)
        }
        let (saved, pending) = state.withLock { state in
            state.isRead = true
            switch result {
            case .success(let content):
                state.saved = content
                state.readError = nil
                // A malformed file that has been repaired is complete. The content of a renamed file remains lost.
                if state.quarantineNotice == nil { state.isIncomplete = false }
            case .failure(let error):
                // The last known content remains in effect.
                state.readError = error
                switch error {
                case .malformed where state.saved == nil:
                    // The program continues with the empty content. The next change renames the file.
                    state.saved = file.empty
                    state.isIncomplete = true
                case .ambiguous: state.saved = file.ambiguousContent ?? state.saved
                case .unreadable, .malformed, .foreignFile, .newer, .unwritable, .locked: break
                }
            }
            return (state.saved, state.pending)
        }
        guard var content = saved ?? (pending.isEmpty ? nil : file.empty) else { return }
        for change in pending { change(&content) }
        let current = content
        state.withLock { $0.content = current }
    }

    private func saving<Result>(
        _ body: (inout Content) -> Result, orElse fallback: (StateFileError) -> Result?
    ) throws(StateFileError) -> Result {
        readOnce()
        let outcome: Swift.Result<Result, StateFileError> = access.withLock { _ in
            do throws(StateFileError) {
                return .success(try write(body))
            } catch {
                if let result = fallback(error) { return .success(result) }
                state.withLock { $0.saveError = error }
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private func write<Result>(_ body: (inout Content) -> Result) throws(StateFileError) -> Result {
        let (known, pending) = state.withLock { ($0.saved, $0.pending) }
        var (after, notice): (Content?, String?) = (nil, nil)
        let result = try file.update(from: known, onQuarantine: { notice = $0 }) { content in
            // Another process may have changed the file, so the pending changes are applied to its current content.
            for change in pending { change(&content) }
            defer { after = content }
            return body(&content)
        }
        state.withLock { state in
            state.saved = after
            state.content = after
            state.pending = []
            state.isScheduled = false
            state.retries = 0
            state.readError = nil
            state.saveError = nil
            state.quarantineNotice = notice ?? state.quarantineNotice
        }
        timer.set(nil)
        if !pending.isEmpty { file.access.recordPending(false) }
        return result
    }

    // MARK: Pending changes

    @discardableResult
    private func add<Result>(_ body: @escaping @Sendable (inout Content) -> Result) -> Result {
        var content = state.withLock { $0.content } ?? file.empty
        let result = body(&content)
        let current = content
        let isFirst = state.withLock { state in
            state.content = current
            if state.pending.isEmpty { file.access.recordPending(true) }
            state.pending.append { _ = body(&$0) }
            return state.finishing == nil
        }
        // A process that waits for locks has already made every possible attempt.
        if isFirst, file.access.retries || file.access.savesLater {
            let token = file.access.onFinish { [weak self] in self?.save() }
            state.withLock { $0.finishing = token }
        }
        return result
    }

    private func isRetried(_ error: StateFileError) -> Bool { error.isLocked && file.access.retries }

    private func schedule(after seconds: Double) {
        state.withLock { $0.isScheduled = true }
        timer.set(now().addingTimeInterval(seconds)) { [weak self] in self?.save() }
    }

    package func save() {
        guard hasPendingChanges else { return }
        let before = problems
        access.withLock { _ in
            state.withLock { $0.isScheduled = false }
            savePending()
        }
        if problems != before { file.access.problemsDidChange() }
    }

    private func savePending() {
        guard hasPendingChanges else { return }
        do throws(StateFileError) {
            try write { _ in }
        } catch {
            didFail(error)
        }
    }

    private func didFail(_ error: StateFileError) {
        let retries = state.withLock { state in
            state.saveError = error
            state.retries += 1
            return state.retries
        }
        // The first retry is early, because locks are usually held for a few milliseconds. Later retries are less
        // frequent to limit their cost.
        if isRetried(error) { schedule(after: retries == 1 ? 0.05 : 0.2) }
    }
}
