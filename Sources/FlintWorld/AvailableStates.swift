// SPDX-License-Identifier: MIT

/// The proportion of fact combinations in which a feature is available.
///
/// ``World/states(of:progress:)`` counts the combinations of the facts that the feature and its ancestors depend on.
/// The counts are strings of decimal digits because they can exceed the integers that JSON represents exactly.
package struct AvailableStates: Codable, Sendable, Hashable {
    package struct Variable: Codable, Sendable, Hashable {
        package var title: String
        package var values: Int

        package init(title: String, values: Int) {
            self.title = title
            self.values = values
        }
    }

    package var allowed: String
    package var all: String
    /// The proportion of states in which the feature is available, from 0 to 1.
    package var share: Double
    package var variables: [Variable]
    package var condition: String

    /// Whether the numbers are exact; otherwise they are too low.
    package var isExact: Bool

    package init(
        allowed: String, all: String, part: Double, variables: [Variable], condition: String, isExact: Bool = true
    ) {
        self.allowed = allowed
        self.all = all
        self.share = part
        self.variables = variables
        self.condition = condition
        self.isExact = isExact
    }

    package var limitation: String? {
        isExact ? nil : "The numbers are too low: requirements tell too many values of a fact apart."
    }
}
