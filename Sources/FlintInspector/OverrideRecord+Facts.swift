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
}

extension FactValue {
    /// The value that a text stands for, or `nil` if it stands for none of the kind.
    init?(_ text: String, of kind: FactReference.Kind) {
        switch kind {
        case .purchase:
            guard let status = PurchaseStatus(rawValue: text) else { return nil }
            self = .truth(status.truth)
        case .permission:
            guard let status = PermissionStatus(rawValue: text) else { return nil }
            self = .permission(status.systemStatus)
        case .toggle, .runtimeSwitch, .flag:
            guard text == "on" || text == "off" else { return nil }
            self = .truth(Truth(text == "on"))
        case .platform:
            guard let platform = CurrentPlatform(text) else { return nil }
            self = .platform(platform)
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
