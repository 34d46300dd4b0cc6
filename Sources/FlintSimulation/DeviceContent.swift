import FlintCore

/// What is kept of a simulated device from one run of a program to the next.
///
/// What is `nil` has never been changed and is as the program makes it.
struct DeviceContent: Codable, Sendable, Equatable {
    static let kind = StateFileKind("device", keysOfFirstVersion: ["permissions", "store"])

    /// The permissions.
    struct Permissions: Codable, Sendable, Equatable {
        /// The status of each permission that has ever been changed, by name.
        var statuses: [String: SystemPermissionStatus] = [:]
        /// What was allowed until the app is started again, by name, and the number of the process it was allowed to.
        var allowedOnce: [String: Int32] = [:]
    }

    /// The store and its clock.
    struct Store: Codable, Sendable, Equatable {
        /// What has been bought, and how the store behaves; without its offers, which are the program's.
        var simulation: StoreSimulation
        /// How the store's clock follows from real time.
        var time: SimulatedTime
    }

    /// The permissions.
    var permissions: Permissions?
    /// The store and its clock.
    var store: Store?
}
