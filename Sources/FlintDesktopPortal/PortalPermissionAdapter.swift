// SPDX-License-Identifier: MIT

#if DesktopPortal && os(Linux)
    public import FlintCore

    /// The adapter of a permission that a Linux desktop keeps in its permission store.
    ///
    /// The adapter only reads the store; the desktop writes to it when the user answers a portal's dialog. A request
    /// asks for the permission's entries one after another.
    final class PortalPermissionAdapter: SystemPermissionAdapter {
        let permission: SystemPermissionConstraint
        let usageDescriptionKey = ""
        private let store: PermissionStore
        /// A closure that reports why the user was not asked, called with the requesting runtime as the current one.
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
            PortalPermission.combined(PortalPermission.entries(for: permission).map(store.status(of:)))
        }

        var attributes: [PermissionAttribute] {
            PortalPermission.entries(for: permission).flatMap { store.grant(of: $0).attributes }
        }

        var announcesChanges: Bool { true }

        func requestAuthorisation(
            completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
        ) {
            // The answer arrives on another thread, where another runtime may be current.
            let runtime = FlintRuntime.current
            ask(for: PortalPermission.entries(for: permission)[...], in: runtime) { [self] in completion(self, status) }
        }

        private func ask(
            for entries: ArraySlice<PortalPermission>, in runtime: FlintRuntime,
            completion: @escaping @Sendable () -> Void
        ) {
            guard let entry = entries.first else { return completion() }
            store.ask(for: entry) { [self] status, problem in
                if let problem { runtime.bind { report(problem) } }
                // The entries must all grant the permission, so the next one is requested only after this one is
                // granted.
                guard status == .authorized else { return completion() }
                ask(for: entries.dropFirst(), in: runtime, completion: completion)
            }
        }

        static func adviser(of permission: SystemPermissionConstraint) -> @Sendable (_ problem: String) -> Void {
            { FlintRuntime.current.advise("The desktop did not ask for \"\(permission)\": \($0).") }
        }

        func observeStatus(_ handler: @escaping @Sendable () -> Void) {
            store.observe(handler)
        }
    }

    extension DefaultPermissionChecker {
        /// Returns a checker for the permissions of a Linux desktop: camera, microphone, location, and notifications.
        ///
        /// The checker reads the desktop's permission store, which only the desktop writes to. A request asks the user
        /// through the desktop's portal and completes when the user has answered. Notifications are allowed without a
        /// request until the user forbids them. The "always" location permission also requires the permission to run in
        /// the background.
        ///
        /// Without a message bus or a permission store, all permissions are unsupported. A permission without a portal
        /// is unsupported too. A grant that the portal does not store applies to this process only.
        ///
        /// ```swift
        /// $0.permissionChecker = DefaultPermissionChecker.desktop(appID: "org.example.Podcasts")
        /// ```
        ///
        /// - Parameters:
        ///   - appID: The app's identifier on the desktop, or an empty string for a program without a sandbox.
        ///   - others: The app's own adapters, which replace the desktop's adapters for the same permissions.
        /// - Returns: A checker that listens to the message bus until it is deallocated.
        public static func desktop(
            appID: String = "", with others: [any SystemPermissionAdapter] = []
        ) -> DefaultPermissionChecker {
            let store = PermissionStore(app: appID)
            let adapters: [any SystemPermissionAdapter] = SystemPermissionConstraint.allCases
                .filter { !PortalPermission.entries(for: $0).isEmpty }
                .map { PortalPermissionAdapter($0, in: store, report: PortalPermissionAdapter.adviser(of: $0)) }
            return DefaultPermissionChecker(adapters: adapters + others)
        }
    }
#endif
