import FeatureGating

/// What reports say of a feature's availability.
struct AvailabilityReport: Codable, Hashable {
    let id: String
    let typeName: String
    let name: String
    /// Whether it is available; `nil` while that is not known.
    let available: Bool?
    /// What stands in the way, in a sentence; `nil` if nothing does.
    let reason: String?
    let requirements: [RequirementState]

    private enum CodingKeys: CodingKey {
        case id, typeName, name, available, reason, requirements
    }

    /// Takes what is known of a feature.
    init(_ metadata: FeatureMetadata, explanation: AvailabilityExplanation) {
        id = metadata.path.description
        typeName = metadata.typeName
        name = metadata.feature.name
        available = explanation.verdict.boolValue
        reason = explanation.verdict == .true ? nil : explanation.summary
        requirements = explanation.requirements
    }

    /// Writes `null` for what is not known, so that it differs from what is not said.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(typeName, forKey: .typeName)
        try container.encode(name, forKey: .name)
        try container.encode(available, forKey: .available)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encode(requirements, forKey: .requirements)
    }
}
