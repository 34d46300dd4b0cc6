#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A fact whose values are of one type.
public struct TypedFact<Value: Hashable & Sendable>: Hashable, Sendable {
    /// What really holds.
    public let actual: Value
    /// What is laid over it, if anything.
    public let override: Value?
    /// Who says what really holds.
    public let source: FactSource
    /// When the actual value was last set to something else.
    public let since: Date

    /// What features see: the override if there is one, else what really holds.
    public var effective: Value { override ?? actual }

    /// Reads a fact, or `nil` if its values are of another type.
    init?(_ fact: Fact?, _ value: (FactValue) -> Value?) {
        guard let fact, let actual = value(fact.actual) else { return nil }
        self.actual = actual
        override = fact.override.flatMap { value($0.value) }
        source = fact.source
        since = fact.since
    }
}
