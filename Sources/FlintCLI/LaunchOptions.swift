public import FlintCore
public import FlintSimulation

/// How the program was started.
public struct LaunchOptions: Sendable {
    /// The platform to decide for, if the command line names one.
    public let platform: CurrentPlatform?
    /// What a simulated store sells and how it behaves, if the command line names a StoreKit configuration file.
    public let storeKit: StoreKitConfiguration?
    /// Whether the app should let its background work run: in the console, unless it is to start paused.
    public let startsBackgroundWork: Bool
    /// The environment the program was started in.
    public let environment: [String: String]
    /// Where overrides are kept, beside which everything else is.
    let statePath: String

    /// The path of a file in which the app may keep something of its own, such as `toggles`.
    public func stateFile(named name: String) -> String {
        StatePath.sibling(name, of: statePath)
    }
}
