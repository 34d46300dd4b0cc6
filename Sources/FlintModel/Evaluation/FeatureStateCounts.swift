// SPDX-License-Identifier: MIT

package import FeatureGating

/// An exact count of the states in which a feature is available.
///
/// A state assigns a value to each fact that the feature and the groups above it depend on.
/// ``ExplanationBasis/stateCounts(progress:)`` creates the counts.
package struct FeatureStateCounts: Sendable {
    package struct Variable: Sendable, Hashable {
        package let title: String
        /// The number of values that are distinguished.
        ///
        /// It is 2 for facts that are on or off, 5 for a permission, and the number of platforms for the platform.
        package let valueCount: Int
    }

    package let counts: StateCounts
    /// Whether every value that requirements distinguish is counted.
    ///
    /// At most ``FactRegions/limit`` values of a fact are counted.
    package let isExact: Bool
    package let variables: [Variable]
    package let condition: String
}

extension ExplanationBasis {
    /// Counts the states in which the feature is available, or returns `nil` if the count was canceled.
    ///
    /// The platform has one value for each operating system, in its newest version. Past purchases are ignored.
    ///
    /// Counting can take a long time if the feature depends on a large number of facts. The closure receives the
    /// completed fraction about once per millisecond and returns whether to continue.
    package func stateCounts(progress: @escaping (Double) -> Bool = { _ in true }) -> FeatureStateCounts? {
        var reader = StateSpaceReader(basis: self)
        let requirement = Requirement.all(reader.requirements)
        var share = 0.0
        guard
            let counts = reader.space.count(
                meeting: requirement, progress: { share = $0 }, shouldContinue: { progress(share) })
        else { return nil }
        let minimal = reader.space.minimalCondition(of: requirement)
        return FeatureStateCounts(
            counts: counts, isExact: reader.hasEveryValue, variables: reader.variables,
            condition: minimal.map { reader.title(of: $0) }.displayText)
    }
}
