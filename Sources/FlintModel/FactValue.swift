public import FeatureGating

/// What is known of a fact.
public enum FactValue: Hashable, Sendable {
    /// Yes, no, or not known: for purchases, user settings, switches and flags.
    case truth(Truth)
    /// The status of a permission.
    case permission(PermissionStatus)
    /// The number of units that are left of a consumable product.
    case balance(Int)
    /// A platform and its version, kept apart because only one fact has a value this large.
    indirect case platform(CurrentPlatform)

    /// The truth, or unknown if the value is of another type.
    package var truth: Truth {
        if case .truth(let truth) = self { truth } else { .unknown }
    }

    /// The number of units that are left, or `nil` if the value is of another type.
    package var balance: Int? {
        if case .balance(let left) = self { left } else { nil }
    }

    /// The permission's status, or `nil` if the value is of another type.
    package var permissionStatus: PermissionStatus? {
        if case .permission(let status) = self { status } else { nil }
    }

    /// The platform, or `nil` if the value is of another type.
    package var currentPlatform: CurrentPlatform? {
        if case .platform(let platform) = self { platform } else { nil }
    }
}

// The value as commands and files spell it.
extension FactValue {
    /// Creates the value that a text spells, or `nil` if it spells none of the kind.
    package init?(_ text: String, of kind: FactKind) {
        switch kind {
        case .purchase:
            guard let status = PurchaseStatus(rawValue: text) else { return nil }
            self = .truth(status.truth)
        case .permission:
            guard let status = PermissionStatus(rawValue: text) else { return nil }
            self = .permission(status)
        case .toggle, .runtimeSwitch, .flag:
            guard text == "on" || text == "off" else { return nil }
            self = .truth(Truth(text == "on"))
        case .platform:
            guard let platform = CurrentPlatform(text) else { return nil }
            self = .platform(platform)
        }
    }

    /// Returns the spelling of the value of a fact of some kind, which ``init(_:of:)`` reads; a balance, which nothing can
    /// be overridden with, is spelled as the status that it leaves open.
    package func text(of kind: FactKind) -> String {
        switch self {
        case .permission(let status): status.rawValue
        case .platform(let platform): platform.label
        case .balance: PurchaseStatus.unknown.rawValue
        case .truth(let truth): kind == .purchase ? PurchaseStatus(truth).rawValue : truth == .true ? "on" : "off"
        }
    }

    /// Creates the value that ``exactText(of:)`` spells, or `nil` if a text spells none of the kind.
    package init?(exact text: String, of kind: FactKind) {
        if kind == .purchase, let balance = Int(text) {
            self = .balance(balance)
        } else if text == PurchaseStatus.unknown.rawValue, kind != .permission, kind != .platform {
            self = .truth(.unknown)
        } else {
            self.init(text, of: kind)
        }
    }

    /// Returns the spelling of the value of a fact of some kind that loses nothing: a balance is its number, and what is
    /// not known is `unknown`.
    package func exactText(of kind: FactKind) -> String {
        switch self {
        case .balance(let left): String(left)
        case .truth(.unknown): PurchaseStatus.unknown.rawValue
        case .truth, .permission, .platform: text(of: kind)
        }
    }
}
