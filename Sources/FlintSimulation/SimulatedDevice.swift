// SPDX-License-Identifier: MIT

public import FlintCore

/// A simulated device with a platform, permissions, and a store.
///
/// ```swift
/// let device = SimulatedDevice(platform: CurrentPlatform("iOS 17.2") ?? .real)
/// Flint.quickSetup(AppFeatures.self) { device.configure($0) }
/// ```
///
/// A device with a file keeps its purchases, permission decisions, store clock, and scheduled events between runs, and
/// shares them with every program that uses the same file.
public final class SimulatedDevice: Sendable {
    /// The operating system and version that features see.
    public let platform: CurrentPlatform
    /// The permission center, which shows prompts and stores the statuses of permissions.
    public let permissions: SimulatedPermissionCenter
    /// The store, which sells the app's products.
    public let store: SimulatedStore
    let memory: DeviceMemory?

    /// Creates a device whose state exists only in memory.
    public init(
        platform: CurrentPlatform, permissions: SimulatedPermissionCenter = SimulatedPermissionCenter(),
        store: SimulatedStore = SimulatedStore()
    ) {
        self.platform = platform
        self.permissions = permissions
        self.store = store
        memory = nil
    }

    /// Creates a device whose state is saved in a file.
    ///
    /// Saved state takes precedence over the initial state of the permissions and the store. Permissions that were
    /// allowed once expire, unless they were allowed to another program that is still running. Store events that fell
    /// due since the last run are triggered when the device is configured.
    ///
    /// - Parameters:
    ///   - file: The path of the file, which need not exist. If the file cannot be used, the device's state exists only
    ///     in memory, and ``problem`` explains why.
    ///   - platform: The platform and its version.
    ///   - permissions: The permissions in their initial state.
    ///   - store: The store in its initial state.
    public init(
        file: String, platform: CurrentPlatform,
        permissions: SimulatedPermissionCenter = SimulatedPermissionCenter(), store: SimulatedStore = SimulatedStore()
    ) {
        self.platform = platform
        self.permissions = permissions
        self.store = store
        let memory = DeviceMemory(path: file)
        self.memory = memory
        permissions.attach(memory)
        store.attach(memory)
    }

    /// The problem with the device's file and a remedy, or `nil` if the file works.
    public var problem: String? { memory?.problem }

    /// Configures a runtime to run on this device.
    ///
    /// The runtime gets the store's prices and a purchase tracker that supports overrides. From then on, its journal
    /// records the store's events, and changes that other programs make to the device take effect immediately.
    ///
    /// - Parameter config: The configuration of the runtime, which must be the current runtime.
    public func configure(_ config: Flint.DependenciesConfig) {
        config.platform = platform
        config.permissionChecker = permissions.checker
        config.purchaseTracker = DebugPurchaseTracker(targetPurchaseTracker: store)
        config.productListing = store.listing
        memory?.watch()
        store.connect(to: .current)
    }
}
