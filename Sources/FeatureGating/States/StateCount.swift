// SPDX-License-Identifier: MIT

/// A number of states, which is exact below 2^128 − 1 and saturates at that number.
///
/// Possibly saturated numbers are only added and multiplied. The results of these operations never decrease as the
/// operands grow. A result that is not saturated is therefore exact, even if an intermediate number was saturated.
///
/// The number consists of two words, because `UInt128` requires iOS 18.
package struct StateCount: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package init(_ value: Int) {
        self.init(high: 0, low: UInt64(value))
    }

    package static let zero = StateCount(0)
    package static let one = StateCount(1)

    private static let maximum = StateCount(high: .max, low: .max)

    package var isSaturated: Bool { self == .maximum }

    package var approximateValue: Double { Double(high) * 0x1p64 + Double(low) }

    package static func + (lhs: StateCount, rhs: StateCount) -> StateCount {
        let (low, carries) = lhs.low.addingReportingOverflow(rhs.low)
        let (sum, isTooLarge) = lhs.high.addingReportingOverflow(rhs.high)
        let (high, isTooLargeWithCarry) = sum.addingReportingOverflow(carries ? 1 : 0)
        return isTooLarge || isTooLargeWithCarry ? .maximum : StateCount(high: high, low: low)
    }

    /// Subtracts a number that is not larger.
    ///
    /// The result is exact only if neither number is saturated.
    static func - (lhs: StateCount, rhs: StateCount) -> StateCount {
        let (low, borrows) = lhs.low.subtractingReportingOverflow(rhs.low)
        return StateCount(high: lhs.high - rhs.high - (borrows ? 1 : 0), low: low)
    }

    package static func * (lhs: StateCount, rhs: StateCount) -> StateCount {
        let (carry, low) = lhs.low.multipliedFullWidth(by: rhs.low)
        // If both high words are nonzero, or the product of a high and a low word overflows, the result exceeds the
        // limit.
        let (first, isFirstTooLarge) = lhs.high.multipliedReportingOverflow(by: rhs.low)
        let (second, isSecondTooLarge) = lhs.low.multipliedReportingOverflow(by: rhs.high)
        let (sum, isSumTooLarge) = first.addingReportingOverflow(second)
        let (high, isTooLarge) = sum.addingReportingOverflow(carry)
        let isBeyondLimit =
            lhs.high > 0 && rhs.high > 0 || isFirstTooLarge || isSecondTooLarge || isSumTooLarge || isTooLarge
        return isBeyondLimit ? .maximum : StateCount(high: high, low: low)
    }
}

extension StateCount: Comparable, CustomStringConvertible {
    package static func < (lhs: StateCount, rhs: StateCount) -> Bool {
        (lhs.high, lhs.low) < (rhs.high, rhs.low)
    }

    package var description: String { isSaturated ? "at least \(digits)" : digits }

    private var digits: String {
        guard high > 0 else { return String(low) }
        // The largest power of ten in a word, so that the last 19 digits are the remainder.
        let divisor: UInt64 = 10_000_000_000_000_000_000
        let (quotient, last) = divisor.dividingFullWidth((high % divisor, low))
        let end = String(last)
        return StateCount(high: high / divisor, low: quotient).digits + String(repeating: "0", count: 19 - end.count)
            + end
    }
}
