// SPDX-License-Identifier: MIT

import FeatureGating
import FlintFoundation

/// A fact that availability can depend on: its actual value, its override, and its source.
///
/// A source reports the actual value, and an override replaces it for development and tests. Features see the
/// ``effective`` value. A fact is a snapshot with value semantics.
public struct Fact: Hashable, Sendable {
    /// The value that the source reports.
    public var actual: FactValue
    /// The override, or `nil` if the actual value applies.
    public var override: FactOverride? {
        get { box?.override }
        set { box = .make(override: newValue, waiting: waiting) }
    }
    /// The reported value that takes effect later, or `nil` if no value is waiting.
    public var waiting: WaitingValue? {
        get { box?.waiting }
        set { box = .make(override: override, waiting: newValue) }
    }
    /// The source of the actual value.
    public var source: FactSource
    /// The date on which the actual value last changed.
    public var since: Date

    /// The number of the newest reading of the actual value, or 0 if the value was reported without a reading.
    package var reading: UInt64 = 0
    /// The override and the waiting value in separate storage, because there may be many facts and most have neither.
    private var box: RarePartsBox?

    /// The value that features see: the override's value or, without an override, the actual value.
    public var effective: FactValue { override?.value ?? actual }

    package init(actual: FactValue, override: FactOverride? = nil, source: FactSource, since: Date) {
        self.actual = actual
        box = .make(override: override, waiting: nil)
        self.source = source
        self.since = since
    }

    /// Returns whether two facts have equal values, overrides, sources, and dates, regardless of their readings.
    public static func == (lhs: Fact, rhs: Fact) -> Bool {
        lhs.actual == rhs.actual && lhs.box == rhs.box && lhs.source == rhs.source && lhs.since == rhs.since
    }

    /// Returns whether two states of a fact have the same actual value and are overridden with the same value.
    ///
    /// They then have the same effect on every condition. Pass `nil` for a fact that is not known.
    package static func haveSameValues(_ first: Fact?, _ second: Fact?) -> Bool {
        first?.actual == second?.actual && first?.override?.value == second?.override?.value
    }

    /// Hashes the values, the override, the source, and the date.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(actual)
        hasher.combine(box)
        hasher.combine(source)
        hasher.combine(since)
    }
}

extension Fact {
    package static func unreported(_ key: FactKey) -> Fact {
        Fact(actual: key.unreportedValue, source: .unreported, since: Date())
    }

    package func assuming(actual value: FactValue) -> Fact {
        var fact = self
        fact.actual = value
        if fact.waiting != nil { fact.waiting = nil }
        return fact
    }

    package func assuming(override value: FactValue?) -> Fact {
        var fact = self
        fact.override = value.map { FactOverride(value: $0, cause: .whatIf, since: since) }
        return fact
    }
}

extension Cause {
    package static let whatIf: Cause = "what-if"
}

private final class RarePartsBox: Hashable, Sendable {
    let override: FactOverride?
    let waiting: WaitingValue?

    private init(override: FactOverride?, waiting: WaitingValue?) {
        self.override = override
        self.waiting = waiting
    }

    static func make(override: FactOverride?, waiting: WaitingValue?) -> RarePartsBox? {
        override == nil && waiting == nil ? nil : RarePartsBox(override: override, waiting: waiting)
    }

    static func == (lhs: RarePartsBox, rhs: RarePartsBox) -> Bool {
        lhs.override == rhs.override && lhs.waiting == rhs.waiting
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(override)
        hasher.combine(waiting)
    }
}

/// A value that replaces a fact's actual value.
///
/// The override applies until it is removed or until it expires. The fact retains its actual value.
public struct FactOverride: Hashable, Sendable {
    /// The value that features see while the override applies.
    public let value: FactValue
    /// The originator of the override.
    public let cause: Cause
    /// The date on which the override was applied.
    public let since: Date
    /// The caller's reason for the override, or `nil` if the caller gave no reason.
    public let reason: String?
    /// The expiry, or `nil` if the override applies until it is removed.
    public let expiry: OverrideExpiry?

    package init(
        value: FactValue, cause: Cause, since: Date, reason: String? = nil, expiry: OverrideExpiry? = nil
    ) {
        self.value = value
        self.cause = cause
        self.since = since
        self.reason = reason
        self.expiry = expiry
    }

    package func matches(_ other: FactOverride?) -> Bool {
        value == other?.value && reason == other?.reason && expiry == other?.expiry
    }
}

/// The source of a fact's actual value.
///
/// The source of a feature flag names the provider and the reason for its value, such as `remote, TARGETING_MATCH`.
public struct FactSource: StringName {
    /// The display name.
    public let rawValue: String

    /// Creates a source with a display name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The purchase tracker.
    public static let store: FactSource = "store"
    /// The operating system or its substitute in a test or simulation.
    public static let system: FactSource = "system"
    /// The user, by changing a user setting.
    public static let user: FactSource = "user"
    /// The default value that the feature declares, which applies until the user changes the setting.
    public static let declaredDefault: FactSource = "default"
    /// The app, by setting the fact.
    public static let app: FactSource = "app"
    /// The app's code, through `isEnabled`.
    public static let program: FactSource = "program"
    /// No source, because the value was never reported.
    public static let unreported: FactSource = "unknown"
}
