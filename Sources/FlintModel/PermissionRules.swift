// SPDX-License-Identifier: MIT

/// The rules by which one permission includes another.
///
/// Permission to access the location at any time includes permission to access it while the app is in use, and
/// permission to read photos includes permission to add photos. The status of the wider permission can therefore decide
/// the status of the narrower permission.
package enum PermissionRules {
    /// Returns `authorized` if a wider permission is authorized, otherwise the permission's own status.
    ///
    /// The closure returns the status of a permission without regard to wider permissions.
    package static func effectiveStatus(
        of permission: SystemPermissionConstraint,
        status: (SystemPermissionConstraint) -> PermissionStatus
    ) -> PermissionStatus {
        if let wider = wider(than: permission), status(wider) == .authorized { return .authorized }
        return status(permission)
    }

    package static func affectedPermissions(by permission: SystemPermissionConstraint) -> [SystemPermissionConstraint] {
        [permission] + SystemPermissionConstraint.allCases.filter { wider(than: $0) == permission }
    }

    package static func wider(than permission: SystemPermissionConstraint) -> SystemPermissionConstraint? {
        switch permission {
        case .location(usage: .whenInUse): .location(usage: .always)
        case .photosAddOnly: .photos
        case .camera, .photos, .microphone, .location(usage: .always), .contacts, .calendarEvents, .reminders, .motion,
            .speechRecognition, .siriKit, .bluetooth, .mediaLibrary, .notifications, .localNetwork, .health, .tracking,
            .faceID, .homeKit:
            nil
        }
    }

    package static func permissionsDeciding(_ permission: SystemPermissionConstraint) -> [SystemPermissionConstraint] {
        decidingPermissions[permission] ?? [permission]
    }

    /// The results of ``permissionsDeciding(_:)``, cached because every feature with a permission needs them.
    private static let decidingPermissions = Dictionary(
        uniqueKeysWithValues: SystemPermissionConstraint.allCases.map { permission in
            (permission, wider(than: permission).map { [permission, $0] } ?? [permission])
        })
}
