// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

/// The state of a simulated device, kept in memory or in a file.
///
/// With a file, every change is applied to the file's current contents, so several processes can share a device without
/// overwriting each other's changes. If the file cannot be used, the state continues in memory, and ``problem``
/// explains why. All members may be called from any thread.
final class DeviceMemory: Sendable {
    private struct State {
        /// The content of a device without a file, or the content since the file became unusable.
        var content = DeviceContent()
        var isDetached: Bool
        var fileProblem: String?
        var onChange: [@Sendable () -> Void] = []
    }

    private let cache: StateCache<DeviceContent>?
    private let state: Protected<State>

    init() {
        cache = nil
        state = Protected(State(isDetached: true))
    }

    /// Creates an instance that is backed by a file.
    ///
    /// The file need not exist, and is read only when it is accessed.
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

    /// Changes the content, and returns the closure's result.
    ///
    /// If the file proves unusable, the closure runs again with the last known content, and that run's result is
    /// returned. If a lock delays saving, the closure runs again later with the file's content at that time.
    func update<Result>(_ body: @escaping @Sendable (inout DeviceContent) -> Result) -> Result {
        // The last known content is read before the update, because a failed update makes the file unusable.
        let known = content
        guard let cache, !state.withLock({ $0.isDetached }) else { return state.withLock { body(&$0.content) } }
        do throws(StateFileError) {
            return try cache.apply(body)
        } catch {
            return state.withLock { state in
                state.isDetached = true
                state.fileProblem = "\(error) Changes to the device are lost when the program ends."
                // From here on, the content in memory applies: the last known content with the change.
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

    func refresh() {
        guard let cache, !state.withLock({ $0.isDetached }) else { return }
        cache.refresh()
        notifyHandlers()
    }

    func watch() {
        let before = cache?.content
        cache?.watch { [weak self] in self?.notifyHandlers() }
        // Watching begins by reading the file again. This discards changes that this process may not save.
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

    package struct Permissions: Codable, Sendable, Equatable {
        var statuses: [String: SystemPermissionStatus] = [:]
        /// The identifier of the process to which each permission was allowed once, by permission name.
        var allowedOnce: [String: Int32] = [:]
        /// The parts of the location setting that the statuses do not express; `nil` until one of them changes.
        var location: Location?
    }

    package struct Location: Codable, Sendable, Equatable {
        var isProvisional = false
        var hasAskedForAlways = false
        var accuracy = LocationAccuracy.full
    }

    package struct Store: Codable, Sendable, Equatable {
        var simulation: StoreSimulation
        var time: SimulatedTime
    }

    var permissions: Permissions?
    var store: Store?
}
