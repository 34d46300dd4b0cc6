/// The versions in which a feature is supported on one operating system.
public struct PlatformConstraint: Sendable, Hashable, CustomStringConvertible {
    /// The operating system.
    public let platform: Platform
    /// The versions of it.
    public let version: PlatformVersionConstraint

    /// Creates a constraint.
    public init(platform: Platform, version: PlatformVersionConstraint) {
        self.platform = platform
        self.version = version
    }

    /// The platform and its versions in short, such as `macOS >= 10.12.1`.
    public var description: String { "\(platform) \(version)" }
}
