/// In how many of the possible states of what a feature depends on it is available.
package struct AvailableStates: Codable, Sendable, Hashable {
    /// A fact with the number of values that it can have.
    package struct Variable: Codable, Sendable, Hashable {
        /// The fact, in a few words.
        package var title: String
        /// How many values it can have.
        package var values: Int

        /// Creates a variable.
        package init(title: String, values: Int) {
            self.title = title
            self.values = values
        }
    }

    /// How many states allow the feature, in digits, because there can be more than a number of JSON holds exactly.
    package var allowed: String
    /// How many states there are, in digits.
    package var all: String
    /// The part of the states that allow it, from 0 to 1.
    package var part: Double
    /// What the feature depends on, ancestors included.
    package var variables: [Variable]
    /// What is required, without what makes no difference.
    package var condition: String

    /// Creates the counts of a feature.
    package init(allowed: String, all: String, part: Double, variables: [Variable], condition: String) {
        self.allowed = allowed
        self.all = all
        self.part = part
        self.variables = variables
        self.condition = condition
    }
}
