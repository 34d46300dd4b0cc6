#if canImport(Darwin)
    import Darwin
    import Dispatch

    /// Watches a file through the kernel's notifications about its directory.
    ///
    /// These do not identify the file of the directory, so the file's identity, size and time are compared. It
    /// watches the nearest directory above until the file's own exists.
    final class DirectoryWatch: @unchecked Sendable {
        /// What distinguishes one state of the file from another.
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
        /// What the file was like when it was last looked at, set at first and then only on the main queue.
        private var mark: Mark

        /// Starts watching, or returns `nil` if the system refuses.
        init?(place: PathComponents, onChange: @escaping @Sendable () -> Void) {
            self.place = place
            self.onChange = onChange
            mark = Mark(of: place.path)
            guard arm() else { return nil }
        }

        /// Stops watching.
        func cancel() {
            state.withLock { state in
                state.isCancelled = true
                state.source?.cancel()
                state.source = nil
            }
        }

        /// Watches the file's directory, or the nearest one above it.
        ///
        /// - Returns: Whether anything is watched.
        private func arm() -> Bool {
            var directory = place.directory
            var descriptor = open(directory, O_EVTONLY | O_DIRECTORY | O_CLOEXEC)
            while descriptor < 0 {
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
                if state.isCancelled { source.cancel() }
            }
            return true
        }

        private func directoryDidChange() {
            _ = arm()
            let now = Mark(of: place.path)
            guard now != mark, !state.withLock({ $0.isCancelled }) else { return }
            mark = now
            onChange()
        }
    }
#endif
