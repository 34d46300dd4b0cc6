#if DesktopPortal && os(Linux)
    public import FlintCore

    /// The adapter of a permission that a Linux desktop keeps in its permission store.
    ///
    /// The store is only read: the desktop writes it when the user answers the dialog of a portal. A request has the
    /// portals of the entries that are not determined ask, one after the other.
    final class PortalPermissionAdapter: SystemPermissionAdapter {
        let permission: SystemPermissionConstraint
        let usageDescriptionKey = ""
        private let store: PermissionStore
        /// Receives the problem where the user was not asked; called with the runtime of the request as the current one.
        private let report: @Sendable (_ problem: String) -> Void

        init(
            _ permission: SystemPermissionConstraint, in store: PermissionStore,
            report: @escaping @Sendable (_ problem: String) -> Void = { _ in }
        ) {
            self.permission = permission
            self.store = store
            self.report = report
        }

        var status: SystemPermissionStatus {
            PortalPermission.combined(PortalPermission.deciding(permission).map(store.status(of:)))
        }

        /// The store announces what has changed.
        var announcesChanges: Bool { true }

        func requestAuthorisation(
            completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
        ) {
            let runtime = FlintRuntime.current
            ask(for: PortalPermission.deciding(permission)[...], in: runtime) { [self] in completion(self, status) }
        }

        /// Asks for the entries in turn, up to the first that is not granted.
        private func ask(
            for entries: ArraySlice<PortalPermission>, in runtime: FlintRuntime,
            completion: @escaping @Sendable () -> Void
        ) {
            guard let entry = entries.first else { return completion() }
            store.ask(for: entry) { [self] status, problem in
                if let problem { runtime.bind { report(problem) } }
                guard status == .authorized else { return completion() }
                ask(for: entries.dropFirst(), in: runtime, completion: completion)
            }
        }

        /// Returns what makes a problem an advisory of the runtime that asked.
        static func adviser(of permission: SystemPermissionConstraint) -> @Sendable (_ problem: String) -> Void {
            { FlintRuntime.current.advise("The desktop did not ask for \"\(permission)\": \($0).") }
        }

        func observeStatus(_ handler: @escaping @Sendable () -> Void) {
            store.observe(handler)
        }
    }

    extension DefaultPermissionChecker {
        /// Returns a checker for the permissions of a Linux desktop: camera, microphone, location and notifications.
        ///
        /// It reads the desktop's permission store, which the desktop alone writes. A request for authorization has the
        /// desktop's portal ask the user, who may take any time; notifications are allowed without a question until the
        /// user forbids them. "Always" for the location needs the permission to run in the background, too.
        ///
        /// Where there is no message bus, or no store on it, all permissions are unsupported, and so is one that no
        /// portal asks for. What a portal grants without an entry in the store counts for this process.
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
                .map { PortalPermissionAdapter($0, in: store, report: PortalPermissionAdapter.adviser(of: $0)) }
            return DefaultPermissionChecker(adapters: adapters + others)
        }
    }
#endif
