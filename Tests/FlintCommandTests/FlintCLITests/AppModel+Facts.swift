import FlintWorld

extension AppModel {
    /// Creates the state of an app without features.
    init(permissions: [PermissionSnapshot] = [], flags: [FlagSnapshot] = []) {
        self.init(
            revision: .zero, status: AppStatus(appName: ""), features: [], products: [], permissions: permissions,
            flags: flags, overrides: [])
    }
}
