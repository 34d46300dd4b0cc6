// SPDX-License-Identifier: MIT

/// A kind of fact, with its names and the spelling of its values.
///
/// The raw values are the spellings on the command line, in JSON answers, and in saved files. In a
/// ``FactReference``, each kind has these keys and values:
///
/// - ``purchase``: The key is a product identifier. The values are the raw values of ``PurchaseStatus``.
/// - ``permission``: The key is a permission's name. The values are the raw values of ``PermissionStatus``.
/// - ``userSetting`` and ``runtimeSwitch``: The key is a feature's identifier. The values are `on` and `off`.
/// - ``flag``: The key is a flag's key. The values are `on` and `off`.
/// - ``platform``: The key is ``FactReference/platformKey``. A value is a name and a version, such as `watchOS 9.0`.
package enum FactKind: String, Codable, Sendable, Hashable, CaseIterable {
    case purchase
    case permission
    case userSetting = "user-setting"
    case runtimeSwitch = "runtime-switch"
    case flag
    case platform

    /// The display name of the kind, such as "user setting".
    package var title: String { String(rawValue.map { $0 == "-" ? " " : $0 }) }

    /// The plural of the raw value, for commands that concern all facts of a kind.
    ///
    /// There is only one platform, so its plural is the same.
    package var pluralName: String {
        switch self {
        case .purchase, .permission, .userSetting, .flag: rawValue + "s"
        case .runtimeSwitch: rawValue + "es"
        case .platform: rawValue
        }
    }

    package var pluralTitle: String {
        switch self {
        case .userSetting: "user settings"
        case .runtimeSwitch: "runtime switches"
        case .platform: "platforms"
        case .purchase, .permission, .flag: pluralName
        }
    }

    package var subject: String {
        switch self {
        case .purchase: "product"
        case .userSetting, .runtimeSwitch: "feature"
        case .permission, .flag, .platform: rawValue
        }
    }

    package var phrase: String {
        switch self {
        case .purchase, .permission: "a \(subject)'s status"
        case .userSetting: "the user setting of a feature"
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
        case .userSetting, .runtimeSwitch, .flag: ["on", "off"]
        case .platform: []
        }
    }

    /// A noun phrase for a value of the kind, for error messages.
    package var valueTitle: String {
        switch self {
        case .purchase: "status of a product"
        case .permission: "status of a permission"
        case .userSetting: "value of a user setting"
        case .runtimeSwitch: "value of a runtime switch"
        case .flag: "value of a flag"
        case .platform: "platform and version"
        }
    }

    /// The spellings of the values with and without what the fact grants, such as `authorized` and `denied`.
    ///
    /// They are `nil` for the platform, which can only be replaced by another platform.
    package var opposites: (granted: String, removed: String)? {
        switch self {
        case .purchase: (PurchaseStatus.purchased.rawValue, PurchaseStatus.notPurchased.rawValue)
        case .permission: (PermissionStatus.authorized.rawValue, PermissionStatus.denied.rawValue)
        case .userSetting, .runtimeSwitch, .flag: ("on", "off")
        case .platform: nil
        }
    }
}
