// SPDX-License-Identifier: MIT

import FeatureGating

/// The kind of a requirement.
///
/// Most requirements depend on a fact and have the fact's kind. ``parent`` and ``registration`` do not depend on a
/// single fact, and ``anyOf`` and ``allOf`` are headings of groups. The raw values appear as `kind` in JSON answers.
public enum RequirementKind: Sendable, Hashable {
    /// A fact of a kind.
    case fact(FactKind)
    /// The availability of the group above the feature.
    case parent
    /// The registration of the feature.
    case registration
    /// A heading for alternatives.
    ///
    /// At least one part must be met.
    case anyOf
    /// A heading for a group in which all parts must be met.
    case allOf

    /// The operating system and its version.
    public static let platform = RequirementKind.fact(.platform)
    /// A system permission.
    public static let permission = RequirementKind.fact(.permission)
    /// Ownership of a product.
    public static let purchase = RequirementKind.fact(.purchase)
    /// The user setting of a feature.
    public static let userSetting = RequirementKind.fact(.userSetting)
    /// The runtime switch of a feature.
    public static let runtimeSwitch = RequirementKind.fact(.runtimeSwitch)
    /// A feature flag.
    public static let flag = RequirementKind.fact(.flag)

    /// Whether a row of this kind is a heading for deeper rows and has no fact.
    public var isHeading: Bool { self == .anyOf || self == .allOf }

    package var title: String { description }

    package var shortTitle: String { fact?.shortTitle ?? title }

    package var fact: FactKind? {
        if case .fact(let kind) = self { kind } else { nil }
    }
}

extension RequirementKind: CustomStringConvertible {
    /// The display name, such as "user setting".
    public var description: String { String(rawValue.map { $0 == "-" ? " " : $0 }) }
}

extension RequirementKind: RawRepresentable, Codable {
    private static let others: [String: RequirementKind] = [
        "parent": .parent, "registration": .registration, "any-of": .anyOf, "all-of": .allOf,
    ]

    /// The spelling in JSON answers, such as `user-setting` or `any-of`.
    public var rawValue: String {
        switch self {
        case .fact(let kind): kind.rawValue
        case .parent: "parent"
        case .registration: "registration"
        case .anyOf: "any-of"
        case .allOf: "all-of"
        }
    }

    /// Creates a kind from its spelling.
    ///
    /// Every spelling other than `parent`, `registration`, `any-of`, and `all-of` is a kind of fact.
    public init(rawValue: String) {
        self = Self.others[rawValue] ?? .fact(FactKind(rawValue: rawValue))
    }
}

/// The status of one requirement.
///
/// A status corresponds to a ``truth`` value. The raw values are the spellings in JSON answers.
public enum RequirementStatus: String, Codable, Sendable, Hashable, CaseIterable {
    /// The requirement is met.
    case satisfied
    /// The requirement is not met.
    case notSatisfied = "not-satisfied"
    /// The requirement depends on an unknown fact.
    case notDetermined = "not-determined"

    /// Creates the status for a truth value.
    public init(_ truth: Truth) {
        switch truth {
        case .true: self = .satisfied
        case .false: self = .notSatisfied
        case .unknown: self = .notDetermined
        }
    }

    /// The status as a truth value.
    public var truth: Truth {
        switch self {
        case .satisfied: .true
        case .notSatisfied: .false
        case .notDetermined: .unknown
        }
    }

    package var title: String {
        switch self {
        case .satisfied: "met"
        case .notSatisfied: "not met"
        case .notDetermined: "undetermined"
        }
    }
}

