// SPDX-License-Identifier: MIT

import FlintCore
import FlintLibc
import FlintLocks

/// The state of a simulated device, kept in memory or in a file.
///
/// With a file, every change is applied to the file's current contents, so several processes can share a device without
/// overwriting each other's changes. If the file cannot be used, the state continues in memory, and ``problem``
/// explains why. All members may be called from any thread.
final class DeviceMemory: Sendable {
    private struct State {
        /// The content without a file, or since the file became unusable.
        var content = DeviceContent()
        var isDetached: Bool
        var fileProblem: String?
        var onChange: [@Sendable () -> Void] = []
    }

    private let cache: StateCache<DeviceContent>?
    private let state: Protected<State>

    /// Creates an in-memory instance that isn't backed by a file.
    init() {
        cache = nil
        state = Protected(State(isDetached: true))
    }

    /// Creates an instance that is backed by a file.
    ///
    /// The file need not exist. It is not read until the content is first accessed.
    init(path: String) {
        cache = StateCache(StateFile(path: path, kind: DeviceContent.kind, empty: DeviceContent()))
        state = Protected(State(isDetached: false))
    }

    /// The problem with the file and a remedy, or `nil` if the file works.
    var problem: String? { state.withLock { $0.fileProblem } ?? cache?.problem }

    var content: DeviceContent {
        guard let cache, !state.withLock({ $0.isDetached }) else { return state.withLock { $0.content } }
        if let content = cache.content { return content }
        state.withLock { $0.isDetached = true }
        return state.withLock { $0.content }
    }

    /// Changes the content.
    ///
    /// - Parameter body: A closure that modifies the content. It runs again with the last known content if the file
    ///   proves unusable. If a lock delays saving, it runs again later with the file's content at that time.
    /// - Returns: The result of the last run of `body` before this method returns.
    func update<Result>(_ body: @escaping @Sendable (inout DeviceContent) -> Result) -> Result {
        let known = content
        guard let cache, !state.withLock({ $0.isDetached }) else { return state.withLock { body(&$0.content) } }
        do throws(StateFileError) {
            return try cache.apply(body)
        } catch {
            return state.withLock { state in
                state.isDetached = true
                state.fileProblem = "\(error) Changes to the device are lost when the program ends."
                state.content = known
                return body(&state.content)
            }
        }
    }

    /// Adds a handler that is called after each change to the file, including this process's changes.
    ///
    /// Handlers run on the main queue, or on the thread that calls ``refresh()``.
    func onChange(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.onChange.append(handler) }
    }

    /// Rereads the file and calls the handlers on the current thread.
    func refresh() {
        guard let cache, !state.withLock({ $0.isDetached }) else { return }
        cache.refresh()
        notifyHandlers()
    }

    func watch() {
        let before = cache?.content
        cache?.watch { [weak self] in self?.notifyHandlers() }
        // The watch begins with reading the file again, which discards changes that this process may not save.
        if cache?.content != before { notifyHandlers() }
    }

    private func notifyHandlers() {
        guard cache != nil, !state.withLock({ $0.isDetached }) else { return }
        for handler in state.withLock({ $0.onChange }) { handler() }
    }
}

/// The content of a simulated device that persists between runs of a program.
///
/// A part is `nil` until it is first changed. Until then, the program's initial values apply.
package struct DeviceContent: Codable, Sendable, Equatable {
    static let kind = StateFileKind("device")

    /// The permissions that have been changed, with their statuses.
    package struct Permissions: Codable, Sendable, Equatable {
        /// The status of each permission that has been changed, by permission name.
        var statuses: [String: SystemPermissionStatus] = [:]
        /// The identifier of the process to which each permission was allowed once, by permission name.
        var allowedOnce: [String: Int32] = [:]
        /// The parts of the location's setting that the statuses don't show, or `nil` until one is first changed.
        var location: Location?
    }

    /// The parts of the location's setting that the statuses of its permissions don't show.
    package struct Location: Codable, Sendable, Equatable {
        var isProvisional = false
        var hasAskedForAlways = false
        var accuracy = LocationAccuracy.full
    }

    /// The store's transactions and settings, and the time of its clock.
    package struct Store: Codable, Sendable, Equatable {
        /// The store's state without its offers, which each program supplies.
        var simulation: StoreSimulation
        var time: SimulatedTime
    }

    var permissions: Permissions?
    var store: Store?
}

/// A process that runs the app on a device, which it may share with other processes.
///
/// Permissions that were allowed once expire after their process has ended. Tests replace the current process with a
/// simulated one.
struct DeviceProcess: Sendable {
    let id: Int32
    let isRunning: @Sendable (Int32) -> Bool

    static let current = DeviceProcess(id: getpid()) { id in
        id > 0 && (kill(id, 0) == 0 || errno == EPERM)
    }
}
