/// A system permission with its real and its effective status.
public struct PermissionSnapshot: Codable, Sendable, Hashable, Identifiable {
    /// The permission's name, such as `location-when-in-use`.
    public var permission: String
    /// The name for people, such as "Location when in use".
    public var title: String
    /// Why the app wants it, in the words of the system's prompt; empty if the app does not say.
    public var usage: String
    /// The system's own status.
    public var status: PermissionStatus
    /// What the status has been overridden with, if it has.
    public var override: PermissionStatus?
    /// What the features see.
    public var effective: PermissionStatus
    /// The ids of the features that need it; `nil` in lists, see ``Inspector/usage(of:)``.
    public var features: [String]?
    /// Whether some feature needs it.
    public var isRequired: Bool

    /// The identity of the permission.
    public var id: String { permission }

    /// Creates a permission's snapshot from its parts.
    public init(
        permission: String, title: String, usage: String, status: PermissionStatus, override: PermissionStatus?,
        effective: PermissionStatus, features: [String]?, isRequired: Bool? = nil
    ) {
        self.permission = permission
        self.title = title
        self.usage = usage
        self.status = status
        self.override = override
        self.effective = effective
        self.features = features
        self.isRequired = isRequired ?? (features?.isEmpty == false)
    }

    /// Encodes every key, with an explicit `null` for what is absent.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(permission, forKey: .permission)
        try container.encode(title, forKey: .title)
        try container.encode(usage, forKey: .usage)
        try container.encode(status, forKey: .status)
        try container.encode(override, forKey: .override)
        try container.encode(effective, forKey: .effective)
        try container.encode(features, forKey: .features)
        try container.encode(isRequired, forKey: .isRequired)
    }
}
