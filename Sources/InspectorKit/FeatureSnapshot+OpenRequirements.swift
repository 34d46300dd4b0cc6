extension FeatureSnapshot {
    /// The requirement to name and to deal with first, or `nil` if the feature is available.
    public var blockingRequirement: RequirementState? {
        guard let firstBlocking, requirements.indices.contains(firstBlocking) else { return nil }
        return requirements[firstBlocking]
    }

    /// The requirements that keep the feature from being available, headings of alternatives among them.
    ///
    /// A requirement that is not met does not count if it is one of several alternatives of which another is met.
    public var openRequirements: [RequirementState] {
        var rows: [RequirementState] = []
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

    /// The facts that keep the feature from being available, the blocking requirement first.
    public var openFacts: [RequirementState] {
        let open = openRequirements.filter { !$0.kind.isHeading && $0.kind != .parent }
        guard let first = blockingRequirement, !first.kind.isHeading else { return open }
        return [first] + open.filter { $0 != first }
    }
}
