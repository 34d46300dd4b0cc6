/// The identity of a fact: its kind and its key.
///
/// ```swift
/// FactReference(kind: .purchase, key: "premium.monthly")
/// FactReference(kind: .toggle, key: "PodcastFeatures/FavouritesFeature")
/// ```
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
        /// The platform; the key is ``FactReference/platformKey``, and values are a name and a version, such as
        /// `watchOS 9.0`.
        case platform

        /// Several facts of the kind, as people read it.
        public var plural: String {
            switch self {
            case .purchase: "purchases"
            case .permission: "permissions"
            case .toggle: "user settings"
            case .runtimeSwitch: "switches"
            case .flag: "flags"
            case .platform: "platforms"
            }
        }
    }

    /// The key of the one platform.
    public static let platformKey = "current"

    /// The platform.
    public static let platform = FactReference(kind: .platform, key: platformKey)

    /// The kind.
    public var kind: Kind
    /// The product id, permission name, feature id or flag's key; ``platformKey`` for the platform.
    public var key: String

    /// Creates a reference.
    public init(kind: Kind, key: String) {
        self.kind = kind
        self.key = key
    }
}
