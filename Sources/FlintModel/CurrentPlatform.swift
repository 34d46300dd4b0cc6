/// The operating system a program runs on, or is made to believe it runs on.
///
/// ```swift
/// CurrentPlatform.real.label              // "Linux 12.0"
/// CurrentPlatform("watchOS 9")!.version   // 9.0
/// ```
public struct CurrentPlatform: Sendable, Hashable, Codable {
    /// The operating system.
    public var platform: Platform
    /// Its version.
    public var version: PlatformVersion
    /// Details for display, such as the names of the distribution and the kernel.
    public var detail: String

    /// Creates a platform from its parts.
    public init(platform: Platform, version: PlatformVersion, detail: String = "") {
        self.platform = platform
        self.version = version
        self.detail = detail
    }

    /// Creates a platform from its name and version as people type them.
    ///
    /// - Parameter text: A platform's name in any letters and a version, separated by spaces, such as `watchOS 9.0`.
    ///   Anything else gives `nil`.
    public init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let platform = Platform(name: String(parts[0])),
            let version = PlatformVersion(parts[1])
        else { return nil }
        self.init(platform: platform, version: version)
    }

    /// The name and the version; ``init(_:)`` reads it back, without the details.
    public var label: String { "\(platform) \(version)" }
}

extension CurrentPlatform: CustomStringConvertible {
    /// The name, the version and, in parentheses, the details.
    public var description: String { detail.isEmpty ? label : "\(label) (\(detail))" }
}
