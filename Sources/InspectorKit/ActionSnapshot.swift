/// An action of a feature, as front ends show it.
public struct ActionSnapshot: Codable, Sendable, Hashable, Identifiable {
    /// The action's type name, unique within its feature.
    public var id: String
    /// The name for people.
    public var name: String
    /// What the action does.
    public var description: String
    /// Whether the app offers the action to its users, rather than only using it itself.
    public var published: Bool
    /// What the action takes, or `nil` if it takes nothing.
    public var input: ActionInputSnapshot?
    /// The name of the presenter's type, or `nil` if it presents nothing.
    public var presenter: String?

    /// Creates a description of an action.
    public init(
        id: String, name: String, description: String, published: Bool, input: ActionInputSnapshot?,
        presenter: String?
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.published = published
        self.input = input
        self.presenter = presenter
    }

    /// Encodes every key, with an explicit `null` for what is absent.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(description, forKey: .description)
        try container.encode(published, forKey: .published)
        try container.encode(input, forKey: .input)
        try container.encode(presenter, forKey: .presenter)
    }
}
