#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A state file whose content is kept in memory, and kept up to date while it is watched.
///
/// The file is read when its content is first needed and not before. Changes are written before they count, except
/// those that wait for another process to release the file's lock. All members may be called from any thread.
package final class StateCache<Content: Codable & Sendable & Equatable>: Sendable {
    private struct State {
        var isRead = false
        /// What the file held when it was last read or written, with the pending changes; `nil` if it could not be
        /// used at first.
        var content: Content?
        /// Changes that are not in the file yet, because they can wait or because its lock was held.
        var pending: [@Sendable (inout Content) -> Void] = []
        /// How often the pending changes were to be saved and the lock was held.
        var retries = 0
        /// Whether the pending changes will be saved by themselves.
        var isScheduled = false
        /// Saves the pending changes before the process ends, once there have been some.
        var finishing: ObservationToken?
        /// Why it could not be read the last time.
        var readError: String?
        /// Why the latest change could not be saved.
        var saveError: String?
        /// What became of a malformed file.
        var quarantineNotice: String?
        /// Whether there is, or was, a malformed file whose content was never known.
        var isIncomplete = false
        /// Why changes that other processes make are not seen.
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
    }

    /// What the file holds, or held when it could last be used, with the pending changes; `nil` if it is there and
    /// never could be used.
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

    /// What was last wrong with the file, and what has been done about that; `nil` if nothing was.
    ///
    /// A change that cannot be saved is reported until one can, a quarantined file for good.
    package var problem: String? {
        state.withLock { $0.saveError ?? $0.readError ?? $0.quarantineNotice ?? $0.watchError }
    }

    /// Changes what the file holds, and returns when that is saved.
    ///
    /// A malformed file is renamed first, and the change is made to what was known of it.
    ///
    /// - Parameter body: Gets what the file holds now and changes it; called once, with no other change under way.
    /// - Returns: What the body returns.
    /// - Throws: `StateFileError` if the file cannot be read or written; nothing is changed then.
    package func update<Result>(_ body: (inout Content) -> Result) throws(StateFileError) -> Result {
        readOnce()
        let outcome: Swift.Result<Result, StateFileError> = access.withLock { _ in
            do throws(StateFileError) {
                return .success(try write(body))
            } catch {
                report(error)
                return .failure(error)
            }
        }
        return try outcome.get()
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
        readOnce()
        let outcome: Swift.Result<Result, StateFileError> = access.withLock { _ in
            do throws(StateFileError) {
                return .success(try write(body))
            } catch {
                if case .locked = error, file.access.mode == .deferring, let result = change(body) {
                    state.withLock { $0.retries += 1 }
                    scheduleRetry()
                    return .success(result)
                }
                report(error)
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Changes the content at once and what the file holds as ``apply(_:)`` does; where this process saves later,
    /// after the present turn of the main queue, together with what else is changed until then.
    ///
    /// - Parameter body: Gets the content and changes it; called again with what the file holds when it is saved.
    /// - Throws: `StateFileError` if the file cannot be read, or cannot be written now; nothing is changed then.
    package func applyLater(_ body: @escaping @Sendable (inout Content) -> Void) throws(StateFileError) {
        guard file.access.savesLater else { return try apply(body) }
        readOnce()
        guard access.withLock({ _ in change(body) }) != nil else { return try apply(body) }
        let (isScheduled, isNew) = state.withLock { ($0.isScheduled, $0.finishing == nil) }
        if isNew {
            let token = file.access.onFinish { [weak self] in self?.savePending() }
            state.withLock { $0.finishing = token }
        }
        if !isScheduled { schedule(after: 0) }
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
            guard !state.withLock({ $0.isRead }) else { return }
            let loaded = file.load()
            state.withLock { state in
                state.isRead = true
                state.content = loaded.isInTheWay ? nil : loaded.content
                state.readError = loaded.problem
                state.isIncomplete = loaded.problem != nil && !loaded.isInTheWay
            }
        }
    }

    /// Reads the file again; if it cannot be used, what was known of it counts as before.
    private func reload() {
        access.withLock { _ in
            do throws(StateFileError) {
                var content = try file.read()
                for change in state.withLock({ $0.pending }) { change(&content) }
                let current = content
                state.withLock { state in
                    state.content = current
                    state.readError = nil
                    // A malformed file that has been fixed lacks nothing; one that was renamed does for good.
                    if state.quarantineNotice == nil { state.isIncomplete = false }
                }
            } catch {
                state.withLock { $0.readError = StateFile<Content>.problem(reading: error) }
            }
        }
    }

    /// Saves a change after those that are pending.
    private func write<Result>(_ body: (inout Content) -> Result) throws(StateFileError) -> Result {
        let (known, pending) = state.withLock { ($0.content, $0.pending) }
        // What is known includes the pending changes, which count once.
        let saved = pending.isEmpty ? known : nil
        var (after, notice): (Content?, String?) = (nil, nil)
        let result = try file.update(from: saved, onQuarantine: { notice = $0 }) { content in
            for change in pending { change(&content) }
            defer { after = content }
            return body(&content)
        }
        state.withLock { state in
            state.content = after
            state.pending = []
            state.isScheduled = false
            state.retries = 0
            state.readError = nil
            state.saveError = nil
            state.quarantineNotice = notice ?? state.quarantineNotice
        }
        timer.set(nil)
        return result
    }

    // MARK: Changes that wait for the lock

    /// Makes a change that is saved later; `nil` if there is nothing to change.
    private func change<Result>(_ body: @escaping @Sendable (inout Content) -> Result) -> Result? {
        guard var content = state.withLock({ $0.content }) else { return nil }
        let result = body(&content)
        let current = content
        state.withLock { state in
            state.content = current
            state.pending.append { _ = body(&$0) }
        }
        return result
    }

    private func scheduleRetry() {
        // The first time soon, because locks are held for some milliseconds; then not so often that it costs anything.
        schedule(after: state.withLock { $0.retries <= 1 ? 0.05 : 0.2 })
    }

    private func schedule(after seconds: Double) {
        state.withLock { $0.isScheduled = true }
        timer.set(now().addingTimeInterval(seconds)) { [weak self] in self?.savePending() }
    }

    /// Saves the pending changes, or reports that they are not saved yet if the lock was held before.
    private func savePending() {
        let before = problem
        state.withLock { $0.isScheduled = false }
        access.withLock { _ in
            guard hasPendingChanges else { return }
            do throws(StateFileError) {
                try write { _ in }
            } catch {
                let retries = state.withLock { state in
                    state.retries += 1
                    return state.retries
                }
                guard case .locked = error else { return report(error) }
                if retries > 1 { report(error) }
                scheduleRetry()
            }
        }
        if problem != before { file.access.problemsDidChange() }
    }

    /// Keeps why a change is not saved.
    private func report(_ error: StateFileError) {
        // Told apart from the file being unreadable before, so that the caller who made the change knows.
        state.withLock { state in
            state.saveError =
                state.pending.isEmpty
                ? "A change is not saved. \(error.description)"
                : "A change is not saved yet, and will be as soon as that is possible. \(error.description)"
        }
    }
}
