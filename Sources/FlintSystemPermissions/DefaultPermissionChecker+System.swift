// SPDX-License-Identifier: MIT

import FlintCore

#if canImport(Darwin)
    import Foundation
#endif

extension DefaultPermissionChecker {
    /// Returns a checker for the system permissions that the package's traits enable.
    ///
    /// Each permission has its own package trait. An app therefore links only the frameworks whose use it explains in
    /// its property list, as the App Store requires. A permission is unsupported if its trait is disabled, if the
    /// system does not have it, or if its usage description is missing from the property list.
    ///
    /// ```swift
    /// // .package(url: "…/flint", from: "0.2.0", traits: ["Camera", "Photos"])
    /// Flint.quickSetup(AppFeatures.self) {
    ///     $0.permissionChecker = DefaultPermissionChecker.system()
    /// }
    /// ```
    ///
    /// - Parameter others: The app's own adapters, which replace the system's adapters for the same permissions.
    /// - Returns: A checker that combines the system's adapters and the app's own.
    public static func system(
        with others: [any SystemPermissionAdapter] = []
    ) -> DefaultPermissionChecker {
        let adapters: [any SystemPermissionAdapter] = SystemPermissionSources.all.map { source in
            SystemPermissionSourceAdapter(source) { PropertyList.string(forKey: $0) }
        }
        return DefaultPermissionChecker(adapters: adapters + others)
    }
}

private enum PropertyList {
    static func string(forKey key: String) -> String? {
        #if canImport(Darwin)
            Bundle.main.object(forInfoDictionaryKey: key) as? String
        #else
            nil
        #endif
    }
}
