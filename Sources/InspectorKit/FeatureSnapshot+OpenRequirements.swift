extension FeatureSnapshot {
    /// The requirements that still stand in the way, headings of alternatives among them.
    ///
    /// A requirement that is not met does not count if it is one of several alternatives of which another is met.
    public var openRequirements: [RequirementSnapshot] {
        var rows: [RequirementSnapshot] = []
        var satisfiedDepth: Int?
        for row in requirements {
            if let depth = satisfiedDepth, row.depth > depth { continue }
            satisfiedDepth = nil
            if row.status != .satisfied {
                rows.append(row)
            } else if row.kind.isHeading {
                satisfiedDepth = row.depth
            }
        }
        return rows
    }
}
