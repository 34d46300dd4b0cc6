// SPDX-License-Identifier: MIT

/// A description of a feature's action for front ends.
///
/// ``FeatureSnapshot/actions`` contains a description of each declared action, in order of declaration. The ``id`` is
/// the action's type name, which is unique within the feature. To perform the action, send ``Command/perform(_:)`` with
/// an ``ActionInvocation``.
package struct ActionSnapshot: Codable, Sendable, Hashable, Identifiable {
    package var id: String
    package var name: String
    package var description: String
    /// Whether the app offers the action to its users.
    ///
    /// Only the app's own code performs other actions.
    package var published: Bool
    @NullWhenAbsent package var input: ActionInputSnapshot?
    @NullWhenAbsent package var presenter: String?
    @NullWhenAbsent package var location: CodeLocation?

    package init(
        id: String, name: String, description: String, published: Bool, input: ActionInputSnapshot?,
        presenter: String?, location: CodeLocation? = nil
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.published = published
        self.input = input
        self.presenter = presenter
        self.location = location
    }
}

package struct ActionInputSnapshot: Codable, Sendable, Hashable {
    package var type: String
    /// Whether the input can be decoded from text.
    ///
    /// Front ends cannot perform an action whose input is not decodable.
    package var isDecodable: Bool
    package var fields: [InputFieldSnapshot]

    package init(type: String, isDecodable: Bool, fields: [InputFieldSnapshot]) {
        self.type = type
        self.isDecodable = isDecodable
        self.fields = fields
    }
}

/// A named value of an action's input.
///
/// People type it as `name=value` on the command line. The description explains the value in a few words.
package struct InputFieldSnapshot: Codable, Sendable, Hashable {
    package var name: String
    package var description: String
    package var isRequired: Bool
    /// Whether the value must not be shown or recorded.
    package var isSensitive: Bool

    package init(name: String, description: String, isRequired: Bool, isSensitive: Bool = false) {
        self.name = name
        self.description = description
        self.isRequired = isRequired
        self.isSensitive = isSensitive
    }
}

/// A request to perform an action, identified by the ids of the feature and the action.
///
/// The input consists of named values, which are decoded in the same way as the parameters of a route.
package struct ActionInvocation: Codable, Sendable, Hashable {
    package var feature: String
    package var action: String
    package var input: [String: String]

    package init(feature: String, action: String, input: [String: String] = [:]) {
        self.feature = feature
        self.action = action
        self.input = input
    }
}
