public import FlintCore

/// How the program was started.
public struct LaunchOptions: Sendable {
    /// The platform to decide for, if the command line names one.
    public let platform: CurrentPlatform?
    /// Whether the app should let its background work run: in the console, unless it is to start paused.
    public let startsBackgroundWork: Bool
    /// The environment the program was started in.
    public let environment: [String: String]
}
