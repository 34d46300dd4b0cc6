// SPDX-License-Identifier: MIT

public import FeatureGating

/// The value of a fact.
///
/// The type of the value depends on the kind of fact. An unknown value is represented by ``truth(_:)`` with an unknown
/// truth value, or by a permission status that is not determined.
public enum FactValue: Hashable, Sendable {
    /// A truth value, for purchases, user settings, runtime switches, and feature flags.
    case truth(Truth)
    /// The status of a permission.
    case permission(PermissionStatus)
    /// The remaining units of a consumable product.
    case balance(Int)
    /// A platform and its version.
    ///
    /// The case is indirect because only one fact has a value this large.
    indirect case platform(CurrentPlatform)

    /// Whether the value meets a requirement that names only the fact.
    ///
    /// It is unknown for a balance and for a platform, whose requirements state more.
    package var truth: Truth {
        switch self {
        case .truth(let truth): truth
        case .permission(let status): status.truth
        case .balance, .platform: .unknown
        }
    }

    package var isTruth: Bool {
        if case .truth = self { true } else { false }
    }

    package var balance: Int? {
        if case .balance(let left) = self { left } else { nil }
    }

    package var permissionStatus: PermissionStatus? {
        if case .permission(let status) = self { status } else { nil }
    }

    package var currentPlatform: CurrentPlatform? {
        if case .platform(let platform) = self { platform } else { nil }
    }
}

// The text form in commands and files.
extension FactValue {
    /// Creates a value from its text form, or returns `nil` if the text is not a value of the kind.
    package init?(_ text: String, of kind: FactKind) {
        guard let value = kind.domain.value(text) else { return nil }
        self = value
    }

    /// Returns the text that ``init(_:of:)`` accepts.
    ///
    /// This is the notation of overrides, which can't express a balance or an unknown setting. A balance becomes the
    /// unknown purchase status, and an unknown setting, switch, or flag becomes `off`. Use ``exactText(of:)`` to
    /// preserve these values.
    package func text(of kind: FactKind) -> String {
        if let choice = kind.domain.choice(self) { return choice.id }
        return switch self {
        case .platform(let platform): platform.label
        case .balance: PurchaseStatus.unknown.rawValue
        case .truth, .permission: "off"
        }
    }

    /// Returns the text that ``init(_:of:)`` accepts, or `nil` for an unknown setting, switch, or flag.
    package func knownText(of kind: FactKind) -> String? {
        self == .truth(.unknown) && kind.domain.choice(self) == nil ? nil : text(of: kind)
    }

    /// Creates a value from the text that ``exactText(of:)`` returns, or returns `nil` if the text is not a value of
    /// the kind.
    package init?(exact text: String, of kind: FactKind) {
        if kind == .purchase, let balance = Int(text) {
            self = .balance(balance)
        } else if text == PurchaseStatus.unknown.rawValue, kind.domain.choices.first?.value.isTruth == true {
            self = .truth(.unknown)
        } else {
            self.init(text, of: kind)
        }
    }

    /// Returns text that preserves the value, except for the details of a platform.
    ///
    /// A balance is written as its number, and an unknown truth value as `unknown`.
    package func exactText(of kind: FactKind) -> String {
        switch self {
        case .balance(let left): String(left)
        case .truth(.unknown): PurchaseStatus.unknown.rawValue
        case .truth, .permission, .platform: text(of: kind)
        }
    }
}
