import FeatureGating

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// One thing that availability can depend on: its actual value, the override, and the source.
public struct Fact: Hashable, Sendable {
    /// The actual value.
    public var actual: FactValue
    /// The override, if there is one.
    public var override: FactOverride? {
        get { box?.override }
        set { box = newValue.map(OverrideBox.init) }
    }
    /// The source of the actual value.
    public var source: FactSource
    /// The date of the last change of the actual value.
    public var since: Date

    /// The number of the newest reading of the actual value; 0 if it was reported without being read.
    package var reading: UInt64 = 0
    /// Where the override is kept: apart, because most facts have none and there may be many facts.
    private var box: OverrideBox?

    /// The value features see: the override if there is one, else the actual value.
    public var effective: FactValue { override?.value ?? actual }

    /// Creates a fact.
    package init(actual: FactValue, override: FactOverride? = nil, source: FactSource, since: Date) {
        self.actual = actual
        box = override.map(OverrideBox.init)
        self.source = source
        self.since = since
    }

    /// Whether two facts have the same values since the same moment from the same source, whenever they were read.
    public static func == (lhs: Fact, rhs: Fact) -> Bool {
        lhs.actual == rhs.actual && lhs.box == rhs.box && lhs.source == rhs.source && lhs.since == rhs.since
    }

    /// Hashes the values, the source and the moment.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(actual)
        hasher.combine(box)
        hasher.combine(source)
        hasher.combine(since)
    }
}

/// An override that takes no room where there is none.
private final class OverrideBox: Hashable, Sendable {
    let override: FactOverride

    init(_ override: FactOverride) {
        self.override = override
    }

    static func == (lhs: OverrideBox, rhs: OverrideBox) -> Bool { lhs.override == rhs.override }

    func hash(into hasher: inout Hasher) { hasher.combine(override) }
}

/// A value applied over a fact's actual one.
public struct FactOverride: Hashable, Sendable {
    /// The overriding value.
    public let value: FactValue
    /// The cause of the override.
    public let cause: Cause
    /// The date of the override.
    public let since: Date
    /// The reason, as the caller gave it.
    public let reason: String?
    /// When it expires; `nil` for an override that stays until it is removed.
    public let expiry: OverrideExpiry?

    /// Creates an override.
    package init(
        value: FactValue, cause: Cause, since: Date, reason: String? = nil, expiry: OverrideExpiry? = nil
    ) {
        self.value = value
        self.cause = cause
        self.since = since
        self.reason = reason
        self.expiry = expiry
    }

    /// Whether another override has the same value, reason and expiry, whatever its cause and date.
    package func says(_ other: FactOverride?) -> Bool {
        value == other?.value && reason == other?.reason && expiry == other?.expiry
    }
}

/// The source of a fact's actual value.
public struct FactSource: StringName {
    /// The display name.
    public let rawValue: String

    /// Creates a source with a display name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The purchase tracker.
    public static let store: FactSource = "store"
    /// The operating system, or what stands in for it.
    public static let system: FactSource = "system"
    /// A choice the user has made.
    public static let user: FactSource = "user"
    /// The default that the feature declares, which counts until the user chooses.
    public static let declaredDefault: FactSource = "default"
    /// The program, through `isEnabled`.
    public static let program: FactSource = "program"
    /// The source has been asked and has not answered yet.
    public static let pending: FactSource = "pending"
    /// The value was never reported.
    public static let unreported: FactSource = "unknown"
}
