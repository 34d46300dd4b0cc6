/// A permission checker made of one adapter per permission.
///
/// Permissions without an adapter are unsupported. Requests for the same permission that overlap share one prompt.
///
/// ```swift
/// let checker = DefaultPermissionChecker(adapters: [CameraAdapter(), LocationAdapter(usage: .whenInUse)])
/// checker.status(of: .camera)       // .notDetermined
/// checker.status(of: .siriKit)      // .unsupported
/// ```
public final class DefaultPermissionChecker: SystemPermissionChecker, @unchecked Sendable {
    private typealias Completion = @Sendable (SystemPermissionConstraint, SystemPermissionStatus) -> Void

    private struct State {
        /// The status of each permission that was last announced to delegates, so that they are notified of a change
        /// once.
        var told: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
        /// Grows with every look at the statuses, so that one that was overtaken by another is taken again.
        var generation: UInt = 0
        /// Who waits for the answer to the request that is under way.
        var waiting: [SystemPermissionConstraint: [Completion]] = [:]
        weak var delegate: (any SystemPermissionCheckerDelegate)?
    }

    private let adapters: [SystemPermissionConstraint: any SystemPermissionAdapter]
    private let state = Protected(State())
    private let observers = WeakObserverList<any SystemPermissionCheckerDelegate>()

    /// Creates a checker.
    ///
    /// - Parameter adapters: One per permission; of several for the same permission the last one counts, so that an
    ///   app can put its own after a list of general ones.
    public init(adapters: [any SystemPermissionAdapter] = []) {
        self.adapters = Dictionary(adapters.map { ($0.permission, $0) }, uniquingKeysWith: { $1 })
        let statuses = Dictionary(
            uniqueKeysWithValues: SystemPermissionConstraint.allCases.map { ($0, status(of: $0)) })
        state.withLock { $0.told = statuses }
        for adapter in self.adapters.values {
            let permission = adapter.permission
            adapter.observeStatus { [weak self] in self?.tellChanges(from: permission) }
        }
    }

    /// The app's own delegate, which is notified of changes; held weakly.
    public var delegate: (any SystemPermissionCheckerDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// Adds a delegate to be notified of changes too; it is held weakly.
    public func addObserver(_ observer: any SystemPermissionCheckerDelegate) {
        observers.add(observer)
    }

    /// Stops notifying a delegate that was added.
    public func removeObserver(_ observer: any SystemPermissionCheckerDelegate) {
        observers.remove(observer)
    }

    /// How a permission stands now, by itself or through one that includes it.
    public func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        PermissionRules.effectiveStatus(of: permission) { adapters[$0]?.status ?? .unsupported }
    }

    /// Whether the adapters that decide about a permission announce changes; one without an adapter never changes.
    public func announcesChanges(of permission: SystemPermissionConstraint) -> Bool {
        PermissionRules.deciding(permission).allSatisfy { adapters[$0]?.announcesChanges ?? true }
    }

    /// The text of the permission's adapter that explains to the user why the app asks.
    public func usageDescription(for permission: SystemPermissionConstraint) -> String? {
        adapters[permission]?.usageDescription
    }

    /// Has the permission's adapter ask the user, unless the status is determined or the question is being asked.
    public func requestAuthorization(
        for permission: SystemPermissionConstraint,
        completion: @escaping @Sendable (SystemPermissionConstraint, SystemPermissionStatus) -> Void
    ) {
        let status = status(of: permission)
        guard status == .notDetermined, let adapter = adapters[permission] else {
            tellChanges(from: permission)
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

    /// Notifies the delegates of a change first, so that a caller waiting for the answer already finds it everywhere.
    private func answer(_ permission: SystemPermissionConstraint, _ answered: SystemPermissionStatus) {
        tellChanges(from: permission)
        let status = PermissionRules.effectiveStatus(of: permission) {
            $0 == permission ? answered : adapters[$0]?.status ?? .unsupported
        }
        let waiting = state.withLock { $0.waiting.removeValue(forKey: permission) ?? [] }
        for completion in waiting { completion(permission, status) }
    }

    /// Notifies the delegates of every permission whose status differs from the last one announced.
    private func tellChanges(from permission: SystemPermissionConstraint) {
        var changes: (permissions: [SystemPermissionConstraint], delegate: (any SystemPermissionCheckerDelegate)?)?
        while changes == nil {
            // Adapters are asked outside the lock; their answers count only if no other thread asked meanwhile.
            let generation = state.withLock { $0.generation }
            let statuses = PermissionRules.affected(by: permission).map { ($0, status(of: $0)) }
            changes = state.withLock { state in
                guard state.generation == generation else { return nil }
                state.generation += 1
                let changed = statuses.filter { state.told[$0.0] != $0.1 }
                for (permission, status) in changed { state.told[permission] = status }
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
    /// Every permission with its status, one per line.
    public var debugDescription: String {
        SystemPermissionConstraint.allCases.map { "\($0.name): \(status(of: $0))" }.joined(separator: "\n")
    }
}
