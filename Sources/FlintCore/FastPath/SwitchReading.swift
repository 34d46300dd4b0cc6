import FeatureGating
import Synchronization

/// What the switch of a feature was last found to be, for noticing without a lock that it still is.
///
/// A switch is read at every request, and nearly every reading finds what the one before has found. Only a reading that
/// finds something else takes the fact store's lock, which costs several times as much, as the benchmark suite
/// `fast-path` measures.
package struct SwitchReading: ~Copyable {
    /// The number of the newest reading and, in the lowest bits, what it has found; 0 there while that is being noted.
    private let newest = Atomic<UInt64>(0)
    private static let bits: UInt64 = 3
    private static let mask: UInt64 = 1 << bits - 1

    /// Creates a reading of nothing yet.
    package init() {}

    /// Takes a reading into account if it has found what is known.
    ///
    /// - Parameters:
    ///   - isOn: What it has found.
    ///   - number: Its number.
    /// - Returns: Whether there is nothing to note: it has found that, or a newer one is known.
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

    /// Begins to note a reading; the caller holds the fact store's lock.
    ///
    /// - Parameter number: Its number.
    /// - Returns: `false` if a newer one is known.
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

    /// Makes known what a reading has found, once the verdicts that depend on it are published.
    package func finish(_ isOn: Truth, number: UInt64) {
        newest.store(number << Self.bits | Self.code(of: isOn), ordering: .releasing)
    }

    private static func code(of truth: Truth) -> UInt64 { UInt64(truth.rawValue) + 1 }
}
