// SPDX-License-Identifier: MIT

import FeatureGating

/// The proportion of fact combinations in which a feature is available.
///
/// ``ExplanationBasis/stateCounts(progress:)`` counts the combinations of the facts that the feature and its ancestors
/// depend on. The counts are strings of decimal digits because they can exceed the integers that JSON represents
/// exactly.
package struct AvailableStates: Codable, Sendable, Hashable {
    package struct Variable: Codable, Sendable, Hashable {
        package var title: String
        /// The number of values that are distinguished.
        ///
        /// It is 2 for facts that are on or off, 5 for a permission, and the number of platforms for the platform.
        package var values: Int
    }

    package var allowed: String
    package var all: String
    /// The proportion of states in which the feature is available, from 0 to 1.
    package var share: Double
    package var variables: [Variable]
    package var condition: String

    /// Whether the numbers are exact; otherwise they are too low.
    ///
    /// At most ``FactRegions/limit`` values of a fact are counted.
    package var isExact: Bool

    package var limitation: String? {
        isExact ? nil : "The numbers are too low: requirements tell too many values of a fact apart."
    }
}

extension ExplanationBasis {
    /// Counts the states in which the feature is available, or returns `nil` if the count was canceled.
    ///
    /// The platform has one value for each operating system, in its newest version. Past purchases are ignored.
    ///
    /// Counting can take a long time if the feature depends on a large number of facts. The closure receives the
    /// completed fraction about once per millisecond and returns whether to continue.
    package func stateCounts(progress: @escaping (Double) -> Bool = { _ in true }) -> AvailableStates? {
        var reader = StateSpaceReader(basis: self)
        let requirement = Requirement.all(reader.requirements)
        var share = 0.0
        guard
            let counts = reader.space.count(
                meeting: requirement, progress: { share = $0 }, shouldContinue: { progress(share) })
        else { return nil }
        let minimal = reader.space.minimalCondition(of: requirement)
        return AvailableStates(
            allowed: counts.met.description, all: counts.all.description,
            share: counts.met.approximateValue / counts.all.approximateValue, variables: reader.variables,
            condition: minimal.map { reader.title(of: $0) }.displayText, isExact: reader.hasEveryValue)
    }
}
