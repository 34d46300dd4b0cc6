#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One thing that availability can depend on: what really holds, what is laid over it, and who says so.
public struct Fact: Hashable, Sendable {
    /// What really holds.
    public var actual: FactValue
    /// What is laid over it, if anything.
    public var override: FactOverride?
    /// Who says what really holds.
    public var source: FactSource
    /// When the actual value was last set to something else.
    public var since: Date

    /// What features see: the override if there is one, else what really holds.
    public var effective: FactValue { override?.value ?? actual }

    /// Creates a fact.
    public init(actual: FactValue, override: FactOverride? = nil, source: FactSource, since: Date) {
        self.actual = actual
        self.override = override
        self.source = source
        self.since = since
    }
}
