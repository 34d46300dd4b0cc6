/// A kind of fact, with its names and the spelling of its values.
///
/// The raw values are the spellings in JSON answers and saved files.
package enum FactKind: String, Codable, Sendable, Hashable, CaseIterable {
    /// A product's status.
    ///
    /// The key is the product identifier, and the values are those of ``PurchaseStatus``.
    case purchase
    /// A permission's status.
    ///
    /// The key is the permission's name, and the values are those of ``PermissionStatus``.
    case permission
    /// A feature's user setting.
    ///
    /// The key is the feature's identifier, and the values are `on` and `off`.
    case toggle
    /// A feature's runtime switch.
    ///
    /// The key is the feature's identifier, and the values are `on` and `off`.
    case runtimeSwitch = "runtime-switch"
    /// A feature flag.
    ///
    /// The key is the flag's key, and the values are `on` and `off`.
    case flag
    /// The platform.
    ///
    /// The key is ``FactReference/platformKey``, and a value is a name and a version, such as `watchOS 9.0`.
    case platform

    /// The name of the kind on the command line.
    package var word: String { self == .runtimeSwitch ? "switch" : rawValue }

    /// The plural of ``word``.
    ///
    /// There is only one platform, so its plural is the same.
    package var pluralWord: String {
        switch self {
        case .purchase, .permission, .toggle, .flag: word + "s"
        case .runtimeSwitch: "switches"
        case .platform: word
        }
    }

    /// The plural for display.
    package var plural: String { self == .toggle ? "user settings" : self == .platform ? "platforms" : pluralWord }

    /// The thing that a key of the kind identifies.
    package var subject: String {
        switch self {
        case .purchase: "product"
        case .toggle, .runtimeSwitch: "feature"
        case .permission, .flag, .platform: rawValue
        }
    }

    /// A noun phrase for a fact of the kind.
    package var phrase: String {
        switch self {
        case .purchase, .permission: "a \(subject)'s status"
        case .toggle: "the user setting of a feature"
        case .runtimeSwitch: "whether a feature is enabled in code"
        case .flag: "a feature flag"
        case .platform: "the platform"
        }
    }

    /// The spellings of all values.
    ///
    /// The list is empty for the platform, which has too many values.
    package var values: [String] {
        switch self {
        case .purchase: PurchaseStatus.allCases.map(\.rawValue)
        case .permission: PermissionStatus.allCases.map(\.rawValue)
        case .toggle, .runtimeSwitch, .flag: ["on", "off"]
        case .platform: []
        }
    }

    /// A noun phrase for a value of the kind, for error messages.
    package var valueTitle: String {
        switch self {
        case .purchase: "status of a product"
        case .permission: "status of a permission"
        case .toggle, .runtimeSwitch, .flag: "value of a \(word)"
        case .platform: "platform and version"
        }
    }

    /// The spelling of the value that a fact has after it is lost, or `nil` for the platform, which needs an explicit
    /// value.
    package var lostValue: String? {
        switch self {
        case .purchase: PurchaseStatus.notPurchased.rawValue
        case .permission: PermissionStatus.denied.rawValue
        case .toggle, .runtimeSwitch, .flag: "off"
        case .platform: nil
        }
    }
}
