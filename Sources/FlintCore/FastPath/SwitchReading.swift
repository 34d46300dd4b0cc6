// SPDX-License-Identifier: MIT

import FeatureGating
import FlintLocks

/// The latest reading of a feature's runtime switch, which later readings can confirm without a lock.
///
/// A runtime switch is read on every request, and almost every reading returns the same value as the previous one. Only
/// a different value needs the fact store's lock. Taking the lock costs several times as much, as the benchmark suite
/// `fast-path` shows.
package struct SwitchReading: ~Copyable {
    /// The number of the latest reading, with the code of its value in the lowest bits.
    ///
    /// The code is 0 while a new value is being recorded.
    private let newest = Atomic<UInt64>(0)
    private static let bits: UInt64 = 3
    private static let mask: UInt64 = 1 << bits - 1

    package init() {}

    /// Adopts the number of a reading if its value equals the known one.
    ///
    /// The result is also `true` if a newer reading has been recorded. If the result is `false`, the caller must record
    /// the value.
    package func confirm(_ isOn: Truth, number: UInt64) -> Bool {
        var known = newest.load(ordering: .acquiring)
        while true {
            if known >> Self.bits >= number { return known & Self.mask != 0 }
            guard known & Self.mask == Self.code(of: isOn) else { return false }
            let (isExchanged, other) = newest.compareExchange(
                expected: known, desired: number << Self.bits | known & Self.mask, ordering: .acquiringAndReleasing)
            if isExchanged { return true }
            known = other
        }
    }

    /// Begins to record a reading with the fact store's lock held, or returns `false` if a newer reading is known.
    package func begin(number: UInt64) -> Bool {
        var known = newest.load(ordering: .acquiring)
        while known >> Self.bits < number {
            let (isExchanged, other) = newest.compareExchange(
                expected: known, desired: number << Self.bits, ordering: .acquiringAndReleasing)
            if isExchanged { return true }
            known = other
        }
        return false
    }

    /// Records the value of a reading after the verdicts that depend on it have been published.
    package func finish(_ isOn: Truth, number: UInt64) {
        newest.store(number << Self.bits | Self.code(of: isOn), ordering: .releasing)
    }

    private static func code(of truth: Truth) -> UInt64 { UInt64(truth.rawValue) + 1 }
}
