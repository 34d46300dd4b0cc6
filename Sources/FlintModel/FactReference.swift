// SPDX-License-Identifier: MIT

public import FeatureGating

/// The identity of a fact in front ends, commands, and files: its kind and its key.
///
/// ```swift
/// FactReference(kind: .purchase, key: "premium.monthly")
/// FactReference(kind: .userSetting, key: "PodcastFeatures/FavouritesFeature")
/// ```
///
/// See ``FactKind`` for the keys of each kind. ``FactKey`` identifies the same facts within the engine.
package struct FactReference: Codable, Sendable, Hashable {
    package static let platformKey = "current"

    package static let platform = FactReference(kind: .platform, key: platformKey)

    package var kind: FactKind
    /// The product identifier, permission name, feature identifier, or flag key.
    ///
    /// For the platform it is ``platformKey``.
    package var key: String

    package init(kind: FactKind, key: String) {
        self.kind = kind
        self.key = key
    }
}

/// The status of a system permission.
///
/// A new permission is not determined until the app requests it and the user answers the system's prompt. Only
/// ``authorized`` grants access. The raw values are the spellings on the command line, in JSON answers, and in saved
/// files.
public enum PermissionStatus: String, Codable, Sendable, Hashable, CaseIterable {
    /// The user has not been asked yet, so the app can request the permission.
    case notDetermined = "not-determined"
    /// The user has granted the permission.
    case authorized
    /// The user has denied the permission.
    ///
    /// Only the user can change this status, in the system's settings.
    case denied
    /// A restriction outside the user's control, such as parental controls, denies the permission.
    case restricted
    /// The system does not have the permission, or the app has no adapter for it.
    case unsupported
}

extension PermissionStatus: CustomStringConvertible {
    /// The display name, such as "not determined".
    public var description: String { self == .notDetermined ? "not determined" : rawValue }

    package static let unsupportedReason = "the system has no such permission, or the app has no adapter for it"
}

extension PermissionStatus {
    /// Whether the status grants access.
    ///
    /// The result is unknown while the status is not determined.
    package var truth: Truth {
        switch self {
        case .authorized: .true
        case .notDetermined: .unknown
        case .denied, .restricted, .unsupported: .false
        }
    }
}

/// A limit on the access that a permission grants.
///
/// Availability depends only on the status. Front ends show the attributes beside it. The raw values are the spellings
/// in JSON answers.
public enum PermissionAttribute: String, Codable, Sendable, Hashable, CaseIterable {
    /// The system asks the user to confirm the access later, or delivers notifications quietly.
    case provisional
    /// The access ends after some hours, as in App Clips.
    case ephemeral
    /// The app has access only to the items that the user has selected.
    case limited
    /// The access ends when the app restarts.
    case allowedOnce = "allowed-once"
    /// The app receives only an approximate location.
    case reducedAccuracy = "reduced-accuracy"
}

extension PermissionAttribute: CustomStringConvertible {
    /// The display name, such as "reduced accuracy".
    public var description: String { String(rawValue.map { $0 == "-" ? " " : $0 }) }
}

extension PermissionStatus {
    package func displayText(with attributes: [PermissionAttribute]?) -> String {
        ([description] + (attributes ?? []).map(\.description)).joined(separator: ", ")
    }
}

/// The status of a product.
///
/// An unknown status makes the availability of a feature that requires the product undetermined, until the purchase
/// tracker reports the status. The raw values are the spellings on the command line, in JSON answers, and in saved
/// files.
public enum PurchaseStatus: String, Codable, Sendable, Hashable, CaseIterable {
    /// The product is owned, or its subscription is active.
    case purchased
    /// The product is not owned.
    case notPurchased = "not-purchased"
    /// The ownership of the product is unknown.
    case unknown
}

extension PurchaseStatus: CustomStringConvertible {
    /// The display name, such as "not purchased".
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
