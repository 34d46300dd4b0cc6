/// One row of a feature's requirements: what is needed, what holds now, and who says so.
///
/// Nested requirements, as in "(A or B) and C", come as a flat list in reading order. A heading row of kind
/// ``RequirementKind/anyOf`` or ``RequirementKind/allOf`` is followed by its parts, one ``depth`` further in.
public struct RequirementSnapshot: Codable, Sendable, Hashable {
    /// What sort of thing is asked for.
    public var kind: RequirementKind
    /// The identifier of the fact behind it: a product id, permission name, feature id or platform; `nil` in headings.
    public var key: String?
    /// What is asked for, in words, such as "Premium subscription".
    public var title: String
    /// What is asked for and its value as a sentence, such as "Premium subscription is not purchased".
    public var statement: String
    /// Whether it is met.
    public var status: RequirementStatus
    /// The effective value in words, such as "not purchased" or "iOS 17.2".
    public var value: String
    /// The overriding value in words, or `nil` while the actual value stands.
    public var override: String?
    /// Who says so, such as "store", "system" or "override".
    public var source: String
    /// The id of the ancestor that declares it, or `nil` if the feature itself does.
    public var inheritedFrom: String?
    /// How deeply the row is nested under headings; 0 at the top.
    public var depth: Int

    /// Creates a row from its parts; without a statement it is put together of the title and the value.
    public init(
        kind: RequirementKind, key: String?, title: String, statement: String? = nil, status: RequirementStatus,
        value: String, override: String? = nil, source: String, inheritedFrom: String? = nil, depth: Int = 0
    ) {
        self.kind = kind
        self.key = key
        self.title = title
        self.statement = statement ?? "\(title) is \(value)"
        self.status = status
        self.value = value
        self.override = override
        self.source = source
        self.inheritedFrom = inheritedFrom
        self.depth = depth
    }

    /// Encodes every key, with an explicit `null` for what is absent, so that the shape of an answer never varies.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(key, forKey: .key)
        try container.encode(title, forKey: .title)
        try container.encode(statement, forKey: .statement)
        try container.encode(status, forKey: .status)
        try container.encode(value, forKey: .value)
        try container.encode(override, forKey: .override)
        try container.encode(source, forKey: .source)
        try container.encode(inheritedFrom, forKey: .inheritedFrom)
        try container.encode(depth, forKey: .depth)
    }
}
