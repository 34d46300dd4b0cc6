/// The rules by which one permission's status bears on another's.
package enum PermissionRules {
    /// The status that counts for a permission, given what is known of each by itself.
    ///
    /// Permission to know the location always includes permission to know it while the app is in use.
    ///
    /// - Parameters:
    ///   - permission: The permission in question.
    ///   - status: The status of any permission by itself.
    /// - Returns: The permission's own status, or `authorized` if a wider permission is.
    package static func effectiveStatus(
        of permission: SystemPermissionConstraint,
        status: (SystemPermissionConstraint) -> PermissionStatus
    ) -> PermissionStatus {
        if let wider = wider(than: permission), status(wider) == .authorized { return .authorized }
        return status(permission)
    }

    /// Whether a permission is granted, by itself or by a wider one, given what is known of each.
    ///
    /// - Parameters:
    ///   - permission: The permission in question.
    ///   - statuses: The status of each permission by itself; one that is missing has not been requested.
    /// - Returns: Whether access is granted.
    package static func isSatisfied(
        _ permission: SystemPermissionConstraint,
        _ statuses: [SystemPermissionConstraint: PermissionStatus]
    ) -> Bool {
        effectiveStatus(of: permission) { statuses[$0] ?? .notDetermined } == .authorized
    }

    /// The permissions whose status may change when that of one changes, the one itself first.
    package static func affected(by permission: SystemPermissionConstraint) -> [SystemPermissionConstraint] {
        [permission] + SystemPermissionConstraint.allCases.filter { wider(than: $0) == permission }
    }

    /// The permission that includes another one, if there is one.
    package static func wider(than permission: SystemPermissionConstraint) -> SystemPermissionConstraint? {
        permission == .location(usage: .whenInUse) ? .location(usage: .always) : nil
    }

    /// The permissions whose status decides about one: itself and the wider one that includes it.
    package static func deciding(_ permission: SystemPermissionConstraint) -> [SystemPermissionConstraint] {
        decidingPermissions[permission] ?? [permission]
    }

    /// The lists of ``deciding(_:)``, made once because every feature that requires a permission needs one.
    private static let decidingPermissions = Dictionary(
        uniqueKeysWithValues: SystemPermissionConstraint.allCases.map { permission in
            (permission, wider(than: permission).map { [permission, $0] } ?? [permission])
        })
}
