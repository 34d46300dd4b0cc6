// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation

/// The relation between simulated and real time, as a value that can be saved and shared.
///
/// At the real time ``since``, the simulated time is ``moment``. From then on, it advances by ``rate`` simulated
/// seconds per real second. A value does not change as time passes; ``now(at:)`` derives the simulated time.
package struct SimulatedTime: Sendable, Hashable, Codable {
    /// The highest rate, which is 30 days per second.
    package static let fastest = StoreAction.fastestRate

    package private(set) var moment: Date
    package private(set) var since: Date
    package private(set) var rate: Double

    /// Creates a value whose rate is clamped to the range from 0 to ``fastest``.
    package init(moment: Date, since: Date, rate: Double = 1) {
        self.moment = CivilDate.clamped(moment)
        self.since = since
        self.rate = Self.clamped(rate)
    }

    /// Returns the simulated time at a real time.
    ///
    /// The result is never earlier than ``moment``, even if the machine's clock is set back.
    package func now(at real: Date) -> Date {
        let passed = max(0, real.timeIntervalSince(since)) * Self.clamped(rate)
        // A file can contain dates whose difference overflows.
        return CivilDate.clamped(passed.isFinite ? moment.addingTimeInterval(passed) : moment)
    }

    func running(at rate: Double, from real: Date) -> SimulatedTime {
        SimulatedTime(moment: now(at: real), since: real, rate: rate)
    }

    func set(to moment: Date, at real: Date) -> SimulatedTime {
        SimulatedTime(moment: moment, since: real, rate: rate)
    }

    func seconds(until date: Date, from real: Date) -> Double? {
        let rate = Self.clamped(rate)
        return rate > 0 ? max(0, date.timeIntervalSince(now(at: real)) / rate) : nil
    }

    private static func clamped(_ rate: Double) -> Double {
        rate.isNaN ? 0 : min(max(0, rate), fastest)
    }
}
