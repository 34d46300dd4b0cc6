/// The permissions a feature requires, sorted by how they stood when this was obtained.
public struct FeaturePermissionRequirements: Sendable, Hashable {
    /// Every permission the feature declares, in the order in which it does.
    public let ordered: [SystemPermissionConstraint]
    /// Every permission the feature declares.
    public let all: Set<SystemPermissionConstraint>
    /// Those the system has not asked the user for yet; an authorisation controller can.
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
    public init(
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
