#if os(Linux) || os(Android)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// Watches a file through the kernel's notifications about its directory.
    ///
    /// It watches the file's directory or, until that exists, the nearest directory above it, and moves down as the
    /// missing ones appear.
    final class DirectoryWatch: Sendable {
        /// What may happen in the file's directory.
        private static let fileEvents =
            UInt32(IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_ATTRIB)
        /// What may happen in a directory above it.
        private static let directoryEvents = UInt32(IN_MOVED_TO | IN_CREATE)
        /// What may happen to a watched directory itself, after which it has to be looked for again.
        private static let endings = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)

        private struct State {
            /// The kernel's number of the current watch.
            var number: Int32 = -1
            /// The name that counts in the watched directory: the file's, or that of the next directory down.
            var awaited: [UInt8] = []
            /// Whether the watched directory is the file's own.
            var isAtFile = false
            /// Whether the file may have changed.
            var hasChanged = false
            /// Whether another directory has to be watched.
            var isLost = false
            var isCancelled = false
        }

        private let place: PathComponents
        private let onChange: @Sendable () -> Void
        private let inotify: Inotify
        private let state = Protected(State())

        /// Starts watching, or returns `nil` if the system refuses.
        init?(place: PathComponents, onChange: @escaping @Sendable () -> Void) {
            guard let inotify = Inotify.shared else { return nil }
            self.place = place
            self.onChange = onChange
            self.inotify = inotify
            guard state.withLock({ arm(&$0) }) else { return nil }
        }

        deinit {
            cancel()
        }

        /// Stops watching.
        func cancel() {
            state.withLock { state in
                state.isCancelled = true
                if state.number >= 0 { inotify.remove(state.number, for: self) }
                state.number = -1
            }
        }

        /// Takes an event of a watched directory into account.
        func take(_ event: Inotify.Event, of number: Int32) {
            state.withLock { state in
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                    state.hasChanged = true
                    state.isLost = true
                } else if number != state.number {
                    // Of a directory that is no longer watched.
                } else if event.mask & Self.endings != 0 {
                    state.hasChanged = state.hasChanged || state.isAtFile
                    state.isLost = true
                } else if event.name == state.awaited {
                    if !state.isAtFile {
                        state.isLost = true
                    } else if event.mask & UInt32(IN_CREATE) == 0 || isComplete {
                        state.hasChanged = true
                    }
                }
            }
        }

        /// Reports the change, if the events taken amount to one.
        func act() {
            let hasChanged = state.withLock { state in
                guard !state.isCancelled else { return false }
                if state.isLost {
                    // Where that fails nothing can be done: nothing is reported any more.
                    _ = arm(&state)
                    state.hasChanged = state.hasChanged || state.isAtFile
                }
                defer { (state.hasChanged, state.isLost) = (false, false) }
                return state.hasChanged
            }
            if hasChanged { onChange() }
        }

        /// Watches the file's directory, or the nearest one above it.
        ///
        /// - Returns: Whether anything is watched.
        private func arm(_ state: inout State) -> Bool {
            if state.number >= 0 { inotify.remove(state.number, for: self) }
            var directory = place.directory
            var name = place.name
            var below = ""
            while true {
                state.isAtFile = directory == place.directory
                state.awaited = Array(name.utf8)
                let events = (state.isAtFile ? Self.fileEvents : Self.directoryEvents) | Self.endings
                state.number = inotify.add(directory, mask: events, for: self)
                if state.number >= 0 {
                    guard !state.isAtFile, isDirectory(below) else { return true }
                    // It has appeared in between.
                    inotify.remove(state.number, for: self)
                    (directory, name, below) = (place.directory, place.name, "")
                    continue
                }
                let isMissing = state.number == -ENOENT || state.number == -ENOTDIR
                guard isMissing, directory != "/", directory != "." else { return false }
                let above = PathComponents(directory)
                (below, name, directory) = (directory, above.name, above.directory)
            }
        }

        /// Whether a file that has just been created has its content: a new file is reported again when it is closed,
        /// a link to another is not.
        private var isComplete: Bool {
            var information = stat()
            guard lstat(place.path, &information) == 0 else { return false }
            return information.st_mode & S_IFMT != S_IFREG || information.st_nlink > 1
        }

        private func isDirectory(_ path: String) -> Bool {
            var information = stat()
            return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
        }
    }
#endif
