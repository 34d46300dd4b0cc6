import FeatureGating
import FlintCore
import InspectorKit

extension OverrideRecord {
    /// The record of an override, or `nil` for a fact that cannot be overridden.
    init?(key: FactKey, override: FactOverride) {
        guard let kind = Kind(key), let value = Self.words(for: override.value, kind) else { return nil }
        self.init(
            kind: kind, key: key.inspectorKey, value: value, reason: override.reason,
            limit: OverrideLimit(override.expiry), source: override.cause == .saved ? nil : override.cause.rawValue)
    }

    /// The value as a file keeps it, or `nil` if it is of another sort than the fact.
    private static func words(for value: FactValue, _ kind: Kind) -> String? {
        switch (kind, value) {
        case (.purchase, .truth(let truth)): PurchaseStatus(truth).rawValue
        case (.permission, .permission(let status)): PermissionStatus(status).rawValue
        case (.toggle, .truth(let truth)), (.runtimeSwitch, .truth(let truth)), (.flag, .truth(let truth)):
            truth == .true ? "on" : "off"
        case (.platform, .platform(let platform)): platform.label
        default: nil
        }
    }

    /// The command that forces the value, whatever the reason and the limit, or `nil` if it makes no sense.
    private var command: Command? {
        switch kind {
        case .purchase:
            PurchaseStatus(rawValue: value).map { .overridePurchase(productID: key, status: $0) }
        case .permission:
            PermissionStatus(rawValue: value).map { .overridePermission(permission: key, status: $0) }
        case .toggle:
            Self.isOn(value).map { .overrideToggle(feature: key, isOn: $0) }
        case .runtimeSwitch:
            Self.isOn(value).map { .overrideRuntimeSwitch(feature: key, isOn: $0) }
        case .flag:
            Self.isOn(value).map { .overrideFlag(key: key, isOn: $0) }
        case .platform:
            .overridePlatform(platform: value)
        }
    }

    /// The command that forces the value, whatever the reason and the limit.
    var forcingCommand: Command {
        get throws(CommandError) {
            guard let command else { throw CommandError("\(kind.rawValue) \(key) cannot be \"\(value)\".") }
            return command
        }
    }

    private static func isOn(_ value: String) -> Bool? {
        switch value {
        case "on": true
        case "off": false
        default: nil
        }
    }
}

extension OverrideRecord.Kind {
    /// The kind of record that keeps the override of a fact, or `nil` if none does.
    init?(_ key: FactKey) {
        switch key {
        case .purchase: self = .purchase
        case .permission: self = .permission
        case .userToggle: self = .toggle
        case .runtimeSwitch: self = .runtimeSwitch
        case .featureFlag: self = .flag
        case .platform: self = .platform
        case .pastPurchases: return nil
        }
    }

    /// The sort of fact the records are about.
    var factKind: FactKey.Kind {
        switch self {
        case .purchase: .purchase
        case .permission: .permission
        case .toggle: .userToggle
        case .runtimeSwitch: .runtimeSwitch
        case .flag: .featureFlag
        case .platform: .platform
        }
    }

    /// What the records are about, as people read it.
    var plural: String {
        switch self {
        case .purchase: "purchases"
        case .permission: "permissions"
        case .toggle: "toggles"
        case .runtimeSwitch: "switches"
        case .flag: "flags"
        case .platform: "the platform"
        }
    }
}

extension FactReference {
    /// The reference to a fact, or `nil` for one that front ends do not know.
    init?(_ key: FactKey) {
        guard let kind = Kind(key) else { return nil }
        self.init(kind: kind, key: key.inspectorKey)
    }
}

extension FactKey {
    /// The fact that a reference refers to, or `nil` for a permission that there is not.
    init?(_ reference: FactReference) {
        switch reference.kind {
        case .purchase: self = .purchase(productID: reference.key)
        case .permission:
            guard let permission = SystemPermissionConstraint.allCases.first(where: { $0.name == reference.key }) else {
                return nil
            }
            self = .permission(permission)
        case .toggle: self = .userToggle(feature: TopicPath(stringLiteral: reference.key))
        case .runtimeSwitch: self = .runtimeSwitch(feature: TopicPath(stringLiteral: reference.key))
        case .flag: self = .featureFlag(FeatureKey(rawValue: reference.key))
        case .platform: self = .platform
        }
    }
}
