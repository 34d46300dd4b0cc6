/// A kind of fact, with its names and the spelling of its values.
///
/// The raw values are the spellings in JSON answers and saved files. In a ``FactReference``, each kind has these keys
/// and values:
///
/// - ``purchase``: The key is a product identifier. The values are the raw values of ``PurchaseStatus``.
/// - ``permission``: The key is a permission's name. The values are the raw values of ``PermissionStatus``.
/// - ``toggle`` and ``runtimeSwitch``: The key is a feature's identifier. The values are `on` and `off`.
/// - ``flag``: The key is a flag's key. The values are `on` and `off`.
/// - ``platform``: The key is ``FactReference/platformKey``. A value is a name and a version, such as `watchOS 9.0`.
package enum FactKind: String, Codable, Sendable, Hashable, CaseIterable {
    case purchase
    case permission
    case toggle
    case runtimeSwitch = "runtime-switch"
    case flag
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

    package var plural: String {
        switch self {
        case .toggle: "user settings"
        case .runtimeSwitch: "runtime switches"
        case .platform: "platforms"
        case .purchase, .permission, .flag: pluralWord
        }
    }

    package var subject: String {
        switch self {
        case .purchase: "product"
        case .toggle, .runtimeSwitch: "feature"
        case .permission, .flag, .platform: rawValue
        }
    }

    package var phrase: String {
        switch self {
        case .purchase, .permission: "a \(subject)'s status"
        case .toggle: "the user setting of a feature"
        case .runtimeSwitch: "the runtime switch of a feature"
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
        case .toggle: "value of a user setting"
        case .runtimeSwitch: "value of a runtime switch"
        case .flag: "value of a flag"
        case .platform: "platform and version"
        }
    }

    /// The spelling of the value that represents a loss, such as `denied` for a permission.
    ///
    /// It is `nil` for the platform, which can only be replaced by another platform.
    package var lostValue: String? {
        switch self {
        case .purchase: PurchaseStatus.notPurchased.rawValue
        case .permission: PermissionStatus.denied.rawValue
        case .toggle, .runtimeSwitch, .flag: "off"
        case .platform: nil
        }
    }
}
