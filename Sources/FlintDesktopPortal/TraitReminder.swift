#if !DesktopPortal
    public import FlintCore

    extension DefaultPermissionChecker {
        /// A placeholder without the trait `DesktopPortal`, so that the compiler can suggest enabling it.
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
