// SPDX-License-Identifier: MIT

#if canImport(Darwin)
    import FlintLocks
    import Dispatch
    import FlintLibc

    /// A file watch based on kernel events for the file's directory.
    ///
    /// The events do not identify the changed file, so the watch compares the file's identity, size and modification
    /// time. Until the file's directory exists, the nearest existing parent directory is watched. Initialization fails
    /// if the system refuses to watch the directory.
    final class DirectoryWatch: @unchecked Sendable {
        private struct Mark: Equatable {
            var device: dev_t = 0
            var number: ino_t = 0
            var size: off_t = 0
            var seconds = 0
            var nanoseconds = 0

            init(of path: String) {
                var information = stat()
                guard stat(path, &information) == 0 else { return }
                device = information.st_dev
                number = information.st_ino
                size = information.st_size
                seconds = information.st_mtimespec.tv_sec
                nanoseconds = information.st_mtimespec.tv_nsec
            }
        }

        private struct State {
            var source: (any DispatchSourceFileSystemObject)?
            var isCancelled = false
        }

        private let place: PathComponents
        private let onChange: @Sendable () -> Void
        private let state = Protected(State())
        /// The attributes of the file at the last check, accessed only on the main queue after initialization.
        private var mark: Mark

        init?(place: PathComponents, onChange: @escaping @Sendable () -> Void) {
            self.place = place
            self.onChange = onChange
            mark = Mark(of: place.path)
            guard startWatching() else { return nil }
        }

        func cancel() {
            state.withLock { state in
                state.isCancelled = true
                state.source?.cancel()
                state.source = nil
            }
        }

        private func startWatching() -> Bool {
            var directory = place.directory
            var descriptor = open(directory, O_EVTONLY | O_DIRECTORY | O_CLOEXEC)
            while descriptor < 0 {
                // The directory is missing, so its parent is watched until it appears.
                guard errno == ENOENT || errno == ENOTDIR, directory != "/", directory != "." else { return false }
                directory = PathComponents(directory).directory
                descriptor = open(directory, O_EVTONLY | O_DIRECTORY | O_CLOEXEC)
            }
            let file = descriptor
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: file, eventMask: [.write, .delete, .rename, .revoke], queue: .main)
            source.setEventHandler { [weak self] in self?.directoryDidChange() }
            source.setCancelHandler { close(file) }
            source.activate()
            state.withLock { state in
                state.source?.cancel()
                state.source = source
                // Another thread may have canceled the watch since.
                if state.isCancelled { source.cancel() }
            }
            return true
        }

        private func directoryDidChange() {
            // The watched directory may be a parent or may have been replaced, so the watch starts over before the file
            // is compared. A change after the comparison then causes another event.
            _ = startWatching()
            let now = Mark(of: place.path)
            guard now != mark, !state.withLock({ $0.isCancelled }) else { return }
            mark = now
            onChange()
        }
    }
#endif
