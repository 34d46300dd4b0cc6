/// The state of a system permission, as front ends show it and people type it.
///
/// The raw values are the words of the command line and of the JSON answers. Only `authorized` grants access.
public enum PermissionStatus: String, Codable, Sendable, Hashable, CaseIterable {
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
}

extension PermissionStatus {
    /// The status as people read it, with a space in place of the hyphen.
    public var words: String { self == .notDetermined ? "not determined" : rawValue }
}
