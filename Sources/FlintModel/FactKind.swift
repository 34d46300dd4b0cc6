// SPDX-License-Identifier: MIT

import FeatureGating

/// A kind of fact.
///
/// The raw values are the spellings on the command line, in JSON answers, and in saved files. There, facts of each kind
/// have these keys and values:
///
/// - ``purchase``: The key is a product identifier. The values are the raw values of ``PurchaseStatus``.
/// - ``permission``: The key is a permission's name. The values are the raw values of ``PermissionStatus``.
/// - ``userSetting`` and ``runtimeSwitch``: The key is a feature's identifier. The values are `on` and `off`.
/// - ``flag``: The key is a flag's key. The values are `on` and `off`.
/// - ``platform``: The key is `current`. A value is a name and a version, such as `watchOS 9.0`.
public struct FactKind: RawRepresentable, Sendable, CaseIterable {
    /// The ownership of a product.
    public static let purchase = FactKind(
        Traits(
            "purchase", subject: "product", plural: "purchases", phrase: "a product's status",
            valueTitle: "status of a product", shortTitle: "purchase", example: "purchase premium purchased",
            domain: .purchases))
    /// The status of a system permission.
    public static let permission = FactKind(
        Traits(
            "permission", subject: "permission", plural: "permissions", phrase: "a permission's status",
            valueTitle: "status of a permission", shortTitle: "permission", example: "permission camera denied",
            domain: .permissions))
    /// The user setting of a feature.
    public static let userSetting = FactKind(
        Traits(
            "user-setting", subject: "feature", plural: "user-settings", phrase: "the user setting of a feature",
            valueTitle: "value of a user setting", shortTitle: "setting", example: "user-setting FEATURE on",
            switchPlace: " in the app's settings", domain: .onOff, titlesNameKind: true))
    /// The runtime switch of a feature.
    public static let runtimeSwitch = FactKind(
        Traits(
            "runtime-switch", subject: "feature", plural: "runtime-switches", phrase: "the runtime switch of a feature",
            valueTitle: "value of a runtime switch", shortTitle: "runtime", example: "runtime-switch FEATURE on",
            switchPlace: " with its runtime switch", developerReason: "runtime switches are set in code",
            domain: .onOff, titlesNameKind: true))
    /// The value of a feature flag.
    public static let flag = FactKind(
        Traits(
            "flag", subject: "flag", plural: "flags", phrase: "a feature flag", valueTitle: "value of a flag",
            shortTitle: "flag", example: "flag KEY on", developerReason: "flags are set for all users", domain: .onOff,
            titlesNameKind: true))
    /// The platform and its version.
    public static let platform = FactKind(
        Traits(
            "platform", subject: "platform", plural: "platforms", phrase: "the platform",
            valueTitle: "platform and version", shortTitle: "platform", example: "platform watchOS 9",
            domain: .platforms, isSingle: true))

    /// The default kind of an app's own facts.
    public static let fact = FactKind(rawValue: "fact")

    /// The kinds that the framework provides, in the order in which lists show them.
    public static let allCases: [FactKind] = [.purchase, .permission, .userSetting, .runtimeSwitch, .flag, .platform]

    private let traits: Traits

    private init(_ traits: Traits) {
        self.traits = traits
    }

    /// Creates a kind from its spelling.
    ///
    /// - Parameter rawValue: The spelling: lowercase letters, digits, and hyphens. It must begin with a letter.
    public init(rawValue: String) {
        self =
            Self.allCases.first { $0.rawValue == rawValue }
            ?? FactKind(
                Traits(
                    rawValue, subject: "fact", plural: rawValue + "s", phrase: "a fact of the app's own",
                    valueTitle: "value of a fact", shortTitle: rawValue, example: rawValue + " NAME VALUE",
                    domain: .choices([]), isOwn: true))
    }

    package var isFree: Bool {
        isOwn && Self.isSpelling(rawValue)
            && !["toggle", "past-purchases", "parent", "registration", "any-of", "all-of"].contains(rawValue)
    }

