/// How a system permission stands.
///
/// Only ``authorized`` grants access. The raw values are the words of command lines and of saved files.
public enum SystemPermissionStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// The system has not asked the user yet, so it can be asked for.
    case notDetermined = "not-determined"
    /// The user said yes.
    case authorized
    /// The user said no; only the system's settings can change that.
    case denied
    /// Something outside the user's control, such as parental restrictions, forbids it.
    case restricted
    /// This system has no such permission.
    case unsupported

    /// Creates the status that a person means by the beginning of its word.
    ///
    /// - Parameter text: A raw value or its beginning, in capital or small letters, such as `auth`.
    /// - Throws: ``UnrecognizedName`` if no status, or more than one, can be meant.
    public init(matching text: String) throws(UnrecognizedName) {
        self = try UnrecognizedName.resolve(
            text, kind: "permission status", among: Self.allCases, name: \.rawValue)
    }
}

extension SystemPermissionStatus: CustomStringConvertible {
    /// The status as people read it, such as "not determined".
    public var description: String { self == .notDetermined ? "not determined" : rawValue }
}
