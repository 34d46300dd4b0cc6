#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A state file whose content is kept in memory, and kept up to date while it is watched.
///
/// The file is read when its content is first needed and not before. ``update(_:)`` writes a change before it counts,
/// ``apply(_:)`` does unless another process holds the file's lock, and ``keep(later:_:)`` makes every change count.
/// All members may be called from any thread.
package final class StateCache<Content: Codable & Sendable & Equatable>: Sendable {
    private struct State {
        var isRead = false
        /// The content of the file when it was last read or written; `nil` if it could not be used at first.
        var saved: Content?
        /// The same with the pending changes.
        var content: Content?
        /// Changes that are not in the file yet, because they can wait or could not be saved.
        var pending: [@Sendable (inout Content) -> Void] = []
        /// The number of attempts to save the pending changes that found the lock held.
        var retries = 0
        /// Whether the pending changes will be saved by themselves.
        var isScheduled = false
        /// Saves the pending changes before the process ends, once there have been some.
        var finishing: ObservationToken?
        var readError: StateFileError?
        /// The reason why the latest change is not saved.
        var saveError: StateFileError?
        /// The new name of a malformed file.
        var quarantineNotice: String?
        /// Whether there is, or was, a malformed file whose content was never known.
        var isIncomplete = false
        /// The reason why changes that other processes make are not seen.
        var watchError: String?
        var watcher: FileWatcher?
    }

    /// The file.
    package let file: StateFile<Content>
    private let state = Protected(State())
    /// Held while the file is read or written, so that an older content never takes a newer one's place.
    private let access = Protected(())
    private let timer: any DeadlineTimer
    private let now: @Sendable () -> Date

    /// Creates a cache and reads nothing yet.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - timer: Calls when pending changes are to be saved again.
    ///   - now: What time it is by the timer's clock.
    package init(
        _ file: StateFile<Content>, timer: any DeadlineTimer = MainQueueTimer(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.file = file
        self.timer = timer
        self.now = now
    }

    deinit {
        timer.set(nil)
        if hasPendingChanges { file.access.notePending(false) }
    }

    /// What the file holds, or held when it could last be used, with the pending changes; `nil` if it is there, never
    /// could be used, and nothing is pending.
    package var content: Content? {
        readOnce()
        return state.withLock { $0.content }
    }

    /// Whether there is, or was, a malformed file whose content was never known.
    package var isIncomplete: Bool {
        readOnce()
        return state.withLock { $0.isIncomplete }
    }

    /// Whether changes are not saved yet.
    package var hasPendingChanges: Bool { state.withLock { !$0.pending.isEmpty } }

    /// The reason why the latest change is not saved, or `nil` if it is or has not been tried yet.
    package var saveError: StateFileError? { state.withLock { $0.saveError } }

    /// The first of ``problems``.
    package var problem: String? { problems.first }

    /// The present problems with the file, one sentence each, with what has been done about them.
    ///
    /// A change that cannot be saved is reported until one can, a quarantined file for good. A lock that was held only
    /// once, and is waited for, is no problem.
    package var problems: [String] {
        state.withLock { state in
            var saving: String?
            // A file that can be neither read nor written is one problem.
            if let error = state.saveError, error != state.readError {
                let isRetried = isRetried(error) && !state.pending.isEmpty
                if state.retries > 1 || !isRetried {
                    saving = (isRetried ? Self.unsavedYet : Self.unsaved) + error.description
                }
            }
            let reading = state.readError.map(StateFile<Content>.problem)
            return [saving, reading, state.quarantineNotice, state.watchError].compactMap { $0 }
        }
    }

    private static var unsaved: String { "A change is not saved. " }
    private static var unsavedYet: String {
        "A change is not saved yet, and will be as soon as that is possible. "
    }

    /// Changes what the file holds, and returns when that is saved.
    ///
    /// A malformed file is renamed first, and the change is made to what was known of it.
    ///
    /// - Parameter body: Gets what the file holds now and changes it; called once, with no other change under way.
    /// - Returns: What the body returns.
    /// - Throws: `StateFileError` if the file cannot be read or written; nothing is changed then.
    package func update<Result>(_ body: (inout Content) -> Result) throws(StateFileError) -> Result {
        try saving(body) { _ in nil }
    }

    /// Changes what the file holds; where this process must not wait for the file's lock and another one holds it, the
    /// change counts at once and is saved as soon as the lock is released.
    ///
    /// - Parameter body: Gets the content and changes it. Called again, with what the file holds then, if the change
    ///   is saved later.
    /// - Returns: What the body returns the first time.
    /// - Throws: `StateFileError` if the file cannot be read or written for another reason; nothing is changed then.
    package func apply<Result>(
        _ body: @escaping @Sendable (inout Content) -> Result
    ) throws(StateFileError) -> Result {
        try saving(body) { error in
            guard isRetried(error), state.withLock({ $0.content != nil }) else { return nil }
            defer { didFail(error) }
            return add(body)
        }
    }

    /// Changes the content at once in any case, and what the file holds as soon as possible.
    ///
    /// A change that cannot be saved stays pending. It is saved when a lock in its way is released, with the next
    /// change, or before the process ends, and ``saveError`` is the reason until then.
    ///
    /// - Parameters:
    ///   - later: Whether the change can wait until after the present turn of the main queue, where this process saves
    ///     later.
    ///   - body: Gets the content and changes it; called again with what the file holds when it is saved.
    package func keep(later: Bool = false, _ body: @escaping @Sendable (inout Content) -> Void) {
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

    /// Keeps the content up to date from now on.
    ///
    /// The content is up to date when this returns.
    ///
    /// - Parameter onChange: Called on the main queue after every change of the file, by any process, when it was
    ///   read again. The content may be as it was.
    package func watch(_ onChange: @escaping @Sendable () -> Void) {
        let watcher = FileWatcher(path: file.path) { [weak self] in
            guard let self else { return }
            reload()
            onChange()
        }
        state.withLock { state in
            state.watcher = watcher
            let watchError =
                "The state file \(file.path) cannot be watched: changes that other programs make are seen late. "
                + "Let the system watch more files."
            state.watchError = watcher == nil ? watchError : nil
        }
        // What happened before the watch began would otherwise be missed.
        refresh()
    }

    /// Reads the file again, as is done by itself while it is watched.
    package func refresh() {
        if state.withLock({ $0.isRead }) { reload() } else { readOnce() }
    }

    /// Ends watching.
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
            if !state.withLock({ $0.isRead }) { read() }
        }
    }

    private func reload() {
        access.withLock { _ in read() }
    }

    /// Reads the file; if it cannot be used, what was known of it counts as before.
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
                // A malformed file that has been fixed lacks nothing; one that was renamed does for good.
                if state.quarantineNotice == nil { state.isIncomplete = false }
            case .failure(let error):
                state.readError = error
                if case .malformed = error, state.saved == nil {
                    state.saved = file.empty
                    state.isIncomplete = true
                }
            }
            return (state.saved, state.pending)
        }
        guard var content = saved ?? (pending.isEmpty ? nil : file.empty) else { return }
        for change in pending { change(&content) }
        let current = content
        state.withLock { $0.content = current }
    }

    /// Saves a change after those that are pending, or passes the error to a fallback.
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
        if !pending.isEmpty { file.access.notePending(false) }
        return result
    }

    // MARK: Pending changes

    /// Makes a change that is saved later.
    @discardableResult
    private func add<Result>(_ body: @escaping @Sendable (inout Content) -> Result) -> Result {
        var content = state.withLock { $0.content } ?? file.empty
        let result = body(&content)
        let current = content
        let isFirst = state.withLock { state in
            state.content = current
            if state.pending.isEmpty { file.access.notePending(true) }
            state.pending.append { _ = body(&$0) }
            return state.finishing == nil
        }
        // A process that waits for locks has done what it can.
        if isFirst, file.access.retries || file.access.savesLater {
            let token = file.access.onFinish { [weak self] in self?.save() }
            state.withLock { $0.finishing = token }
        }
        return result
    }

    /// Whether a change that could not be saved is saved by itself as soon as that is possible.
    private func isRetried(_ error: StateFileError) -> Bool { error.isLocked && file.access.retries }

    private func schedule(after seconds: Double) {
        state.withLock { $0.isScheduled = true }
        timer.set(now().addingTimeInterval(seconds)) { [weak self] in self?.save() }
    }

    /// Saves the pending changes now, and notifies observers if that has solved a problem or made one.
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

    /// Keeps why the pending changes are not saved, and retries if a lock is in the way that this process does not
    /// wait for.
    private func didFail(_ error: StateFileError) {
        let retries = state.withLock { state in
            state.saveError = error
            state.retries += 1
            return state.retries
        }
        // The first time soon, because locks are held for some milliseconds; then not so often that it costs anything.
        if isRetried(error) { schedule(after: retries == 1 ? 0.05 : 0.2) }
    }
}
