/// Reports when a file is replaced, written, created or removed, by this process or any other.
///
/// The directory is watched and not the file, because state files are replaced by others of the same name. A
/// directory that does not exist yet is not made: the nearest one above it is watched until it appears. Nothing runs
/// and nothing wakes up while nothing changes, and what changes at once is reported once.
///
/// ```swift
/// let watcher = FileWatcher(path: "/home/me/.local/share/app/toggles.json") { reload() }
/// ```
///
/// It watches until it is cancelled or released. All members may be called from any thread.
package final class FileWatcher: Sendable {
    private let watch: DirectoryWatch

    /// Starts watching.
    ///
    /// There is no watcher if the system does not let the directory be watched, or if no file can have this path.
    ///
    /// - Parameters:
    ///   - path: The file, which need not exist. A symbolic link is followed once, now.
    ///   - onChange: Called on the main queue after a change. It may be called when there is nothing new, such as
    ///     after this process's own changes, and the file may have changed again or been removed by then.
    package init?(path: String, onChange: @escaping @Sendable () -> Void) {
        guard !path.utf8.contains(0) else { return nil }
        guard let watch = DirectoryWatch(place: PathComponents(following: path), onChange: onChange) else { return nil }
        self.watch = watch
    }

    deinit {
        watch.cancel()
    }

    /// Stops watching; harmless when called again.
    ///
    /// Called on the main queue, it is followed by no further call of the handler.
    package func cancel() {
        watch.cancel()
    }
}
