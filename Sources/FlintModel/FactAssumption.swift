#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a question assumes of a fact in place of what is known, without changing anything.
///
/// A fact has two layers, the actual value and an override over it, and each can be assumed apart.
package struct FactAssumption: Sendable, Hashable {
    /// The override that is assumed.
    package enum AssumedOverride: Sendable, Hashable {
        /// The one there is, if any.
        case present
        /// None.
        case none
        /// One with this value.
        case value(FactValue)
    }

    /// The actual value; `nil` for the one there is.
    package var actual: FactValue?
    /// The override.
    package var override: AssumedOverride
    /// The whole fact, which has both layers and where they are from; `nil` unless all of it is assumed.
    package var whole: Fact?

    /// Creates an assumption; by default it is the fact as it is.
    package init(actual: FactValue? = nil, override: AssumedOverride = .present) {
        self.actual = actual
        self.override = override
    }

    /// Another actual value.
    package static func actual(_ value: FactValue) -> FactAssumption { FactAssumption(actual: value) }

    /// Another override, or none with `nil`.
    package static func override(_ value: FactValue?) -> FactAssumption {
        FactAssumption(override: value.map { .value($0) } ?? .none)
    }

    /// Another fact altogether, such as the one that it was before.
    package static func known(_ fact: Fact) -> FactAssumption {
        var assumption = FactAssumption(
            actual: fact.actual, override: fact.override.map { .value($0.value) } ?? .none)
        assumption.whole = fact
        return assumption
    }

    /// Returns whether a fact is assumed to be overridden, given the fact as it is.
    package func isOverridden(_ fact: Fact?) -> Bool {
        switch override {
        case .present: fact?.override != nil
        case .none: false
        case .value: true
        }
    }

    /// Returns a fact as it is assumed to be.
    ///
    /// - Parameters:
    ///   - fact: The fact as it is; `nil` if it was never reported.
    ///   - key: Which fact it is.
    /// - Returns: The fact with the layers that are assumed.
    package func applied(to fact: Fact?, of key: FactKey) -> Fact {
        if let whole { return whole }
        var fact = fact ?? Fact(actual: key.nothingKnown, source: .unreported, since: Date())
        if let actual { fact.actual = actual }
        switch override {
        case .present: break
        case .none: fact.override = nil
        case .value(let value): fact.override = FactOverride(value: value, cause: "what-if", since: fact.since)
        }
        return fact
    }
}
