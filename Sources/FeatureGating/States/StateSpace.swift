/// A fact with a fixed number of values, as one dimension of a ``StateSpace``.
package struct StateVariable: Hashable, Sendable {
    /// The position of the variable in its space.
    package let index: Int

    init(index: Int) {
        self.index = index
    }
}

/// A test of one variable: it has one of some values.
package struct StateAtom: Hashable, Sendable {
    /// The variable.
    package let variable: StateVariable
    /// The accepted values, one bit for each; bits beyond the variable's values are ignored.
    package let values: UInt64

    /// Creates a test of a variable.
    ///
    /// - Parameters:
    ///   - variable: The variable.
    ///   - values: The accepted values, with bit *n* for value *n*.
    package init(_ variable: StateVariable, in values: UInt64) {
        self.variable = variable
        self.values = values
    }
}

/// All combinations of the values of some variables.
///
/// A product that is owned or not is a variable of two values, a permission one of five statuses. A state gives each
/// variable one of its values, so the number of states is the product of the numbers of values.
///
/// ```swift
/// var space = StateSpace()
/// let pro = space.addVariable(valueCount: 2)
/// let camera = space.addVariable(valueCount: 5)
/// let condition = Requirement.all([.fact(StateAtom(pro, in: 0b10)), .fact(StateAtom(camera, in: 0b1))])
/// space.count(meeting: condition)   // 1 met, 9 unmet
/// ```
package struct StateSpace: Sendable {
    /// The most values a variable may have.
    package static let mostValues = UInt64.bitWidth

    /// How many values each variable has.
    private(set) var valueCounts: [Int] = []

    /// Creates a space without variables, which has a single state.
    package init() {}

    /// Adds a variable.
    ///
    /// - Parameter valueCount: How many values it has, from 1 to ``mostValues``; fewer count as 1, more as the most.
    /// - Returns: The variable, for atoms.
    package mutating func addVariable(valueCount: Int) -> StateVariable {
        valueCounts.append(min(max(1, valueCount), Self.mostValues))
        return StateVariable(index: valueCounts.count - 1)
    }

    /// How many variables there are.
    package var variableCount: Int { valueCounts.count }

    /// How many states there are.
    package var stateCount: StateCount { valueCounts.reduce(.one) { $0 * StateCount($1) } }

    /// Returns the bits of all values of a variable.
    func allValues(of variable: StateVariable) -> UInt64 {
        .max >> UInt64(Self.mostValues - valueCounts[variable.index])
    }
}

/// A number of states, exact below 2^128 − 1 and saturated from there.
///
/// Every operation is a sum or a product, neither of which gets smaller as its operands grow. So a result that is not
/// saturated is exact, even where an intermediate number was.
package struct StateCount: Hashable, Sendable {
    /// The number, or the largest there is if it is saturated.
    package let value: UInt128

    /// Creates a number that is not negative.
    package init(_ value: some BinaryInteger) {
        self.value = UInt128(value)
    }

    /// No state.
    package static let zero = StateCount(UInt128.zero)
    /// A single state.
    package static let one = StateCount(1 as UInt128)

    /// Whether the number is 2^128 − 1 or any larger one.
    package var isSaturated: Bool { value == .max }

    /// Adds two numbers.
    package static func + (lhs: StateCount, rhs: StateCount) -> StateCount {
        let (sum, isTooLarge) = lhs.value.addingReportingOverflow(rhs.value)
        return StateCount(isTooLarge ? .max : sum)
    }

    /// Multiplies two numbers.
    package static func * (lhs: StateCount, rhs: StateCount) -> StateCount {
        let (product, isTooLarge) = lhs.value.multipliedReportingOverflow(by: rhs.value)
        return StateCount(isTooLarge ? .max : product)
    }
}

extension StateCount: Comparable, CustomStringConvertible {
    /// Compares two numbers; saturated ones are equal.
    package static func < (lhs: StateCount, rhs: StateCount) -> Bool { lhs.value < rhs.value }

    /// The number, or "at least" the largest there is.
    package var description: String { isSaturated ? "at least \(value)" : "\(value)" }
}

/// How many states meet a requirement, and how many do not.
///
/// Both numbers are kept, because the difference to the number of all states is unknown where that is saturated.
package struct StateCounts: Hashable, Sendable {
    /// How many states meet the requirement.
    package var met: StateCount
    /// How many states do not.
    package var unmet: StateCount

    /// How many states there are.
    package var all: StateCount { met + unmet }

    /// Creates the counts of a requirement that is met everywhere or nowhere.
    init(all: StateCount, areMet: Bool) {
        met = areMet ? all : .zero
        unmet = areMet ? .zero : all
    }

    /// Creates counts.
    init(met: StateCount, unmet: StateCount) {
        self.met = met
        self.unmet = unmet
    }

    /// Multiplies both numbers, as variables do that the requirement does not mention.
    static func * (counts: StateCounts, factor: StateCount) -> StateCounts {
        StateCounts(met: counts.met * factor, unmet: counts.unmet * factor)
    }

    /// Adds the counts of other states.
    static func += (counts: inout StateCounts, other: StateCounts) {
        counts.met = counts.met + other.met
        counts.unmet = counts.unmet + other.unmet
    }

    /// Returns the counts of both requirements together, or of one or the other, where they share no variable.
    func combined(with other: StateCounts, isConjunction: Bool) -> StateCounts {
        isConjunction
            ? StateCounts(met: met * other.met, unmet: unmet * other.all + met * other.unmet)
            : StateCounts(met: met * other.all + unmet * other.met, unmet: unmet * other.unmet)
    }
}
