#if DesktopPortal && os(Linux)
    import CPermissionStore
    import FlintCore

    /// An entry of a desktop's permission store, and what its value means.
    ///
    /// Tables, entries and values are those that `xdg-desktop-portal` writes.
    enum PortalPermission: CaseIterable {
        case camera
        case microphone
        case location
        case notifications
        case background

        /// The table of the store.
        var table: String {
            switch self {
            case .camera, .microphone: "devices"
            case .location: "location"
            case .notifications: "notifications"
            case .background: "background"
            }
        }

        /// The entry of the table.
        var entry: String {
            switch self {
            case .camera: "camera"
            case .microphone: "microphone"
            case .location: "location"
            case .notifications: "notification"
            case .background: "background"
            }
        }

        /// The portal that asks for it; none asks whether an app may notify, which it may until the user forbids it.
        var portal: flint_portal? {
            switch self {
            case .camera: .camera
            case .microphone: .microphone
            case .location: .location
            case .background: .background
            case .notifications: nil
            }
        }

        /// The status that a value stands for.
        ///
        /// - Parameter value: What the store has for the app; `nil` if it has nothing.
        /// - Returns: The status; a value that is not known grants nothing.
        func status(of value: String?) -> SystemPermissionStatus {
            switch (self, value) {
            case (.notifications, nil), (.notifications, "ask"): .authorized
            case (_, nil): .notDetermined
            case (.location, "COUNTRY"), (.location, "CITY"), (.location, "NEIGHBORHOOD"), (.location, "STREET"),
                (.location, "EXACT"):
                .authorized
            case (.location, _): .denied
            case (_, "yes"): .authorized
            case (_, "ask"): .notDetermined
            default: .denied
            }
        }

        /// The entries that decide about a permission of an app; none if a desktop has no such permission.
        ///
        /// - Parameter permission: The permission.
        /// - Returns: The entries, all of which have to grant it.
        static func deciding(_ permission: SystemPermissionConstraint) -> [PortalPermission] {
            switch permission {
            case .camera: [.camera]
            case .microphone: [.microphone]
            case .location(usage: .whenInUse): [.location]
            case .location(usage: .always): [.location, .background]
            case .notifications: [.notifications]
            default: []
            }
        }

        /// The status of a permission, given that of each entry that decides about it.
        static func combined(_ statuses: [SystemPermissionStatus]) -> SystemPermissionStatus {
            for status in [SystemPermissionStatus.unsupported, .restricted, .denied, .notDetermined]
            where statuses.contains(status) {
                return status
            }
            return statuses.isEmpty ? .unsupported : .authorized
        }
    }
#endif
