#if !DesktopPortal
    public import FlintCore

    extension DefaultPermissionChecker {
        /// Replaces the real function where the trait `DesktopPortal` is not enabled, so that the compiler names the
        /// remedy.
        @available(
            *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"DesktopPortal\"])"
        )
        public static func desktop(
            appID: String = "", with others: [any SystemPermissionAdapter] = []
        ) -> DefaultPermissionChecker {
            DefaultPermissionChecker(adapters: others)
        }
    }
#endif
