/// The identity of a fact: its kind and its key.
public struct FactReference: Codable, Sendable, Hashable {
    /// The kind of a fact.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// A product's status; the key is the product's id, and values are ``PurchaseStatus``.
        case purchase
        /// A permission's status; the key is the permission's name, and values are ``PermissionStatus``.
        case permission
        /// A feature's user setting; the key is the feature's id, and values are `on` and `off`.
        case toggle
        /// Whether a feature is enabled in code; the key is the feature's id, and values are `on` and `off`.
        case runtimeSwitch = "runtime-switch"
        /// A feature flag; the key is the flag's, and values are `on` and `off`.
        case flag
        /// The platform; the key is `current`, and values are a name and a version, such as `watchOS 9.0`.
        case platform
    }

    /// The kind.
    public var kind: Kind
    /// The product id, permission name, feature id or flag's key; `current` for the platform.
    public var key: String

    /// Creates a reference.
    public init(kind: Kind, key: String) {
        self.kind = kind
        self.key = key
    }

    /// The fact that a requirement rests on, or `nil` for a heading and for what rests on no single fact.
    public init?(_ requirement: RequirementSnapshot) {
        let kind: Kind
        switch requirement.kind {
        case .purchase: kind = .purchase
        case .permission: kind = .permission
        case .userToggle: kind = .toggle
        case .runtimeEnabled: kind = .runtimeSwitch
        case .featureFlag: kind = .flag
        case .platform: kind = .platform
        case .parent, .registration, .anyOf, .allOf: return nil
        }
        guard let key = requirement.key else { return nil }
        self.init(kind: kind, key: kind == .platform ? "current" : key)
    }
}
