// SPDX-License-Identifier: MIT

import FlintFoundation

/// An open action stack: the actions that were performed with one feature in one session.
///
/// A feature's first action opens a stack, and every further action adds a step. If an action of another feature opens
/// a new stack, a step refers to that stack. Only the newest steps are retained.
package struct StackSnapshot: Codable, Sendable, Hashable, Identifiable {
    package struct Step: Codable, Sendable, Hashable {
        package enum Content: Codable, Sendable, Hashable {
            /// A requested action. The formatted input is `nil` if the action takes no input.
            case action(name: String, input: String?, source: String)
            /// The opening of another feature's stack.
            ///
            /// `id` identifies the other stack, which may have been closed since.
            case substack(id: String, featureName: String)
        }

        package var date: Date
        package var userInitiated: Bool
        package var content: Content

        package init(date: Date, userInitiated: Bool, content: Content) {
            self.date = date
            self.userInitiated = userInitiated
            self.content = content
        }
    }

    package var id: String
    package var featureID: String
    package var featureName: String
    package var session: String
    package var started: Date
    package var userInitiated: Bool
    package var parent: String?
    /// The number of all steps, including steps that are no longer retained.
    package var stepCount: Int
    /// The newest steps, oldest first.
    package var steps: [Step]

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
