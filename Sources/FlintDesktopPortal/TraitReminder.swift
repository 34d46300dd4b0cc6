// SPDX-License-Identifier: MIT

#if !DesktopPortal
    public import FlintCore

    extension DefaultPermissionChecker {
        /// A placeholder that makes the compiler suggest the `DesktopPortal` trait in builds without it.
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
