/// A state file whose content is kept in memory, and kept up to date while somebody watches.
///
/// The file is read when its content is first asked for and not before. Changes are written before they count. All
/// members may be called from any thread.
package final class StateCache<Content: Codable & Sendable & Equatable>: Sendable {
    private struct State {
        var isRead = false
        /// What the file held when it was last read or written; `nil` if it could not be used at first.
        var content: Content?
        /// Why it could not be read the last time.
        var trouble: String?
        /// Why the latest change could not be saved.
        var refusal: String?
        /// What became of a file that made no sense.
        var loss: String?
        /// Whether a file was set aside whose content was never known.
        var isIncomplete = false
        /// Why changes that others make are not seen.
        var blindness: String?
        var watcher: FileWatcher?
    }

    /// The file.
    package let file: StateFile<Content>
    private let state = Protected(State())
    /// Held while the file is read or written, so that an older content never takes a newer one's place.
    private let access = Protected(())

    /// Creates a cache and reads nothing yet.
    package init(_ file: StateFile<Content>) {
        self.file = file
    }

    /// What the file holds, or held when it could last be used; `nil` if it is there and never could be.
    package var content: Content? {
        readOnce()
        return state.withLock { $0.content }
    }

    /// Whether a file was set aside without its content being known.
    package var isIncomplete: Bool {
        readOnce()
        return state.withLock { $0.isIncomplete }
    }

    /// What was last wrong with the file, and what has been done about that; `nil` if nothing was.
    ///
    /// A change that cannot be saved is reported until one can, a file that was set aside for good.
    package var problem: String? {
        state.withLock { $0.refusal ?? $0.trouble ?? $0.loss ?? $0.blindness }
    }

    /// Changes what the file holds.
    ///
    /// A file that makes no sense is set aside first, and the change is made to what was known of it.
    ///
    /// - Parameter body: Gets what the file holds now and changes it; called once, with no other change under way.
    /// - Returns: What the body returns.
    /// - Throws: `StateFileError` if the file cannot be read or written; nothing is changed then.
    package func update<Result>(_ body: (inout Content) -> Result) throws(StateFileError) -> Result {
        readOnce()
        let outcome: Swift.Result<Result, StateFileError> = access.withLock { _ in
            do throws(StateFileError) {
                do throws(StateFileError) {
                    return .success(try write(body))
                } catch .malformed {
                    let known = state.withLock { $0.content }
                    setAside()
                    return .success(
                        try write { content in
                            if let known, content == file.empty { content = known }
                            return body(&content)
                        })
                }
            } catch {
                // Told apart from the file being no good before, so that whoever made the change knows.
                state.withLock { $0.refusal = "A change is not saved. \(error.description)" }
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Keeps the content up to date from now on.
    ///
    /// The content is up to date when this returns.
    ///
    /// - Parameter onChange: Called on the main queue after every change of the file, whoever made it, when it was
    ///   read again. The content may be as it was.
    package func watch(_ onChange: @escaping @Sendable () -> Void) {
        let watcher = FileWatcher(path: file.path) { [weak self] in
            guard let self else { return }
            reload()
            onChange()
        }
        state.withLock { state in
            state.watcher = watcher
            let blindness =
                "The state file \(file.path) cannot be watched: changes that other programs make are seen late. "
                + "Let the system watch more files."
            state.blindness = watcher == nil ? blindness : nil
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

    // MARK: Reading and writing

    private func readOnce() {
        guard !state.withLock({ $0.isRead }) else { return }
        access.withLock { _ in
            guard !state.withLock({ $0.isRead }) else { return }
            let loaded = file.load()
            state.withLock { state in
                state.isRead = true
                state.content = loaded.isInTheWay ? nil : loaded.content
                if loaded.isInTheWay { state.trouble = loaded.problem } else { state.loss = loaded.problem }
                state.isIncomplete = state.loss != nil
            }
        }
    }

    /// Reads the file again; if it cannot be used, what was known of it counts as before.
    private func reload() {
        access.withLock { _ in
            do throws(StateFileError) {
                let content = try file.read()
                state.withLock { state in
                    state.content = content
                    state.trouble = nil
                }
            } catch {
                state.withLock { $0.trouble = error.description }
            }
        }
    }

    /// Sets a file aside that made sense when it was last read, or was in the way.
    private func setAside() {
        let loaded = file.load()
        state.withLock { state in
            guard !loaded.isInTheWay, let problem = loaded.problem else { return }
            state.loss = problem
            state.isIncomplete = state.isIncomplete || state.content == nil
        }
    }

    private func write<Result>(_ body: (inout Content) -> Result) throws(StateFileError) -> Result {
        var after: Content?
        let result = try file.update { content in
            defer { after = content }
            return body(&content)
        }
        state.withLock { state in
            state.content = after
            state.trouble = nil
            state.refusal = nil
        }
        return result
    }
}