    /// Returns the text with hyphens in place of characters that are not allowed in names of facts.
    package static func spelling(of text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLowercase || $0.isNumber) ? $0 : "-" })
    }

    package static func isSpelling(_ text: String) -> Bool {
        let isLetter = { (byte: UInt8) in UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy {
            isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-")
        }
    }

    /// The spelling of the kind, such as `user-setting`.
    public var rawValue: String { traits.rawValue }

    private final class Traits: Sendable {
        let rawValue: String
        let subject: String
        let plural: String
        let phrase: String
        let valueTitle: String
        let shortTitle: String
        let example: String
        let switchPlace: String
        let developerReason: String?
        let domain: FactDomain
        let isSingle: Bool
        let titlesNameKind: Bool
        let isOwn: Bool

        init(
            _ rawValue: String, subject: String, plural: String, phrase: String, valueTitle: String,
            shortTitle: String, example: String, switchPlace: String = "", developerReason: String? = nil,
            domain: FactDomain, isSingle: Bool = false, titlesNameKind: Bool = false, isOwn: Bool = false
        ) {
            (self.rawValue, self.subject, self.plural, self.phrase) = (rawValue, subject, plural, phrase)
            (self.valueTitle, self.shortTitle, self.example) = (valueTitle, shortTitle, example)
            (self.switchPlace, self.developerReason, self.domain) = (switchPlace, developerReason, domain)
            (self.isSingle, self.titlesNameKind, self.isOwn) = (isSingle, titlesNameKind, isOwn)
        }
    }
}

extension FactKind: Hashable {
    /// Compares an app's own kinds by their spelling, and the framework's kinds by identity.
    public static func == (lhs: FactKind, rhs: FactKind) -> Bool {
        lhs.traits === rhs.traits || lhs.isOwn && rhs.isOwn && lhs.rawValue == rhs.rawValue
    }

    /// Hashes the spelling of an app's own kind, and the identity of the framework's kinds.
    public func hash(into hasher: inout Hasher) {
        if isOwn { hasher.combine(rawValue) } else { hasher.combine(ObjectIdentifier(traits)) }
    }
}

extension FactKind {
    package var title: String { description }

    /// The command-line name for all facts of the kind, in the singular for the platform.
    package var pluralName: String { traits.isSingle ? rawValue : traits.plural }

    package var pluralTitle: String { Self.spaced(traits.plural) }

    private static func spaced(_ name: String) -> String { String(name.map { $0 == "-" ? " " : $0 }) }

    package var subject: String { traits.subject }

    package var phrase: String { traits.phrase }

    package var valueTitle: String { traits.valueTitle }

    /// The name of the kind in narrow columns, such as "setting".
    package var shortTitle: String { traits.shortTitle }

    package var example: String { traits.example }

    package var belongsToFeature: Bool { traits.subject == "feature" }

    package var isSingle: Bool { traits.isSingle }

    package var titlesNameKind: Bool { traits.titlesNameKind }

    package var switchPlace: String { traits.switchPlace }

    package var developerReason: String? { traits.developerReason }

    package var domain: FactDomain { traits.domain }

    package var isOwn: Bool { traits.isOwn }

    /// The spellings of all values, or an empty list for a kind with too many values.
    package var values: [String] { domain.choices.map(\.id) }

    /// The values that mean granted and not granted, such as `authorized` and `denied`.
    ///
    /// They are `nil` for a kind without such values, such as the platform.
    package var opposites: (granted: FactChoice, removed: FactChoice)? {
        func choice(_ truth: Truth) -> FactChoice? { domain.choices.first { $0.value.truth == truth } }
        guard let granted = choice(.true), let removed = choice(.false) else { return nil }
        return (granted, removed)
    }
}

extension FactKind: CustomStringConvertible {
    /// The display name, such as "user setting".
    public var description: String { Self.spaced(rawValue) }
}
