extension FeatureSnapshot {
    /// The requirements that decide why the feature is not available: facts that are not met, or, while its availability
    /// is not known, those that are not known; empty for a feature that is available.
    ///
    /// An alternative that is not met does not count while another one may be.
    package var decidingRequirements: [RequirementState] {
        guard available != true else { return [] }
        var reader = DecidingReader(rows: requirements, status: available == false ? .notSatisfied : .notDetermined)
        return reader.requirements
    }

    /// The ``decidingRequirements`` as ``Expectations`` name them, such as `purchase podcasts.premium`.
    package var decidingReasons: [String] {
        var reasons: [String] = []
        for reason in decidingRequirements.map(\.reason) where !reasons.contains(reason) { reasons.append(reason) }
        return reasons.sorted()
    }
}

extension RequirementState {
    /// The requirement as ``Expectations`` name it, such as `purchase podcasts.premium` or `platform`.
    package var reason: String {
        switch kind {
        case .platform, .registration: kind.rawValue
        case .permission, .purchase, .toggle, .runtimeSwitch, .flag, .parent, .anyOf, .allOf:
            key.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue
        }
    }
}

/// Reads the flat rows of requirements for those of one status that lead to the same status of the feature.
private struct DecidingReader {
    /// How many groups one in the other are read; what is deeper is left out.
    private static let depthLimit = 100

    let rows: [RequirementState]
    let status: RequirementStatus
    private var index = 0
    /// What is found in the groups that are in several places, by number.
    private var groups: [String: [RequirementState]] = [:]

    init(rows: [RequirementState], status: RequirementStatus) {
        self.rows = rows
        self.status = status
    }

    /// What is found in all rows.
    var requirements: [RequirementState] {
        mutating get {
            var found: [RequirementState] = []
            while index < rows.count { found += part() }
            return found
        }
    }

    /// Reads the row at hand with everything below it.
    private mutating func part() -> [RequirementState] {
        let row = rows[index]
        index += 1
        guard row.isHeading else { return row.status == status && row.kind != .parent ? [row] : [] }
        if let number = row.key, let known = groups[number] { return row.status == status ? known : [] }
        var found: [RequirementState] = []
        while index < rows.count, rows[index].depth > row.depth {
            if row.depth < Self.depthLimit { found += part() } else { index += 1 }
        }
        if let number = row.key { groups[number] = found }
        return row.status == status ? found : []
    }
}
