public import FlintCore

/// A whole simulated device: its platform, its permissions and its store.
///
/// ```swift
/// let device = SimulatedDevice(platform: CurrentPlatform("iOS 17.2") ?? .real)
/// Flint.quickSetup(AppFeatures.self) { device.configure($0) }
/// ```
public final class SimulatedDevice: Sendable {
    /// The platform and its version.
    public let platform: CurrentPlatform
    /// The permissions.
    public let permissions: SimulatedPermissionCentre
    /// The store.
    public let store: SimulatedStore

    /// Creates a device from its parts.
    public init(
        platform: CurrentPlatform, permissions: SimulatedPermissionCentre = SimulatedPermissionCentre(),
        store: SimulatedStore = SimulatedStore()
    ) {
        self.platform = platform
        self.permissions = permissions
        self.store = store
    }

    /// Has a runtime be set up on this device, with a tracker whose purchases can be overridden.
    public func configure(_ config: Flint.DependenciesConfig) {
        config.platform = platform
        config.permissionChecker = permissions.checker
        config.purchaseTracker = DebugPurchaseTracker(targetPurchaseTracker: store)
        store.connect(to: .current)
    }
}
