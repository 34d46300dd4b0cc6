#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A value laid over a fact's actual one.
public struct FactOverride: Hashable, Sendable {
    /// What the fact is forced to.
    public let value: FactValue
    /// Who forced it.
    public let cause: Cause
    /// When.
    public let since: Date
    /// Why, in the words of whoever forced it.
    public let reason: String?
    /// When it expires; `nil` for an override that stays until it is removed.
    public let expiry: OverrideExpiry?

    /// Creates an override.
    public init(
        value: FactValue, cause: Cause, since: Date, reason: String? = nil, expiry: OverrideExpiry? = nil
    ) {
        self.value = value
        self.cause = cause
        self.since = since
        self.reason = reason
        self.expiry = expiry
    }

    /// Whether another override forces the same for the same reason and as long, whoever did it and when.
    func says(_ other: FactOverride?) -> Bool {
        value == other?.value && reason == other?.reason && expiry == other?.expiry
    }
}
