/// A kind of fact, with its names and the spelling of its values.
///
/// The raw values are the spelling of JSON answers and of saved files.
package enum FactKind: String, Codable, Sendable, Hashable, CaseIterable {
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

    /// The name of the kind on the command line.
    package var word: String { self == .runtimeSwitch ? "switch" : rawValue }

    /// The name of several facts of the kind on the command line; there is one platform.
    package var pluralWord: String {
        switch self {
        case .purchase, .permission, .toggle, .flag: word + "s"
        case .runtimeSwitch: "switches"
        case .platform: word
        }
    }

    /// Several facts of the kind, as people read it.
    package var plural: String { self == .toggle ? "user settings" : self == .platform ? "platforms" : pluralWord }

    /// The thing that a key of the kind names.
    package var subject: String {
        switch self {
        case .purchase: "product"
        case .toggle, .runtimeSwitch: "feature"
        case .permission, .flag, .platform: rawValue
        }
    }

    /// A fact of the kind, as a noun phrase.
    package var phrase: String {
        switch self {
        case .purchase, .permission: "a \(subject)'s status"
        case .toggle: "the user setting of a feature"
        case .runtimeSwitch: "whether a feature is enabled in code"
        case .flag: "a feature flag"
        case .platform: "the platform"
        }
    }

    /// The values of a fact as they are spelled; empty for the platform, of which there are too many to list.
    package var values: [String] {
        switch self {
        case .purchase: PurchaseStatus.allCases.map(\.rawValue)
        case .permission: PermissionStatus.allCases.map(\.rawValue)
        case .toggle, .runtimeSwitch, .flag: ["on", "off"]
        case .platform: []
        }
    }

    /// A value of a fact, as complaints name it.
    package var valueTitle: String {
        switch self {
        case .purchase: "status of a product"
        case .permission: "status of a permission"
        case .toggle, .runtimeSwitch, .flag: "value of a \(word)"
        case .platform: "platform and version"
        }
    }

    /// The value of a fact that is taken away; `nil` for the platform, which has to be named.
    package var lostValue: String? {
        switch self {
        case .purchase: PurchaseStatus.notPurchased.rawValue
        case .permission: PermissionStatus.denied.rawValue
        case .toggle, .runtimeSwitch, .flag: "off"
        case .platform: nil
        }
    }
}
