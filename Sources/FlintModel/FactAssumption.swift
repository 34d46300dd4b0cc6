// SPDX-License-Identifier: MIT

import FlintFoundation

/// A hypothetical state of a fact, which replaces the current state in a what-if question.
///
/// The actual value and the override can be assumed separately, and ``known(_:)`` assumes a complete fact. An
/// assumption never changes the fact itself.
///
/// ```swift
/// FactAssumption.actual(.truth(.true))   // for example, the store reports that the product is owned
/// FactAssumption.override(nil)           // the fact is not overridden
/// ```
package struct FactAssumption: Sendable, Hashable {
    package enum AssumedOverride: Sendable, Hashable {
        case present
        case none
        case value(FactValue)
    }

    /// The assumed actual value, or `nil` for the current value.
    package var actual: FactValue?
    package var override: AssumedOverride
    /// The assumed fact with both layers and its metadata, or `nil` if the layers are assumed separately.
    package var whole: Fact?

    /// Creates an assumption.
    ///
    /// The default values assume the current state.
    package init(actual: FactValue? = nil, override: AssumedOverride = .present) {
        self.actual = actual
        self.override = override
    }

    package static func actual(_ value: FactValue) -> FactAssumption { FactAssumption(actual: value) }

    /// Returns an assumption that the fact has a certain override.
    ///
    /// Pass `nil` to assume no override.
    package static func override(_ value: FactValue?) -> FactAssumption {
        FactAssumption(override: value.map { .value($0) } ?? .none)
    }

    package static func known(_ fact: Fact) -> FactAssumption {
        var assumption = FactAssumption(
            actual: fact.actual, override: fact.override.map { .value($0.value) } ?? .none)
        assumption.whole = fact
        return assumption
    }

    package func isOverridden(_ fact: Fact?) -> Bool {
        switch override {
        case .present: fact?.override != nil
        case .none: false
        case .value: true
        }
    }

    /// Returns the assumed state of a fact.
    ///
    /// - Parameters:
    ///   - fact: The current state, or `nil` if the fact was never reported.
    ///   - key: The key of the fact.
    /// - Returns: The fact with the assumed layers.
    package func applied(to fact: Fact?, of key: FactKey) -> Fact {
        if let whole { return whole }
        var fact = fact ?? Fact(actual: key.unreportedValue, source: .unreported, since: Date())
        if let actual {
            fact.actual = actual
            if fact.waiting != nil { fact.waiting = nil }
        }
        switch override {
        case .present: break
        case .none: fact.override = nil
        case .value(let value): fact.override = FactOverride(value: value, cause: "what-if", since: fact.since)
        }
        return fact
    }
}
