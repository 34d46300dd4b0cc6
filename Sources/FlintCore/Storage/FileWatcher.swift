// SPDX-License-Identifier: MIT

/// A watcher that reports when any process replaces, writes, creates or removes a file.
///
/// The watcher observes the directory rather than the file, because state files are replaced by new files with the same
/// name. If the directory does not exist, it is not created: the watcher observes the nearest existing parent directory
/// until the directory appears. Watching is event-driven and uses no timer. Simultaneous changes are reported once.
///
/// ```swift
/// let watcher = FileWatcher(path: "/home/me/.local/share/app/toggles.json") { reload() }
/// ```
///
/// The watcher is active until it is canceled or released. All members can be called from any thread.
package final class FileWatcher: Sendable {
    private let watch: DirectoryWatch

    /// Creates a watcher, which is active immediately.
    ///
    /// The result is `nil` if the system refuses to watch the directory, or if the path is invalid.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which need not exist. A symbolic link is resolved once, at initialization.
    ///   - onChange: Called on the main queue after a change. A call can be spurious, for example after a change by
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
    /// If you call this method on the main queue, the handler is not called after it returns. Calling it again has no
    /// effect.
    package func cancel() {
        watch.cancel()
    }
}
