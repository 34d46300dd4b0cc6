public import FlintCore

/// A whole simulated device: its platform, its permissions and its store.
///
/// ```swift
/// let device = SimulatedDevice(platform: CurrentPlatform("iOS 17.2") ?? .real)
/// Flint.quickSetup(AppFeatures.self) { device.configure($0) }
/// ```
///
/// With a file, a device is the same one from run to run, and for every program that runs on it at once: what was
/// bought and decided, what the store's clock shows, and what is due.
public final class SimulatedDevice: Sendable {
    /// The platform and its version.
    public let platform: CurrentPlatform
    /// The permissions.
    public let permissions: SimulatedPermissionCentre
    /// The store.
    public let store: SimulatedStore
    /// Where everything is remembered, if the device has a file.
    let memory: DeviceMemory?

    /// Creates a device from its parts, which lasts as long as the program.
    public init(
        platform: CurrentPlatform, permissions: SimulatedPermissionCentre = SimulatedPermissionCentre(),
        store: SimulatedStore = SimulatedStore()
    ) {
        self.platform = platform
        self.permissions = permissions
        self.store = store
        memory = nil
    }

    /// Creates a device that is kept in a file.
    ///
    /// What has ever been changed is as in the file, and everything else as the parts are. What was allowed until the
    /// app is started again expires, unless it was allowed to a program that is still running. What fell due meanwhile
    /// happens once the device is configured.
    ///
    /// - Parameters:
    ///   - file: The path of the file, which need not exist. If it cannot be used, the device lasts as long as the
    ///     program, and ``problem`` describes why.
    ///   - platform: The platform and its version.
    ///   - permissions: The permissions, as they are at first.
    ///   - store: The store, as it is at first.
    public init(
        file: String, platform: CurrentPlatform,
        permissions: SimulatedPermissionCentre = SimulatedPermissionCentre(), store: SimulatedStore = SimulatedStore()
    ) {
        self.platform = platform
        self.permissions = permissions
        self.store = store
        let memory = DeviceMemory(path: file)
        self.memory = memory
        permissions.attach(memory)
        store.attach(memory)
    }

    /// What is wrong with the device's file, and what to do about it; `nil` if nothing is.
    public var problem: String? { memory?.problem }

    /// Has a runtime be set up on this device, with a tracker whose purchases can be overridden.
    ///
    /// From then on what happens at the store is recorded in the runtime's journal, and what other programs change on
    /// the device is seen at once.
    ///
    /// - Parameter config: The configuration the runtime is set up with; the runtime must be the current one.
    public func configure(_ config: Flint.DependenciesConfig) {
        config.platform = platform
        config.permissionChecker = permissions.checker
        config.purchaseTracker = DebugPurchaseTracker(targetPurchaseTracker: store)
        memory?.watch()
        store.connect(to: .current)
    }
}
