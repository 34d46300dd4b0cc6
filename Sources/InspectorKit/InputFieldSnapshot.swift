/// One named value an action's input is made from.
public struct InputFieldSnapshot: Codable, Sendable, Hashable {
    /// The name people type before the equals sign.
    public var name: String
    /// What the value means, in a few words.
    public var description: String
    /// Whether the action refuses to run without it.
    public var isRequired: Bool
    /// Whether what is typed must not be shown or recorded.
    public var isSensitive: Bool

    /// Creates a field.
    public init(name: String, description: String, isRequired: Bool, isSensitive: Bool = false) {
        self.name = name
        self.description = description
        self.isRequired = isRequired
        self.isSensitive = isSensitive
    }
}
