// SPDX-License-Identifier: MIT

import Dispatch
import FlintLocks

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

/// A snapshot of the permissions that a feature requires, grouped by status.
///
/// A permission that is not authorized is in exactly one of ``notDetermined``, ``denied``, ``restricted`` and
/// ``unsupported``. The snapshot does not change when a status changes later.
public struct FeaturePermissionRequirements: Sendable, Hashable {
    /// The permissions that the feature requires, in declaration order.
    ///
    /// Permissions of alternatives follow. They are included only if the plan with the fewest other steps needs them.
    public let ordered: [SystemPermissionConstraint]
    /// The permissions in ``ordered``, as a set.
    public let all: Set<SystemPermissionConstraint>
    /// The permissions that the user has not been asked for yet.
    ///
    /// An authorization controller can request them.
    public let notDetermined: Set<SystemPermissionConstraint>
    /// The permissions that the user has denied.
    ///
    /// Users can change this only in the system's settings.
    public let denied: Set<SystemPermissionConstraint>
    /// The permissions that are restricted for a reason outside the user's control.
    public let restricted: Set<SystemPermissionConstraint>
    /// The permissions that this system does not support.
    public let unsupported: Set<SystemPermissionConstraint>

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

    /// Every permission that is not authorized, for any reason.
    public var allNotAuthorized: Set<SystemPermissionConstraint> {
        notDetermined.union(denied).union(restricted).union(unsupported)
    }
}

/// A coordinator's decision before the system prompts for a permission.
public enum SystemPermissionRequestAction: Sendable, Hashable, CaseIterable {
    /// The flow requests the permission.
    case request
    /// The flow skips this permission and continues with the next one.
    case skip
    /// The flow is canceled without further requests.
    case cancelAll
}
