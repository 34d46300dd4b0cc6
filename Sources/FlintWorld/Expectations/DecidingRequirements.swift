// SPDX-License-Identifier: MIT

extension FeatureSnapshot {
    /// The requirements that make the feature unavailable or undetermined.
    ///
    /// For an unavailable feature, these are the unmet requirements; for an undetermined feature, the requirements with
    /// an unknown value. Unmet alternatives are omitted while another alternative may still be met. The list is empty
    /// for an available feature.
    package var decidingRequirements: [RequirementState] {
        guard available != true else { return [] }
        var reader = DecidingReader(rows: requirements, status: available == false ? .notSatisfied : .notDetermined)
        return reader.requirements
    }

    /// The ``decidingRequirements`` in the notation of ``Expectations``, such as `purchase podcasts.premium`.
    package var decidingReasons: [String] {
        var reasons: [String] = []
        for reason in decidingRequirements.map(\.reason) where !reasons.contains(reason) { reasons.append(reason) }
        return reasons.sorted()
    }
}

extension RequirementState {
    /// The requirement in the notation of ``Expectations``, such as `platform`.
    package var reason: String {
        switch kind {
        case .platform, .registration: kind.rawValue
        case .permission, .purchase, .userSetting, .runtimeSwitch, .flag, .parent, .anyOf, .allOf:
            key.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue
        }
    }
}

/// Collects the requirements that have a given status from flat rows, skipping groups that have another status.
private struct DecidingReader {
    /// The maximum depth of nested groups.
    ///
    /// Deeper rows are ignored.
    private static let depthLimit = 100

    let rows: [RequirementState]
    let status: RequirementStatus
    private var index = 0
    /// The requirements found in shared groups, by group number.
    private var groups: [String: [RequirementState]] = [:]

    init(rows: [RequirementState], status: RequirementStatus) {
        self.rows = rows
        self.status = status
    }

    var requirements: [RequirementState] {
        mutating get {
            var found: [RequirementState] = []
            while index < rows.count { found += part() }
            return found
        }
    }

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
