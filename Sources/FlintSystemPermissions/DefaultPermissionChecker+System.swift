import FlintCore

#if canImport(Darwin)
    import Foundation
#endif

extension DefaultPermissionChecker {
    /// Returns a checker that asks the operating system about the permissions of the package's traits.
    ///
    /// Each permission is a trait of the package, so that an app refers only to the frameworks whose purposes its
    /// property list explains, as the App Store demands. Permissions without their trait, and those that this system
    /// does not have, are unsupported, and so are those whose text is missing from the property list.
    ///
    /// ```swift
    /// // .package(url: "…/flint", from: "0.1.1", traits: ["Camera", "Photos"])
    /// Flint.quickSetup(AppFeatures.self) {
    ///     $0.permissionChecker = DefaultPermissionChecker.system()
    /// }
    /// ```
    ///
    /// - Parameter others: Adapters of the app's own, which count instead of the system's for their permissions.
    /// - Returns: The checker.
    public static func system(
        with others: [any SystemPermissionAdapter] = []
    ) -> DefaultPermissionChecker {
        let adapters: [any SystemPermissionAdapter] = SystemPermissionSources.all.map { source in
            SystemPermissionSourceAdapter(source) { PropertyList.text(for: $0) }
        }
        return DefaultPermissionChecker(adapters: adapters + others)
    }
}

/// The app's property list.
private enum PropertyList {
    /// The text for a key; `nil` where there is no list.
    static func text(for key: String) -> String? {
        #if canImport(Darwin)
            Bundle.main.object(forInfoDictionaryKey: key) as? String
        #else
            nil
        #endif
    }
}
