// SPDX-License-Identifier: MIT

#if os(Linux) || os(Android)
    import FlintLocks
    import FlintLibc

    /// A file watch based on inotify events for the file's directory.
    ///
    /// Until the file's directory exists, the nearest existing parent directory is watched. The watch moves down as the
    /// missing directories are created. ``Inotify`` calls ``process(_:of:)`` for each event and then ``reportChange()``
    /// once. Initialization fails if the system refuses to watch the directory.
    final class DirectoryWatch: Sendable {
        private static let fileEvents =
            UInt32(IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_ATTRIB)
        private static let directoryEvents = UInt32(IN_MOVED_TO | IN_CREATE)
        /// The events after which a directory is no longer watched, so that the watch must be set up again.
        private static let endings = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)

        private struct State {
            /// The kernel's watch descriptor, or a negative value if no directory is watched.
            var number: Int32 = -1
            /// The awaited name in the watched directory: the name of the file or of the next directory on the path.
            var awaited: [UInt8] = []
            var isAtFile = false
            var hasChanged = false
            var isLost = false
            var isCancelled = false
        }

        private let place: PathComponents
        private let onChange: @Sendable () -> Void
        private let inotify: Inotify
        private let state = Protected(State())

        init?(place: PathComponents, onChange: @escaping @Sendable () -> Void) {
            guard let inotify = Inotify.shared else { return nil }
            self.place = place
            self.onChange = onChange
            self.inotify = inotify
            guard state.withLock({ startWatching(&$0) }) else { return nil }
        }

        deinit {
            cancel()
        }

        func cancel() {
            state.withLock { state in
                state.isCancelled = true
                if state.number >= 0 { inotify.remove(state.number, for: self) }
                state.number = -1
            }
        }

        func process(_ event: Inotify.Event, of number: Int32) {
            state.withLock { state in
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                    state.hasChanged = true
                    state.isLost = true
                } else if number != state.number {
                    // The event belongs to a directory that is no longer watched.
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

        func reportChange() {
            let hasChanged = state.withLock { state in
                guard !state.isCancelled else { return false }
                if state.isLost {
                    // If the watch cannot be set up again, changes are no longer reported.
                    _ = startWatching(&state)
                    // Events may have been lost, so a watch that has reached the file's directory reports a change.
                    state.hasChanged = state.hasChanged || state.isAtFile
                }
                defer { (state.hasChanged, state.isLost) = (false, false) }
                return state.hasChanged
            }
            if hasChanged { onChange() }
        }

        private func startWatching(_ state: inout State) -> Bool {
            if state.number >= 0 { inotify.remove(state.number, for: self) }
            var directory = place.directory
            var name = place.name
            var below = ""
            while true {
                state.isAtFile = directory == place.directory
                state.awaited = Array(name.utf8)
                let events = (state.isAtFile ? Self.fileEvents : Self.directoryEvents) | Self.endings
                // The attempt to watch shows whether the directory exists. A check before it would miss a directory
                // that is created in between.
                state.number = inotify.add(directory, mask: events, for: self)
                if state.number >= 0 {
                    guard !state.isAtFile, isDirectory(below) else { return true }
                    // The directory has been created since the attempt to watch it.
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

        private var isComplete: Bool {
            var information = stat()
            guard lstat(place.path, &information) == 0 else { return false }
            // The kernel reports a new file again when it is closed, but not a new hard or symbolic link.
            return information.st_mode & S_IFMT != S_IFREG || information.st_nlink > 1
        }

        private func isDirectory(_ path: String) -> Bool {
            var information = stat()
            return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
        }
    }
#endif
