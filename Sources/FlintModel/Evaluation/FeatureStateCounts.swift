package import FeatureGating

/// In how many of the possible states of what a feature depends on it is available, counted exactly.
package struct FeatureStateCounts: Sendable {
    /// A fact with the number of values that it can have.
    package struct Variable: Sendable, Hashable {
        /// The fact, in a few words.
        package let title: String
        /// How many values it has: 2 for what is owned or on, 5 for a permission, one for each platform.
        package let valueCount: Int
    }

    /// How many states allow the feature, and how many do not.
    package let counts: StateCounts
    /// What the feature and the groups above it depend on.
    package let variables: [Variable]
    /// What they require, without what makes no difference, such as "(Premium or Season pass) and Camera".
    package let condition: String
}

extension ExplanationBasis {
    /// Counts the states that allow the feature.
    ///
    /// The platform counts with one value for each platform, in its newest version. Past purchases are left out.
    ///
    /// - Parameter progress: Takes the share that is done, about once a millisecond, and returns whether to go on; a count
    ///   of very many facts can take long.
    /// - Returns: The counts; `nil` if the count was not to go on.
    package func stateCounts(progress: @escaping (Double) -> Bool = { _ in true }) -> FeatureStateCounts? {
        var reader = StateSpaceReader(basis: self)
        let requirement = Requirement.all(reader.requirements)
        var share = 0.0
        guard
            let counts = reader.space.count(
                meeting: requirement, progress: { share = $0 }, shouldContinue: { progress(share) })
        else { return nil }
        let minimal = reader.space.minimalCondition(of: requirement).requirement
        return FeatureStateCounts(
            counts: counts, variables: reader.variables, condition: minimal.map { reader.title(of: $0) }.words)
    }
}
