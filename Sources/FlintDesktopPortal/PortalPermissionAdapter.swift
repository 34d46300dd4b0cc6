#if DesktopPortal && os(Linux)
    public import FlintCore

    /// The adapter of a permission that a Linux desktop keeps in its permission store.
    ///
    /// The store is only read: the desktop writes it when the user answers one of its dialogs, which it shows when an
    /// app uses the portal of that permission. A request therefore asks nothing and completes with the status.
    final class PortalPermissionAdapter: SystemPermissionAdapter {
        let permission: SystemPermissionConstraint
        private let store: PermissionStore

        init(_ permission: SystemPermissionConstraint, in store: PermissionStore) {
            self.permission = permission
            self.store = store
        }

        var status: SystemPermissionStatus {
            PortalPermission.combined(PortalPermission.deciding(permission).map(store.status(of:)))
        }

        /// The store announces what has changed.
        var announcesChanges: Bool { true }

        func requestAuthorisation(
            completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
        ) {
            completion(self, status)
        }

        func observeStatus(_ handler: @escaping @Sendable () -> Void) {
            store.observe(handler)
        }
    }

    extension DefaultPermissionChecker {
        /// Returns a checker that reads the permission store of a Linux desktop: camera, microphone, location and
        /// notifications.
        ///
        /// "Always" for the location needs the permission to run in the background, too. Where there is no message bus,
        /// or no store on it, all permissions are unsupported. The store is written by the desktop alone, when the user
        /// answers the dialog of a portal; a request for authorization asks nothing.
        ///
        /// ```swift
        /// $0.permissionChecker = DefaultPermissionChecker.desktop(appID: "org.example.Podcasts")
        /// ```
        ///
        /// - Parameters:
        ///   - appID: The identifier the desktop knows the app by; empty for a program that runs in no sandbox.
        ///   - others: Adapters of the app's own, which count instead of the desktop's for their permissions.
        /// - Returns: The checker, which listens to the message bus for as long as it lives.
        public static func desktop(
            appID: String = "", with others: [any SystemPermissionAdapter] = []
        ) -> DefaultPermissionChecker {
            let store = PermissionStore(app: appID)
            let adapters: [any SystemPermissionAdapter] = SystemPermissionConstraint.allCases
                .filter { !PortalPermission.deciding($0).isEmpty }
                .map { PortalPermissionAdapter($0, in: store) }
            return DefaultPermissionChecker(adapters: adapters + others)
        }
    }
#endif
