/// What features can be found by besides what lists show of them: their descriptions and what they require.
///
/// Texts and lists of requirements that several features share are kept once, so that a search looks at each only once.
package struct FeatureTexts: Sendable, Hashable {
    /// What a feature itself requires, whatever its value.
    package struct Requirement: Codable, Sendable, Hashable {
        /// What kind of thing is required.
        package let kind: RequirementKind
        /// What is required, such as "Premium subscription".
        package let title: String
        /// The key of the fact behind it, if people know it by that.
        package let key: String?

        /// Creates a requirement from its parts.
        package init(kind: RequirementKind, title: String, key: String? = nil) {
            (self.kind, self.title, self.key) = (kind, title, key)
        }

        /// Returns whether a text occurs in the title, the key or the kind.
        package func contains(_ needle: TextNeedle) -> Bool {
            needle.isIn(title) || key.map(needle.isIn) == true || needle.isIn(kind.rawValue)
        }
    }

    /// The different descriptions; the first is that of features without one.
    package private(set) var descriptions = [""]
    /// The different lists of requirements; the first is that of features without any.
    package private(set) var requirements: [[Requirement]] = [[]]
    private var descriptionByNumber: [Int32] = []
    private var requirementsByNumber: [Int32] = []
    private var knownDescriptions: [String: Int32] = ["": 0]
    private var knownRequirements: [[Requirement]: Int32] = [[]: 0]

    /// Creates an empty collection.
    package init() {}

    /// Adds the texts of a feature.
    ///
    /// - Parameters:
    ///   - number: The feature's number, as in ``FeatureSummary/number``; a negative one is left out.
    ///   - description: What the feature offers.
    ///   - requirements: What the feature itself requires.
    package mutating func add(number: Int, description: String, requirements: [Requirement]) {
        guard number >= 0 else { return }
        let missing = number + 1 - descriptionByNumber.count
        if missing > 0 {
            descriptionByNumber += Array(repeating: 0, count: missing)
            requirementsByNumber += Array(repeating: 0, count: missing)
        }
        descriptionByNumber[number] = Self.index(of: description, in: &descriptions, &knownDescriptions)
        requirementsByNumber[number] = Self.index(of: requirements, in: &self.requirements, &knownRequirements)
    }

    /// Returns the index of a feature's description among ``descriptions``; 0 for a feature that is not known.
    package func descriptionIndex(of number: Int32) -> Int32 {
        descriptionByNumber.indices.contains(Int(number)) ? descriptionByNumber[Int(number)] : 0
    }

    /// Returns the index of a feature's requirements among ``requirements``; 0 for a feature that is not known.
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
    // Only the texts, each once: the other properties are made from them.
    private enum CodingKeys: CodingKey {
        case descriptions, requirements, descriptionByNumber, requirementsByNumber
    }

    /// Decodes the texts, and counts again what is kept once.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        descriptions = try container.decode([String].self, forKey: .descriptions)
        requirements = try container.decode([[Requirement]].self, forKey: .requirements)
        descriptionByNumber = try container.decode([Int32].self, forKey: .descriptionByNumber)
        requirementsByNumber = try container.decode([Int32].self, forKey: .requirementsByNumber)
        guard descriptionByNumber.allSatisfy({ descriptions.indices.contains(Int($0)) }),
            requirementsByNumber.allSatisfy({ requirements.indices.contains(Int($0)) })
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "A number names no text."))
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
