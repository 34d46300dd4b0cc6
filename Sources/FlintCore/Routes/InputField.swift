/// One named value an action's input is made from.
public struct InputField: Hashable, Sendable {
    /// The parameter's name.
    public let name: String
    /// What the value means, in a few words.
    public let description: String
    /// Whether the input cannot be made without it.
    public let isRequired: Bool
    /// Whether the value must not be shown while it is typed, nor recorded.
    public let isSensitive: Bool

    /// Creates a field.
    public init(_ name: String, description: String, isRequired: Bool = true, isSensitive: Bool = false) {
        self.name = name
        self.description = description
        self.isRequired = isRequired
        self.isSensitive = isSensitive
    }
}
