/// An operating system a feature can be restricted to.
///
/// The raw values are the spellings of the constraints DSL and of saved files.
public enum Platform: String, Codable, Sendable, Hashable, CaseIterable {
    /// iPhone and iPad.
    case iOS
    /// Apple Watch.
    case watchOS
    /// Apple TV.
    case tvOS
    /// Mac.
    case macOS
    /// Apple Vision.
    case visionOS
    /// Any distribution of Linux.
    case linux
    /// Windows.
    case windows
    /// Android.
    case android

    /// Every platform, in the order in which lists show them.
    public static let all: [Platform] = allCases

    /// Creates a platform from its name, in capital or small letters.
    ///
    /// - Parameter name: A raw value such as `iOS`, or the same in other letters such as `IOS` or `Linux`.
    public init?(name: String) {
        let wanted = name.lowercased()
        guard let match = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else { return nil }
        self = match
    }
}

extension Platform: CustomStringConvertible {
    /// The name as its maker writes it, such as "iOS" or "Linux".
    public var description: String {
        switch self {
        case .linux: "Linux"
        case .windows: "Windows"
        case .android: "Android"
        case .iOS, .watchOS, .tvOS, .macOS, .visionOS: rawValue
        }
    }
}
