// SPDX-License-Identifier: MIT

/// One dimension of a ``StateSpace``: a fact with a fixed number of values.
package struct StateVariable: Hashable, Sendable {
    package let index: Int

    init(index: Int) {
        self.index = index
    }
}

/// A test of one variable, which holds if the variable has one of the accepted values.
package struct StateAtom: Hashable, Sendable {
    package let variable: StateVariable
    /// The accepted values, with bit *n* for value *n*.
    ///
    /// Bits beyond the variable's values are ignored.
    package let values: UInt64

    /// Creates a test of a variable.
    ///
    /// - Parameters:
    ///   - variable: The variable to test.
    ///   - values: The accepted values, with bit *n* for value *n*.
    package init(_ variable: StateVariable, in values: UInt64) {
        self.variable = variable
        self.values = values
    }
}

/// The set of all combinations of values of several variables.
///
/// A product that is owned or not owned is a variable with two values. A permission is a variable with five values, one
/// for each status. A state assigns a value to each variable, so the number of states is the product of the variables'
/// value counts.
///
/// ```swift
/// var space = StateSpace()
/// let pro = space.addVariable(valueCount: 2)
/// let camera = space.addVariable(valueCount: 5)
/// let condition = Requirement.all([.fact(StateAtom(pro, in: 0b10)), .fact(StateAtom(camera, in: 0b1))])
/// space.count(meeting: condition)   // 1 met, 9 unmet
/// ```
package struct StateSpace: Sendable {
    /// The maximum number of values of a variable.
    package static let maximumValueCount = UInt64.bitWidth

    private(set) var valueCounts: [Int] = []

    /// Creates a space without variables, which has exactly one state.
    package init() {}

    /// Adds a variable.
    ///
    /// - Parameter valueCount: The number of values. It is clamped to the range from 1 to ``maximumValueCount``.
    /// - Returns: The variable, for use in a ``StateAtom``.
    package mutating func addVariable(valueCount: Int) -> StateVariable {
        valueCounts.append(min(max(1, valueCount), Self.maximumValueCount))
        return StateVariable(index: valueCounts.count - 1)
    }

    package var variableCount: Int { valueCounts.count }

    package var stateCount: StateCount { valueCounts.reduce(.one) { $0 * StateCount($1) } }

    func allValues(of variable: StateVariable) -> UInt64 {
        .max >> UInt64(Self.maximumValueCount - valueCounts[variable.index])
    }
}

/// The number of states that meet a requirement and the number of states that do not.
///
/// Both numbers are stored, because subtraction from the number of all states is impossible when that number is
/// saturated.
package struct StateCounts: Hashable, Sendable {
    package var met: StateCount
    package var unmet: StateCount

    package var all: StateCount { met + unmet }

    /// Creates the counts for a requirement that is met in every state or in none.
    init(all: StateCount, areMet: Bool) {
        met = areMet ? all : .zero
        unmet = areMet ? .zero : all
    }

    init(met: StateCount, unmet: StateCount) {
        self.met = met
        self.unmet = unmet
    }

    /// Multiplies both numbers by the number of combinations of the variables that the requirement does not mention.
    static func * (counts: StateCounts, factor: StateCount) -> StateCounts {
        StateCounts(met: counts.met * factor, unmet: counts.unmet * factor)
    }

    static func += (counts: inout StateCounts, other: StateCounts) {
        counts.met = counts.met + other.met
        counts.unmet = counts.unmet + other.unmet
    }

    /// Returns the counts of a conjunction or disjunction with another requirement that shares no variables.
    func combined(with other: StateCounts, isConjunction: Bool) -> StateCounts {
        isConjunction
            ? StateCounts(met: met * other.met, unmet: unmet * other.all + met * other.unmet)
            : StateCounts(met: met * other.all + unmet * other.met, unmet: unmet * other.unmet)
    }
}
