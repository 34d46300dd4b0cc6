// SPDX-License-Identifier: MIT

#if DesktopPortal && os(Linux)
    import CFlintPortal
    import FlintCore

    /// An entry of the desktop's permission store, with its portal and the meaning of its values.
    ///
    /// Tables, entries, and values have the names that `xdg-desktop-portal` uses for them.
    enum PortalPermission: CaseIterable {
        case camera
        case microphone
        case location
        case notifications
        case background

        /// The table and the entry in the store, and the portal that asks the user.
        ///
        /// Notifications have no portal, because they are allowed until the user forbids them.
        private var place: (table: String, entry: String, portal: flint_portal?) {
            switch self {
            case .camera: ("devices", "camera", .camera)
            case .microphone: ("devices", "microphone", .microphone)
            case .location: ("location", "location", .location)
            case .notifications: ("notifications", "notification", nil)
            case .background: ("background", "background", .background)
            }
        }

        var table: String { place.table }
        var entry: String { place.entry }
        var portal: flint_portal? { place.portal }

        struct Grant: Equatable {
            var status: SystemPermissionStatus
            var attributes: [PermissionAttribute] = []
        }

        /// Returns the grant of a value in the store, or of a missing value for `nil`.
        ///
        /// An unknown value means `denied`. A location with less than exact accuracy has reduced accuracy.
        func grant(of value: String?) -> Grant {
            switch (self, value) {
            case (.notifications, nil), (.notifications, "ask"): Grant(status: .authorized)
            case (_, nil): Grant(status: .notDetermined)
            case (.location, "EXACT"): Grant(status: .authorized)
            case (.location, "COUNTRY"), (.location, "CITY"), (.location, "NEIGHBORHOOD"), (.location, "STREET"):
                Grant(status: .authorized, attributes: [.reducedAccuracy])
            case (.location, _): Grant(status: .denied)
            case (_, "yes"): Grant(status: .authorized)
            case (_, "ask"): Grant(status: .notDetermined)
            default: Grant(status: .denied)
            }
        }

        /// Returns the entries that must all grant a permission, or an empty array if the desktop does not have it.
        static func entries(for permission: SystemPermissionConstraint) -> [PortalPermission] {
            switch permission {
            case .camera: [.camera]
            case .microphone: [.microphone]
            case .location(usage: .whenInUse): [.location]
            case .location(usage: .always): [.location, .background]
            case .notifications: [.notifications]
            default: []
            }
        }

        /// Returns the most restrictive of the entries' statuses, or `unsupported` without entries.
        static func combined(_ statuses: [SystemPermissionStatus]) -> SystemPermissionStatus {
            for status in [SystemPermissionStatus.unsupported, .restricted, .denied, .notDetermined]
            where statuses.contains(status) {
                return status
            }
            return statuses.isEmpty ? .unsupported : .authorized
        }
    }
#endif
