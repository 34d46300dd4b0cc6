// SPDX-License-Identifier: MIT

package struct StateVariable: Hashable, Sendable {
    package let index: Int

    init(index: Int) {
        self.index = index
    }
}

package struct StateAtom: Hashable, Sendable {
    package let variable: StateVariable
    /// The accepted values, with bit *n* for value *n*.
    ///
    /// Bits beyond the variable's values are ignored.
    package let values: UInt64

    package init(_ variable: StateVariable, in values: UInt64) {
        self.variable = variable
        self.values = values
    }
}

/// The set of all value combinations of several variables.
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
    package static let maximumValueCount = UInt64.bitWidth

    private(set) var valueCounts: [Int] = []

    package init() {}

    /// Adds a variable, with a number of values that is clamped to the range from 1 to ``maximumValueCount``.
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

    init(all: StateCount, areMet: Bool) {
        met = areMet ? all : .zero
        unmet = areMet ? .zero : all
    }

    init(met: StateCount, unmet: StateCount) {
        self.met = met
        self.unmet = unmet
    }

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
