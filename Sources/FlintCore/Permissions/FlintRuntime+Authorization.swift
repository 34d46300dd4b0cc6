import Dispatch

extension FlintRuntime: AuthorizationHost {
    func statuses(
        of permissions: [SystemPermissionConstraint]
    ) -> [SystemPermissionConstraint: SystemPermissionStatus] {
        var statuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
        for permission in permissions { statuses[permission] = effectiveStatus(of: permission) }
        return statuses
    }

    func requestAuthorisation(
        for permission: SystemPermissionConstraint, completion: @escaping @Sendable (SystemPermissionStatus) -> Void
    ) {
        guard let sources else { return completion(.unsupported) }
        bind {
            sources.requestAuthorization(for: permission) { [self] in
                bind { completion(effectiveStatus(of: permission)) }
            }
        }
    }

    func record(_ event: AuthorizationEvent, for feature: FeatureDefinition.Type) {
        let path = self.path(of: feature)
        let cause = Cause.current
        switch event {
        case .began(let permissions):
            journal.append(.flowBegan(feature: path, permissions: permissions), cause: cause ?? .app)
        case .promptShown(let permission):
            journal.append(.promptShown(permission, feature: path), cause: .system)
        case .promptAnswered(let permission, let status):
            journal.append(.promptAnswered(permission, status: status, feature: path), cause: cause ?? .user)
        case .ended(let cancelled, let outstanding):
            journal.append(
                .flowEnded(feature: path, cancelled: cancelled, outstanding: outstanding), cause: cause ?? .app)
        }
    }

    func runAppCode(_ body: () -> Void) {
        bind(body)
    }

    var isOnMainQueue: Bool { QueueIdentity.isCurrent(.main) }

    func performOnMainQueue(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue.main.async(execute: body)
    }

    func retry(_ handler: @escaping () -> Void) {
        let handler = UncheckedSendable(handler)
        DispatchQueue.main.async { [self] in
            bind { handler.value() }
        }
    }
}

/// The permissions a feature requires, sorted by how they stood when this was obtained.
public struct FeaturePermissionRequirements: Sendable, Hashable {
    /// Every permission the feature declares, in the order in which it does.
    public let ordered: [SystemPermissionConstraint]
    /// Every permission the feature declares.
    public let all: Set<SystemPermissionConstraint>
    /// Those the system has not asked the user for yet; an authorization controller can.
    public let notDetermined: Set<SystemPermissionConstraint>
    /// Those the user has denied; only the system's settings can change that.
    public let denied: Set<SystemPermissionConstraint>
    /// Those that something outside the user's control forbids.
    public let restricted: Set<SystemPermissionConstraint>
    /// Those this system does not have.
    public let unsupported: Set<SystemPermissionConstraint>

    /// Sorts permissions by their status.
    ///
    /// - Parameters:
    ///   - permissions: The permissions in order of declaration.
    ///   - status: How a permission stands; called once for each.
    package init(
        _ permissions: [SystemPermissionConstraint],
        status: (SystemPermissionConstraint) -> SystemPermissionStatus
    ) {
        let byStatus = Dictionary(grouping: permissions, by: status).mapValues(Set.init)
        ordered = permissions
        all = Set(permissions)
        notDetermined = byStatus[.notDetermined] ?? []
        denied = byStatus[.denied] ?? []
        restricted = byStatus[.restricted] ?? []
        unsupported = byStatus[.unsupported] ?? []
    }

    /// Every permission that does not grant access now, for whatever reason.
    public var allNotAuthorized: Set<SystemPermissionConstraint> {
        notDetermined.union(denied).union(restricted).union(unsupported)
    }
}

/// What a coordinator decides before the system asks for a permission.
public enum SystemPermissionRequestAction: Sendable, Hashable, CaseIterable {
    /// Let the system ask.
    case request
    /// Leave this permission for later and continue with the next.
    case skip
    /// Ask for nothing more.
    case cancelAll
}
