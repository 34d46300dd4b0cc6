/// A permission checker that delegates to one adapter per permission.
///
/// Permissions without an adapter are unsupported. Concurrent requests for the same permission share one prompt.
///
/// ```swift
/// let checker = DefaultPermissionChecker(adapters: [CameraAdapter(), LocationAdapter(usage: .whenInUse)])
/// checker.status(of: .camera)       // .notDetermined
/// checker.status(of: .siriKit)      // .unsupported
/// ```
///
/// Delegates and observers are notified once for each change, with no lock held. All members may be called from any
/// thread.
public final class DefaultPermissionChecker: SystemPermissionChecker, @unchecked Sendable {
    private typealias Completion = @Sendable (SystemPermissionConstraint, SystemPermissionStatus) -> Void

    private struct State {
        /// The status of each permission that delegates were last notified of.
        var announced: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
        /// Incremented by every comparison of the statuses, so that a thread that was overtaken reads them again.
        var generation: UInt = 0
        /// The callers that wait for the answer to a request, by permission.
        var waiting: [SystemPermissionConstraint: [Completion]] = [:]
        weak var delegate: (any SystemPermissionCheckerDelegate)?
    }

    private let adapters: [SystemPermissionConstraint: any SystemPermissionAdapter]
    private let state = Protected(State())
    private let observers = WeakObserverList<any SystemPermissionCheckerDelegate>()

    /// Creates a checker.
    ///
    /// - Parameter adapters: The adapters, one per permission. If several adapters are for the same permission, the
    ///   last one is used, so that an app can append its own adapters to a general list.
    public init(adapters: [any SystemPermissionAdapter] = []) {
        self.adapters = Dictionary(adapters.map { ($0.permission, $0) }, uniquingKeysWith: { $1 })
        let statuses = Dictionary(
            uniqueKeysWithValues: SystemPermissionConstraint.allCases.map { ($0, status(of: $0)) })
        state.withLock { $0.announced = statuses }
        for adapter in self.adapters.values {
            let permission = adapter.permission
            adapter.observeStatus { [weak self] in self?.notifyOfChanges(from: permission) }
        }
    }

    /// The app's own delegate, which is notified of changes and held weakly.
    public var delegate: (any SystemPermissionCheckerDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// Adds an observer, which is notified of changes and held weakly.
    public func addObserver(_ observer: any SystemPermissionCheckerDelegate) {
        observers.add(observer)
    }

    /// Stops notifying an observer.
    public func removeObserver(_ observer: any SystemPermissionCheckerDelegate) {
        observers.remove(observer)
    }

    /// Returns the current status of a permission, which is `authorized` if a wider permission that includes it is
    /// authorized.
    public func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        PermissionRules.effectiveStatus(of: permission) { adapters[$0]?.status ?? .unsupported }
    }

    /// Returns whether every adapter that decides a permission's status announces changes.
    ///
    /// A permission without an adapter never changes.
    public func announcesChanges(of permission: SystemPermissionConstraint) -> Bool {
        PermissionRules.permissionsDeciding(permission).allSatisfy { adapters[$0]?.announcesChanges ?? true }
    }

    /// Returns the usage description of the permission's adapter.
    public func usageDescription(for permission: SystemPermissionConstraint) -> String? {
        adapters[permission]?.usageDescription
    }

    /// Requests a permission from its adapter.
    ///
    /// If the status is already determined, the completion is called at once. If a request for the permission is in
    /// progress, the completion waits for its answer.
    public func requestAuthorization(
        for permission: SystemPermissionConstraint,
        completion: @escaping @Sendable (SystemPermissionConstraint, SystemPermissionStatus) -> Void
    ) {
        let status = status(of: permission)
        guard status == .notDetermined, let adapter = adapters[permission] else {
            notifyOfChanges(from: permission)
            completion(permission, status)
            return
        }
        let isFirst = state.withLock { state in
            state.waiting[permission, default: []].append(completion)
            return state.waiting[permission]?.count == 1
        }
        guard isFirst else { return }
        let isAnswered = Protected(false)
        adapter.requestAuthorisation { [self] _, status in
            let isFirstAnswer = isAnswered.withLock { answered in
                defer { answered = true }
                return !answered
            }
            guard isFirstAnswer else { return }
            answer(permission, status)
        }
    }

    /// Notifies the delegates of a change, and then the callers that wait for the answer.
    ///
    /// A caller therefore finds every delegate up to date.
    private func answer(_ permission: SystemPermissionConstraint, _ answered: SystemPermissionStatus) {
        notifyOfChanges(from: permission)
        let status = PermissionRules.effectiveStatus(of: permission) {
            $0 == permission ? answered : adapters[$0]?.status ?? .unsupported
        }
        let waiting = state.withLock { $0.waiting.removeValue(forKey: permission) ?? [] }
        for completion in waiting { completion(permission, status) }
    }

    /// Notifies the delegates of each affected permission whose status has changed since the last notification.
    private func notifyOfChanges(from permission: SystemPermissionConstraint) {
        var changes: (permissions: [SystemPermissionConstraint], delegate: (any SystemPermissionCheckerDelegate)?)?
        while changes == nil {
            // Adapters are read outside the lock. Their answers are discarded if another thread has compared the
            // statuses since.
            let generation = state.withLock { $0.generation }
            let statuses = PermissionRules.affected(by: permission).map { ($0, status(of: $0)) }
            changes = state.withLock { state in
                guard state.generation == generation else { return nil }
                state.generation += 1
                let changed = statuses.filter { state.announced[$0.0] != $0.1 }
                for (permission, status) in changed { state.announced[permission] = status }
                return (changed.map(\.0), state.delegate)
            }
        }
        for permission in changes?.permissions ?? [] {
            changes?.delegate?.permissionStatusDidChange(permission)
            observers.notify { $0.permissionStatusDidChange(permission) }
        }
    }
}

extension DefaultPermissionChecker: CustomDebugStringConvertible {
    /// The status of every permission, one per line.
    public var debugDescription: String {
        SystemPermissionConstraint.allCases.map { "\($0.name): \(status(of: $0))" }.joined(separator: "\n")
    }
}
