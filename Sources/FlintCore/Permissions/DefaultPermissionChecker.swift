// SPDX-License-Identifier: MIT

import FlintLocks

/// A permission checker that uses one adapter per permission.
///
/// Permissions without an adapter are unsupported. Concurrent requests for the same permission share one prompt.
///
/// ```swift
/// let checker = DefaultPermissionChecker(adapters: [CameraAdapter(), LocationAdapter(usage: .whenInUse)])
/// checker.status(of: .camera)       // .notDetermined
/// checker.status(of: .siriKit)      // .unsupported
/// ```
///
/// The delegate and the observers are notified once for each change, with no lock held. All members can be called from
/// any thread.
public final class DefaultPermissionChecker: SystemPermissionChecker, @unchecked Sendable {
    private typealias Completion = @Sendable (SystemPermissionConstraint, SystemPermissionStatus) -> Void

    private struct State {
        /// The status that was first read, or last reported to the delegate and the observers, by permission.
        ///
        /// Adapters are not read until a status is requested, because their first answers may be slow.
        var announced: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
        /// The attributes that were first read or last reported, by permission.
        ///
        /// Unread attributes count as empty.
        var announcedAttributes: [SystemPermissionConstraint: [PermissionAttribute]] = [:]
        /// The number of times that statuses have been compared.
        ///
        /// If the number increases while a thread reads statuses, the thread reads them again.
        var generation: UInt = 0
        var waiting: [SystemPermissionConstraint: [Completion]] = [:]
        weak var delegate: (any SystemPermissionCheckerDelegate)?
    }

    let adapters: [SystemPermissionConstraint: any SystemPermissionAdapter]
    private let state = Protected(State())
    private let observers = WeakObserverList<any SystemPermissionCheckerDelegate>()

    /// Creates a checker that supports the adapters' permissions.
    ///
    /// - Parameter adapters: The adapters, one per permission. If several adapters are for the same permission, the
    ///   last one is used, so that an app can append its adapters to a general list.
    public init(adapters: [any SystemPermissionAdapter] = []) {
        self.adapters = Dictionary(adapters.map { ($0.permission, $0) }, uniquingKeysWith: { $1 })
        for adapter in self.adapters.values {
            let permission = adapter.permission
            adapter.observeStatus { [weak self] in self?.notifyOfChanges(from: permission) }
        }
    }

    /// The app's delegate, which is notified of changes and referenced weakly.
    public var delegate: (any SystemPermissionCheckerDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// Adds an observer, which is notified of changes and referenced weakly.
    public func addObserver(_ observer: any SystemPermissionCheckerDelegate) {
        observers.add(observer)
    }

    /// Stops notifying an observer.
    public func removeObserver(_ observer: any SystemPermissionCheckerDelegate) {
        observers.remove(observer)
    }

    /// Returns the current status of a permission.
    ///
    /// The status is `authorized` if a wider permission that includes this one is authorized, and `unsupported` if the
    /// permission has no adapter.
    public func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        let status = currentStatus(of: permission)
        state.withLock { state in
            if state.announced[permission] == nil { state.announced[permission] = status }
        }
        return status
    }

    private func currentStatus(of permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        PermissionRules.effectiveStatus(of: permission) { adapters[$0]?.status ?? .unsupported }
    }

    /// Returns whether every adapter that affects a permission's status announces changes.
    ///
    /// The status of a permission without an adapter never changes.
    public func announcesChanges(of permission: SystemPermissionConstraint) -> Bool {
        PermissionRules.permissionsDeciding(permission).allSatisfy { adapters[$0]?.announcesChanges ?? true }
    }

    /// Returns the usage description from the permission's adapter, or `nil` if the adapter has none.
    public func usageDescription(for permission: SystemPermissionConstraint) -> String? {
        adapters[permission]?.usageDescription
    }

    /// Returns the attributes from the permission's adapter.
    public func attributes(of permission: SystemPermissionConstraint) -> [PermissionAttribute] {
        let attributes = currentAttributes(of: permission)
        state.withLock { state in
            if state.announcedAttributes[permission] == nil { state.announcedAttributes[permission] = attributes }
        }
        return attributes
    }

    private func currentAttributes(of permission: SystemPermissionConstraint) -> [PermissionAttribute] {
        adapters[permission]?.attributes ?? []
    }

    /// Requests a permission from its adapter.
    ///
    /// If the status is already determined or the permission is unsupported, the completion is called immediately. If
    /// the permission is already being requested, the completion is called when that request is answered.
    public func requestAuthorization(
        for permission: SystemPermissionConstraint,
        completion: @escaping @Sendable (SystemPermissionConstraint, SystemPermissionStatus) -> Void
    ) {
        // Unlike `status(of:)`, this does not record the status as announced, so observers also learn of a status that
        // was never read.
        let status = currentStatus(of: permission)
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
        // An answer that an adapter repeats by mistake is ignored.
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

    private func answer(_ permission: SystemPermissionConstraint, _ answered: SystemPermissionStatus) {
        // Observers are notified first, so that they know the new status when a completion is called.
        notifyOfChanges(from: permission)
        let status = PermissionRules.effectiveStatus(of: permission) {
            $0 == permission ? answered : adapters[$0]?.status ?? .unsupported
        }
        let waiting = state.withLock { $0.waiting.removeValue(forKey: permission) ?? [] }
        for completion in waiting { completion(permission, status) }
    }

    private func notifyOfChanges(from permission: SystemPermissionConstraint) {
        var changes: (permissions: [SystemPermissionConstraint], delegate: (any SystemPermissionCheckerDelegate)?)?
        while changes == nil {
            // Adapters are read outside the lock. If another thread has compared the statuses since, the results are
            // discarded.
            let generation = state.withLock { $0.generation }
            let statuses = PermissionRules.affectedPermissions(by: permission).map {
                ($0, currentStatus(of: $0), currentAttributes(of: $0))
            }
            changes = state.withLock { state in
                guard state.generation == generation else { return nil }
                state.generation += 1
                let changed = statuses.filter { permission, status, attributes in
                    state.announced[permission] != status
                        || state.announcedAttributes[permission, default: []] != attributes
                }
                for (permission, status, attributes) in changed {
                    state.announced[permission] = status
                    state.announcedAttributes[permission] = attributes
                }
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
