// SPDX-License-Identifier: MIT

extension FeatureSnapshot {
    /// The requirements that make the feature unavailable or undetermined.
    ///
    /// For an unavailable feature, these are the unmet requirements; for an undetermined feature, the requirements with
    /// an unknown value. Unmet alternatives are omitted while another alternative may still be met. The list is empty
    /// for an available feature.
    package var decidingRequirements: [RequirementState] {
        guard available != true else { return [] }
        let status: RequirementStatus = available == false ? .notSatisfied : .notDetermined
        return RequirementTree(requirements).search { $0.status == status }.map { requirements[$0] }
            .filter { !$0.isHeading && $0.kind != .parent }
    }

    /// The ``decidingRequirements`` in the notation of ``Expectations``, such as `purchase podcasts.premium`.
    package var decidingReasons: [String] {
        var reasons: [String] = []
        for reason in decidingRequirements.map(\.reason) where !reasons.contains(reason) { reasons.append(reason) }
        return reasons.sorted()
    }
}

extension RequirementState {
    package var reason: String {
        guard let key, kind != .registration, kind.fact?.isSingle != true else { return kind.rawValue }
        return "\(kind.rawValue) \(key)"
    }
}
