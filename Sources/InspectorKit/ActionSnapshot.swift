/// An action of a feature, as front ends show it.
package struct ActionSnapshot: Codable, Sendable, Hashable, Identifiable {
    /// The action's type name, unique within its feature.
    package var id: String
    /// The name for people.
    package var name: String
    /// What the action does.
    package var description: String
    /// Whether the app offers the action to its users, rather than only using it itself.
    package var published: Bool
    /// What the action takes, or `nil` if it takes nothing.
    @NullWhenAbsent package var input: ActionInputSnapshot?
    /// The name of the presenter's type, or `nil` if it presents nothing.
    @NullWhenAbsent package var presenter: String?

    /// Creates a description of an action.
    package init(
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
}

/// What an action takes as its input.
package struct ActionInputSnapshot: Codable, Sendable, Hashable {
    /// The name of the input's type.
    package var type: String
    /// Whether the input can be made from text, so that the action can be performed from outside the program.
    package var isDecodable: Bool
    /// The named values the input is made from; empty if the type does not describe them.
    package var fields: [InputFieldSnapshot]

    /// Creates a description of an input.
    package init(type: String, isDecodable: Bool, fields: [InputFieldSnapshot]) {
        self.type = type
        self.isDecodable = isDecodable
        self.fields = fields
    }
}

/// One named value an action's input is made from.
package struct InputFieldSnapshot: Codable, Sendable, Hashable {
    /// The name people type before the equals sign.
    package var name: String
    /// What the value means, in a few words.
    package var description: String
    /// Whether the action refuses to run without it.
    package var isRequired: Bool
    /// Whether what is typed must not be shown or recorded.
    package var isSensitive: Bool

    /// Creates a field.
    package init(name: String, description: String, isRequired: Bool, isSensitive: Bool = false) {
        self.name = name
        self.description = description
        self.isRequired = isRequired
        self.isSensitive = isSensitive
    }
}

/// An action to perform, by names, with its input as text.
package struct ActionInvocation: Codable, Sendable, Hashable {
    /// The id of the feature.
    package var feature: String
    /// The id of the action within the feature.
    package var action: String
    /// The input as named values, decoded as route parameters.
    package var input: [String: String]

    /// Creates an invocation.
    package init(feature: String, action: String, input: [String: String] = [:]) {
        self.feature = feature
        self.action = action
        self.input = input
    }
}
