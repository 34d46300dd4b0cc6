// SPDX-License-Identifier: MIT

/// The proportion of fact combinations in which a feature is available.
///
/// ``Inspector/states(of:progress:)`` counts the combinations of the facts that the feature and its ancestors depend
/// on. The counts are strings of decimal digits because they can exceed the integers that JSON represents exactly.
package struct AvailableStates: Codable, Sendable, Hashable {
    package struct Variable: Codable, Sendable, Hashable {
        package var title: String
        package var values: Int

        package init(title: String, values: Int) {
            self.title = title
            self.values = values
        }
    }

    /// The number of states in which the feature is available, in decimal digits.
    package var allowed: String
    /// The total number of states, in decimal digits.
    package var all: String
    /// The proportion of states in which the feature is available, from 0 to 1.
    package var share: Double
    package var variables: [Variable]
    /// The feature's condition in words, without redundant requirements.
    package var condition: String

    package init(allowed: String, all: String, part: Double, variables: [Variable], condition: String) {
        self.allowed = allowed
        self.all = all
        self.share = part
        self.variables = variables
        self.condition = condition
    }
}
