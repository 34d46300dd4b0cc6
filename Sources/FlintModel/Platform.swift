// SPDX-License-Identifier: MIT

/// An operating system that a feature can be restricted to.
///
/// The raw values are the spellings in the constraints DSL and in saved files.
///
/// ```swift
/// Platform(name: "watchos")     // .watchOS
/// Platform.linux.description    // "Linux"
/// ```
public enum Platform: String, Codable, Sendable, Hashable, CaseIterable {
    /// iPhone and iPad.
    case iOS
    /// Apple Watch.
    case watchOS
    /// Apple TV.
    case tvOS
    /// The Mac.
    case macOS
    /// Apple Vision.
    case visionOS
    /// Any distribution of Linux.
    case linux
    /// Microsoft Windows.
    case windows
    /// Android devices.
    case android

    /// Every platform, in display order.
    public static let all: [Platform] = allCases

    /// Creates a platform from its name, or returns `nil` if the name is unknown.
    ///
    /// - Parameter name: A raw value, without regard to case, such as `iOS`, `IOS`, or `Linux`.
    public init?(name: String) {
        let wanted = name.lowercased()
        guard let match = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else { return nil }
        self = match
    }
}

extension Platform: CustomStringConvertible {
    /// The name as its vendor spells it, such as "iOS" or "Linux".
    public var description: String {
        switch self {
        case .linux: "Linux"
        case .windows: "Windows"
        case .android: "Android"
        case .iOS, .watchOS, .tvOS, .macOS, .visionOS: rawValue
        }
    }
}
