public import FeatureGating

/// The identity of a fact: its kind and its key.
///
/// ```swift
/// FactReference(kind: .purchase, key: "premium.monthly")
/// FactReference(kind: .toggle, key: "PodcastFeatures/FavouritesFeature")
/// ```
package struct FactReference: Codable, Sendable, Hashable {
    /// The key of the one platform.
    package static let platformKey = "current"

    /// The platform.
    package static let platform = FactReference(kind: .platform, key: platformKey)

    /// The kind.
    package var kind: FactKind
    /// The product id, permission name, feature id or flag's key; ``platformKey`` for the platform.
    package var key: String

    /// Creates a reference.
    package init(kind: FactKind, key: String) {
        self.kind = kind
        self.key = key
    }
}

/// The state of a system permission.
///
/// The raw values are the spelling of the command line, of JSON answers and of saved files. Only ``authorized`` grants
/// access.
public enum PermissionStatus: String, Codable, Sendable, Hashable, CaseIterable {
    /// The system has not asked the user yet, so it can be asked for.
    case notDetermined = "not-determined"
    /// The user has allowed it.
    case authorized
    /// The user has denied it; only the system's settings can change that.
    case denied
    /// Something outside the user's control, such as parental restrictions, forbids it.
    case restricted
    /// This system has no such permission.
    case unsupported
}

extension PermissionStatus: CustomStringConvertible {
    /// The status as people read it, such as "not determined".
    public var description: String { self == .notDetermined ? "not determined" : rawValue }
}

/// Whether a product is owned.
///
/// The raw values are the spelling of the command line, of JSON answers and of saved files.
public enum PurchaseStatus: String, Codable, Sendable, Hashable, CaseIterable {
    /// The product is owned, or its subscription is active.
    case purchased
    /// The product is known not to be owned.
    case notPurchased = "not-purchased"
    /// It is not known whether the product is owned; a feature that requires it is neither available nor unavailable
    /// on its account.
    case unknown
}

extension PurchaseStatus: CustomStringConvertible {
    /// The status as people read it, such as "not purchased".
    public var description: String { self == .notPurchased ? "not purchased" : rawValue }
}

extension PurchaseStatus {
    /// Creates the status for a truth value.
    public init(_ truth: Truth) {
        switch truth {
        case .true: self = .purchased
        case .false: self = .notPurchased
        case .unknown: self = .unknown
        }
    }

    /// The status as a truth value.
    public var truth: Truth {
        switch self {
        case .purchased: .true
        case .notPurchased: .false
        case .unknown: .unknown
        }
    }
}
