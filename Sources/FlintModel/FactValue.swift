// SPDX-License-Identifier: MIT

public import FeatureGating
import FlintFoundation

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
    /// One of the values of an app's own fact, by its name.
    indirect case choice(String)
    /// A whole number, for an app's own fact.
    case number(Int)
    /// A version, for an app's own fact.
    indirect case version(PlatformVersion)
    /// A date, for an app's own fact.
    case date(Date)
    /// The reason that the fact has no value.
    case absent(FactAbsence)

    /// Whether the value meets a requirement that names only the fact.
    ///
    /// It is unknown for values that need a more specific requirement, such as a balance or a version.
    package var truth: Truth {
        switch self {
        case .truth(let truth): truth
        case .permission(let status): status.truth
        case .absent(let absence): absence.truth
        case .balance, .platform, .choice, .number, .version, .date: .unknown
        }
    }

    /// Whether the value is unknown and could turn out to be any other value.
    package var isUnknown: Bool {
        if case .absent(let absence) = self { absence.truth == .unknown } else { self == .truth(.unknown) }
    }

    /// Returns whether the value is at least another value, or `nil` if it is unknown or the two are not comparable.
    func isAtLeast(_ least: FactValue) -> Bool? {
        switch (self, least) {
        case (.number(let value), .number(let least)): value >= least
        case (.version(let value), .version(let least)): value >= least
        case (.date(let value), .date(let least)): value >= least
        case (.absent(let absence), _): absence.truth.boolValue
        case (.truth, _), (.permission, _), (.balance, _), (.platform, _), (.choice, _), (.number, _), (.version, _),
            (.date, _):
            nil
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
    package init?(_ text: String, of key: FactKey) {
        guard let value = key.domain.value(text) ?? (key.kind.isOwn ? FactValue(withoutValue: text) : nil) else {
            return nil
        }
        self = value
    }

    private init?(withoutValue text: String) {
        if text == PurchaseStatus.unknown.rawValue {
            self = .truth(.unknown)
        } else if let absence = FactAbsence(rawValue: text) {
            self = .absent(absence)
        } else {
            return nil
        }
    }

    /// Returns the text that ``init(_:of:)`` accepts.
    ///
    /// This is the notation of overrides, which cannot express a balance or an unknown setting. A balance becomes the
    /// unknown purchase status, and an unknown setting, switch, or flag becomes `off`. One of the framework's facts
    /// without a value is written like one that was never reported. Use ``exactText(of:)`` to preserve these values.
    package func overrideText(of key: FactKey) -> String {
        if case .absent = self, !key.kind.isOwn { return key.unreportedValue.overrideText(of: key) }
        if key.kind.isOwn, self == .truth(.unknown) { return PurchaseStatus.unknown.rawValue }
        return key.domain.choice(self)?.id ?? plainText
    }

    private var plainText: String {
        switch self {
        case .platform(let platform): platform.label
        case .balance: PurchaseStatus.unknown.rawValue
        case .truth, .permission: "off"
        case .choice(let name): name
        case .number(let number): String(number)
        case .version(let version): version.description
        case .date(let date): date.formatted(.iso8601)
        case .absent(let absence): absence.rawValue
        }
    }

    /// Returns the text that ``init(_:of:)`` accepts, or `nil` for an unknown value that no text represents.
    package func knownText(of key: FactKey) -> String? {
        if case .absent = self, !key.kind.isOwn { return key.unreportedValue.knownText(of: key) }
        return self == .truth(.unknown) && !key.kind.isOwn && key.domain.choice(self) == nil
            ? nil : overrideText(of: key)
    }

    /// Creates a value from the text that ``exactText(of:)`` returns, or returns `nil` for any other text.
    package init?(exact text: String, of kind: FactKind) {
        if kind == .purchase, let balance = Int(text) {
            self = .balance(balance)
        } else if text == PurchaseStatus.unknown.rawValue, kind != .permission, kind != .platform {
            self = .truth(.unknown)
        } else if text.hasPrefix("absent:"), let absence = FactAbsence(rawValue: String(text.dropFirst(7))) {
            self = .absent(absence)
        } else if let value = kind.isOwn ? FactValue(tagged: text) : kind.domain.value(text) {
            self = value
        } else {
            return nil
        }
    }

    /// Returns text that preserves the value, except for the details of a platform.
    ///
    /// A balance is written as its number, and an unknown truth value as `unknown`. The value of an app's own fact
    /// begins with its type, as in `version:9.6`, so that it can be read without the fact's description.
    package func exactText(of kind: FactKind) -> String {
        switch self {
        case .balance(let left): String(left)
        case .truth(.unknown): PurchaseStatus.unknown.rawValue
        case .truth, .permission, .platform:
            (kind.isOwn ? FactDomain.yesNo : kind.domain).choice(self)?.id ?? plainText
        case .choice: "choice:" + plainText
        case .number: "number:" + plainText
        case .version: "version:" + plainText
        case .date: "date:" + plainText
        case .absent: "absent:" + plainText
        }
    }

    private init?(tagged text: String) {
        guard let colon = text.firstIndex(of: ":") else {
            guard let value = FactDomain.yesNo.value(text) else { return nil }
            self = value
            return
        }
        let rest = String(text[text.index(after: colon)...])
        let value: FactValue? =
            switch text[..<colon] {
            case "choice": .choice(rest)
            case "number": FactDomain.number.value(rest)
            case "version": FactDomain.version.value(rest)
            case "date": FactDomain.date.value(rest)
            default: nil
            }
        guard let value else { return nil }
        self = value
    }
}
