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

    /// Creates an override.
    public init(value: FactValue, cause: Cause, since: Date) {
        self.value = value
        self.cause = cause
        self.since = since
    }
}
