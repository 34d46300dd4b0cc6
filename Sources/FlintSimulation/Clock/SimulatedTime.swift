import FlintCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// How simulated time follows from real time, as a value that can be saved and shared.
package struct SimulatedTime: Sendable, Hashable, Codable {
    /// The greatest rate: a month in a second.
    package static let fastest = StoreAction.fastestRate

    /// A simulated moment.
    package private(set) var moment: Date
    /// The real moment at which it was that.
    package private(set) var since: Date
    /// How many simulated seconds pass in a real one; 1 for real time, 0 for a stopped clock.
    package private(set) var rate: Double

    /// Creates a relation.
    ///
    /// - Parameters:
    ///   - moment: A simulated moment.
    ///   - since: The real moment at which it is that.
    ///   - rate: From 0 to ``fastest``; anything else counts as the nearest.
    package init(moment: Date, since: Date, rate: Double = 1) {
        self.moment = CivilDate.clamped(moment)
        self.since = since
        self.rate = Self.clamped(rate)
    }

    /// The simulated moment at a real one; never before ``moment``, also when the machine's clock is set back.
    package func now(at real: Date) -> Date {
        let passed = max(0, real.timeIntervalSince(since)) * Self.clamped(rate)
        return CivilDate.clamped(passed.isFinite ? moment.addingTimeInterval(passed) : moment)
    }

    /// The relation that continues from the same simulated moment at another rate.
    func running(at rate: Double, from real: Date) -> SimulatedTime {
        SimulatedTime(moment: now(at: real), since: real, rate: rate)
    }

    /// The relation that continues from another simulated moment at the same rate.
    func set(to moment: Date, at real: Date) -> SimulatedTime {
        SimulatedTime(moment: moment, since: real, rate: rate)
    }

    /// How many real seconds it takes until a simulated moment; `nil` if it never comes.
    func seconds(until date: Date, from real: Date) -> Double? {
        let rate = Self.clamped(rate)
        return rate > 0 ? max(0, date.timeIntervalSince(now(at: real)) / rate) : nil
    }

    private static func clamped(_ rate: Double) -> Double {
        rate.isNaN ? 0 : min(max(0, rate), fastest)
    }
}
