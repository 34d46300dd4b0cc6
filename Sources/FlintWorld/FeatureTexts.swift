// SPDX-License-Identifier: MIT

/// Searchable content of features that lists do not show: descriptions, requirements, and actions.
///
/// If several features share a description or a list of requirements, it is stored once, so that a search examines it
/// only once. Features refer to these values by index, and index 0 is the empty value.
package struct FeatureTexts: Sendable, Hashable {
    /// A requirement that a feature itself declares, without its current value.
    package struct Requirement: Codable, Sendable, Hashable {
        package let kind: RequirementKind
        package let title: String
        package let key: String?

        package init(kind: RequirementKind, title: String, key: String? = nil) {
            (self.kind, self.title, self.key) = (kind, title, key)
        }

        package func hasText(where isMatch: (String) -> Bool) -> Bool {
            isMatch(title) || key.map(isMatch) == true || isMatch(kind.rawValue)
        }
    }

    /// An action of a feature.
    ///
    /// ``feature`` is the number of the feature, as in ``FeatureSummary/number``.
    package struct Action: Codable, Sendable, Hashable {
        package let feature: Int32
        package let id: String
        package let name: String
    }

    package private(set) var actions: [Action] = []
    package private(set) var descriptions = [""]
    package private(set) var requirements: [[Requirement]] = [[]]
    private var descriptionByNumber: [Int32] = []
    private var requirementsByNumber: [Int32] = []
    private var knownDescriptions: [String: Int32] = ["": 0]
    private var knownRequirements: [[Requirement]: Int32] = [[]: 0]

    package init() {}

    package mutating func add(
        number: Int, description: String, requirements: [Requirement],
        actions: [(id: String, name: String)] = []
    ) {
        guard number >= 0 else { return }
        self.actions += actions.map { Action(feature: Int32(clamping: number), id: $0.id, name: $0.name) }
        let missing = number + 1 - descriptionByNumber.count
        if missing > 0 {
            descriptionByNumber += Array(repeating: 0, count: missing)
            requirementsByNumber += Array(repeating: 0, count: missing)
        }
        descriptionByNumber[number] = Self.index(of: description, in: &descriptions, &knownDescriptions)
        requirementsByNumber[number] = Self.index(of: requirements, in: &self.requirements, &knownRequirements)
    }

    package func descriptionIndex(of number: Int32) -> Int32 {
        descriptionByNumber.indices.contains(Int(number)) ? descriptionByNumber[Int(number)] : 0
    }

    package func requirementsIndex(of number: Int32) -> Int32 {
        requirementsByNumber.indices.contains(Int(number)) ? requirementsByNumber[Int(number)] : 0
    }

    private static func index<Value: Hashable>(
        of value: Value, in values: inout [Value], _ known: inout [Value: Int32]
    ) -> Int32 {
        if let index = known[value] { return index }
        let index = Int32(clamping: values.count)
        values.append(value)
        known[value] = index
        return index
    }
}

extension FeatureTexts: Codable {
    private enum CodingKeys: CodingKey {
        case descriptions, requirements, actions, descriptionByNumber, requirementsByNumber
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        descriptions = try container.decode([String].self, forKey: .descriptions)
        requirements = try container.decode([[Requirement]].self, forKey: .requirements)
        actions = try container.decode([Action].self, forKey: .actions)
        descriptionByNumber = try container.decode([Int32].self, forKey: .descriptionByNumber)
        requirementsByNumber = try container.decode([Int32].self, forKey: .requirementsByNumber)
        // The values can come from another process, and an index that is out of range would crash a search.
        guard descriptionByNumber.allSatisfy({ descriptions.indices.contains(Int($0)) }),
            requirementsByNumber.allSatisfy({ requirements.indices.contains(Int($0)) })
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "An index is out of range."))
        }
        knownDescriptions = Self.indices(of: descriptions)
        knownRequirements = Self.indices(of: requirements)
    }

    private static func indices<Value: Hashable>(of values: [Value]) -> [Value: Int32] {
        Dictionary(
            values.enumerated().map { ($0.element, Int32(clamping: $0.offset)) },
            uniquingKeysWith: { first, _ in first })
    }
}
