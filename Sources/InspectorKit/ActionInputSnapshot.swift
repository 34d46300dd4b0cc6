/// What an action takes as its input.
public struct ActionInputSnapshot: Codable, Sendable, Hashable {
    /// The name of the input's type.
    public var type: String
    /// Whether the input can be made from text, so that the action can be performed from outside the program.
    public var isDecodable: Bool
    /// The named values the input is made from; empty if the type does not describe them.
    public var fields: [InputFieldSnapshot]

    /// Creates a description of an input.
    public init(type: String, isDecodable: Bool, fields: [InputFieldSnapshot]) {
        self.type = type
        self.isDecodable = isDecodable
        self.fields = fields
    }
}
