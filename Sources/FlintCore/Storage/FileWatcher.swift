/// A watcher that reports when any process replaces, writes, creates or removes a file.
///
/// The directory is watched rather than the file, because state files are replaced by new files of the same name. If
/// the directory does not exist, it is not created: the nearest existing parent directory is watched until the
/// directory appears. Watching is event-driven and uses no timer. Simultaneous changes are reported once.
///
/// ```swift
/// let watcher = FileWatcher(path: "/home/me/.local/share/app/toggles.json") { reload() }
/// ```
///
/// The watcher is active until it is canceled or released. All members may be called from any thread.
package final class FileWatcher: Sendable {
    private let watch: DirectoryWatch

    /// Starts watching a file.
    ///
    /// The initializer returns `nil` if the system refuses to watch the directory, or if the path is invalid.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which need not exist. A symbolic link is resolved once, at initialization.
    ///   - onChange: Called on the main queue after a change. The call may be spurious, for example after a change by
    ///     this process, and the file may have changed again or been removed since.
    package init?(path: String, onChange: @escaping @Sendable () -> Void) {
        guard !path.utf8.contains(0) else { return nil }
        guard let watch = DirectoryWatch(place: PathComponents(following: path), onChange: onChange) else { return nil }
        self.watch = watch
    }

    deinit {
        watch.cancel()
    }

    /// Stops watching.
    ///
    /// Further calls have no effect.
    ///
    /// After a call on the main queue, the handler is not called again.
    package func cancel() {
        watch.cancel()
    }
}
