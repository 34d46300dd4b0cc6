#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// An open action stack: what has been done with one feature in one session since its use began.
package struct StackSnapshot: Codable, Sendable, Hashable, Identifiable {
    /// One step.
    package struct Step: Codable, Sendable, Hashable {
        /// What a step is.
        package enum Content: Codable, Sendable, Hashable {
            /// An action was requested; its input is formatted text, and `nil` if it takes none.
            case action(name: String, input: String?, source: String)
            /// The use of another feature began, in the stack with this id, which may have been closed since.
            case substack(id: String, featureName: String)
        }

        /// When it was requested.
        package var date: Date
        /// Whether the user initiated it.
        package var userInitiated: Bool
        /// What it is.
        package var content: Content

        /// Creates a step.
        package init(date: Date, userInitiated: Bool, content: Content) {
            self.date = date
            self.userInitiated = userInitiated
            self.content = content
        }
    }

    /// A number in digits, unique among the stacks of an app.
    package var id: String
    /// The id of the feature.
    package var featureID: String
    /// The feature's name for people.
    package var featureName: String
    /// The name of the session.
    package var session: String
    /// When the first action was requested.
    package var started: Date
    /// Whether the user initiated the first action.
    package var userInitiated: Bool
    /// The id of the open stack this one began in, or `nil` if it began in none.
    package var parent: String?
    /// How many steps there have been.
    package var stepCount: Int
    /// The newest steps, oldest first; of a stack that has long been open, the first ones are not kept.
    package var steps: [Step]

    /// Creates a stack from its parts.
    package init(
        id: String, featureID: String, featureName: String, session: String, started: Date, userInitiated: Bool,
        parent: String?, stepCount: Int, steps: [Step]
    ) {
        self.id = id
        self.featureID = featureID
        self.featureName = featureName
        self.session = session
        self.started = started
        self.userInitiated = userInitiated
        self.parent = parent
        self.stepCount = stepCount
        self.steps = steps
    }
}
