import FlintCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where a simulated device keeps what it must remember: in memory, and in a file if it has one.
///
/// With a file, every change is made to what the file holds at that moment, so that several processes share one device
/// and none undoes what another has done. A file that cannot be used is left alone from then on, and the device
/// continues in memory. All members may be called from any thread.
final class DeviceMemory: Sendable {
    private struct State {
        /// What is remembered while there is no file, or since it could not be used.
        var content = DeviceContent()
        /// Whether the file is left alone.
        var isDetached: Bool
        /// Why the file was given up.
        var refusal: String?
        var onChange: [@Sendable () -> Void] = []
    }

    private let cache: StateCache<DeviceContent>?
    private let state: Protected<State>

    /// Creates a memory that lasts as long as the program.
    init() {
        cache = nil
        state = Protected(State(isDetached: true))
    }

    /// Creates a memory in a file, which need not exist yet and is not read yet.
    init(path: String) {
        cache = StateCache(StateFile(path: path, kind: DeviceContent.kind, empty: DeviceContent()))
        state = Protected(State(isDetached: false))
    }

    /// What is wrong with the file, and what to do about it; `nil` if nothing is.
    var problem: String? { state.withLock { $0.refusal } ?? cache?.problem }

    /// What is remembered.
    var content: DeviceContent {
        guard let cache, !state.withLock({ $0.isDetached }) else { return state.withLock { $0.content } }
        if let content = cache.content { return content }
        state.withLock { $0.isDetached = true }
        return state.withLock { $0.content }
    }

    /// Changes what is remembered.
    ///
    /// - Parameter body: Gets what is remembered now and changes it. Called again, with what is remembered without
    ///   the file, if the file turns out to be of no use, and later with what the file holds then, if that could not
    ///   be changed yet.
    /// - Returns: What the body returned before this method returns.
    func update<Result>(_ body: @escaping @Sendable (inout DeviceContent) -> Result) -> Result {
        let known = content
        guard let cache, !state.withLock({ $0.isDetached }) else { return state.withLock { body(&$0.content) } }
        do throws(StateFileError) {
            return try cache.apply(body)
        } catch {
            return state.withLock { state in
                state.isDetached = true
                state.refusal = "\(error) What happens to the device is forgotten when the program ends."
                state.content = known
                return body(&state.content)
            }
        }
    }

    /// Has a handler called, on the main queue, after the file has changed, also by this process.
    func onChange(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.onChange.append(handler) }
    }

    /// Reads the file again and notifies observers of what other processes have changed.
    func refresh() {
        guard let cache, !state.withLock({ $0.isDetached }) else { return }
        cache.refresh()
        for handler in state.withLock({ $0.onChange }) { handler() }
    }

    /// Begins to look for changes that other processes make.
    func watch() {
        cache?.watch { [weak self] in
            guard let self, !state.withLock({ $0.isDetached }) else { return }
            for handler in state.withLock({ $0.onChange }) { handler() }
        }
    }
}

/// What is kept of a simulated device from one run of a program to the next.
///
/// What is `nil` has never been changed and is as the program makes it.
package struct DeviceContent: Codable, Sendable, Equatable {
    static let kind = StateFileKind("device")

    /// The permissions.
    package struct Permissions: Codable, Sendable, Equatable {
        /// The status of each permission that has ever been changed, by name.
        var statuses: [String: SystemPermissionStatus] = [:]
        /// What was allowed until the app is started again, by name, and the number of the process it was allowed to.
        var allowedOnce: [String: Int32] = [:]
    }

    /// The store and its clock.
    package struct Store: Codable, Sendable, Equatable {
        /// What has been bought, and how the store behaves; without its offers, which are the program's.
        var simulation: StoreSimulation
        /// How the store's clock follows from real time.
        var time: SimulatedTime
    }

    /// The permissions.
    var permissions: Permissions?
    /// The store and its clock.
    var store: Store?
}

/// A process that runs the app on a device which it may share with other processes.
struct DeviceProcess: Sendable {
    /// The number of the process.
    let id: Int32
    /// Whether the process with a number is there.
    let isRunning: @Sendable (Int32) -> Bool

    /// This process.
    static let current = DeviceProcess(id: getpid()) { id in
        id > 0 && (kill(id, 0) == 0 || errno == EPERM)
    }
}