/// One requirement of a feature with its current state.
///
/// Nested requirements, as in "(A or B) and C", form a flat list in reading order. A heading row of kind
/// ``RequirementKind/anyOf`` or ``RequirementKind/allOf`` is followed by its parts, whose ``depth`` is greater by one.
public struct RequirementState: Codable, Sendable, Hashable {
    /// The kind of requirement, which determines the meaning of ``key``.
    public var kind: RequirementKind
    /// The key of the fact or the identifier of the parent.
    ///
    /// The key of a fact is a product identifier, a permission's name, a feature's identifier, or a flag's key. In a
    /// heading, it is `nil`, or the number of a group that appears in several places. Only the first heading with that
    /// number is followed by the group's parts.
    public var key: String?
    /// The title, such as "Premium subscription".
    public var title: String
    /// The title and the value as a sentence, such as "Premium subscription is not purchased".
    public var statement: String
    /// The required number of units of a consumable product.
    public var quantity: Int?
    /// Whether the requirement is met.
    public var status: RequirementStatus
    /// The effective value for display, such as "not purchased" or "iOS 17.2".
    public var value: String
    /// The effective value, or `nil` for a requirement that does not depend on a single fact.
    ///
    /// In JSON, the value has the same spelling as in commands, such as `not-purchased`. A balance is spelled as its
    /// number.
    public var state: FactValue?
    /// The overriding value for display, or `nil` without an override.
    public var override: String?
    /// The reported value that takes effect later, or `nil` if no value is waiting.
    public var waiting: WaitingValue?
    /// The source of the value, such as "store", "system", or "override".
    public var source: String
    /// The identifier of the ancestor that declares the requirement, or `nil` if the feature itself declares it.
    public var inheritedFrom: String?
    /// The number of headings above the row.
    public var depth = 0
    /// Whether the requirement, or a requirement below it, blocks the feature.
    public var isBlocking: Bool
    /// Limits on the granted access, which ``value`` spells out.
    ///
    /// JSON omits the property if access is not limited.
    public var attributes: [PermissionAttribute]?
    /// The remedy for an unmet requirement, or `nil` if the usual remedy for its kind applies.
    ///
    /// JSON omits the property if it is `nil`.
    public var remedy: Remedy?
    /// The value with which a plan meets the requirement, or `nil` if the kind of fact determines the value.
    package var target: FactValue?
    /// Whether removing an override meets the requirement.
    package var isMetWithoutOverride = false

    /// Creates a requirement's state.
    ///
    /// The default statement consists of the title and the value. An unmet requirement is blocking by default.
    package init(
        kind: RequirementKind, key: String?, title: String, statement: String? = nil, status: RequirementStatus,
        value: String, source: String
    ) {
        (self.kind, self.key, self.title) = (kind, key, title)
        self.statement = statement ?? "\(title) is \(value)"
        (self.status, self.value, self.source) = (status, value, source)
        isBlocking = status != .satisfied
    }

    /// Whether the row is a heading for the deeper rows that follow.
    public var isHeading: Bool { kind.isHeading }

    package var truth: Truth { status.truth }

    package var factReference: FactReference? {
        guard let kind = kind.fact, let key else { return nil }
        return FactReference(kind: kind, key: key)
    }

    private enum CodingKeys: CodingKey {
        case kind, key, title, statement, quantity, status, value, state, override, source, inheritedFrom, depth
        case isBlocking, waiting, attributes, remedy
    }

    /// Decodes the representation that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(RequirementKind.self, forKey: .kind)
        key = try container.decodeIfPresent(String.self, forKey: .key)
        title = try container.decode(String.self, forKey: .title)
        statement = try container.decode(String.self, forKey: .statement)
        quantity = try container.decodeIfPresent(Int.self, forKey: .quantity)
        status = try container.decode(RequirementStatus.self, forKey: .status)
        value = try container.decode(String.self, forKey: .value)
        let spelledState = try container.decodeIfPresent(String.self, forKey: .state)
        state = kind.fact.flatMap { kind in
            spelledState.flatMap { FactValue(exact: $0, of: kind) }
        }
        override = try container.decodeIfPresent(String.self, forKey: .override)
        source = try container.decode(String.self, forKey: .source)
        let record = try container.decodeIfPresent(WaitingValue.Record.self, forKey: .waiting)
        waiting = kind.fact.flatMap { kind in record.flatMap { WaitingValue($0, of: kind) } }
        inheritedFrom = try container.decodeIfPresent(String.self, forKey: .inheritedFrom)
        depth = try container.decode(Int.self, forKey: .depth)
        isBlocking = try container.decode(Bool.self, forKey: .isBlocking)
        attributes = try container.decodeIfPresent([PermissionAttribute].self, forKey: .attributes)
        remedy = try container.decodeIfPresent(Remedy.self, forKey: .remedy)
    }

    /// Encodes every key except ``attributes`` and ``remedy``, with an explicit `null` for absent values.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(key, forKey: .key)
        try container.encode(title, forKey: .title)
        try container.encode(statement, forKey: .statement)
        try container.encode(quantity, forKey: .quantity)
        try container.encode(status, forKey: .status)
        try container.encode(value, forKey: .value)
        try container.encode(kind.fact.flatMap { state?.exactText(of: $0) }, forKey: .state)
        try container.encode(override, forKey: .override)
        try container.encode(source, forKey: .source)
        try container.encode(inheritedFrom, forKey: .inheritedFrom)
        try container.encode(depth, forKey: .depth)
        try container.encode(isBlocking, forKey: .isBlocking)
        try container.encode(
            kind.fact.flatMap { kind in waiting.map { WaitingValue.Record($0, of: kind) } }, forKey: .waiting)
        try container.encodeIfPresent(attributes, forKey: .attributes)
        try container.encodeIfPresent(remedy, forKey: .remedy)
    }
}
