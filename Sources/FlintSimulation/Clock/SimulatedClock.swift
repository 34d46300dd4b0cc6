import FlintCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A clock that can be put forward, stopped and run fast.
///
/// It sets one timer at a time, for a moment its owner sets: with nothing due there is no timer. All members may be
/// called from any thread.
///
/// ```swift
/// let clock = SimulatedClock(rate: 0)
/// clock.advance(by: 31 * 86_400)
/// clock.rate = 86_400               // a day in a second from now on
/// ```
public final class SimulatedClock: Sendable {
    private struct State {
        var time: SimulatedTime
        var onChange: (@Sendable () -> Void)?
        /// What the machine's clock showed last.
        var machine: Date
        /// How far the machine's clock has been set back so far, in seconds.
        var setBack: Double = 0
        /// What is waited for.
        var awaited: Awaited?
    }

    /// A moment that the clock shows some time, and what is called then.
    private struct Awaited: Sendable {
        let date: Date
        let handler: @Sendable () -> Void
    }

    private let state: Protected<State>
    private let realTime: @Sendable () -> Date
    private let timer: any DeadlineTimer

    /// Creates a clock that follows the machine's own.
    ///
    /// - Parameters:
    ///   - now: What it shows; the real time by default.
    ///   - rate: How many seconds pass on it in a real one: 1 for real time, 0 for a stopped clock.
    public convenience init(now: Date? = nil, rate: Double = 1) {
        self.init(now: now, rate: rate, realTime: { Date() }, timer: MainQueueTimer())
    }

    /// Creates a clock that follows another.
    ///
    /// - Parameters:
    ///   - now: What it shows; the real time by default.
    ///   - rate: How many seconds pass on it in a real one.
    ///   - realTime: What time it really is.
    ///   - timer: Waits for real moments.
    package init(
        now: Date? = nil, rate: Double = 1, realTime: @escaping @Sendable () -> Date, timer: any DeadlineTimer
    ) {
        self.realTime = realTime
        self.timer = timer
        let real = realTime()
        state = Protected(State(time: SimulatedTime(moment: now ?? real, since: real, rate: rate), machine: real))
    }

    /// The time of the clock.
    public var now: Date {
        let real = realNow
        return time.now(at: real)
    }

    /// The seconds on the clock per real second, from 0 to 2,592,000, a month per second.
    public var rate: Double {
        get { time.rate }
        set {
            let real = realNow
            change { $0 = $0.running(at: newValue, from: real) }
        }
    }

    /// How the clock follows from real time.
    package var time: SimulatedTime { state.withLock { $0.time } }

    /// Advances the clock by a number of seconds; a negative number has no effect.
    public func advance(by seconds: Double) {
        advance(to: now.addingTimeInterval(seconds))
    }

    /// Advances the clock to a date; a past date has no effect.
    public func advance(to date: Date) {
        let real = realNow
        change { time in
            if date > time.now(at: real) { time = time.set(to: date, at: real) }
        }
    }

    // MARK: The owner

    /// Has a handler called after every change, with no lock held.
    func onChange(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.onChange = handler }
    }

    /// Takes over what another process or the owner has made of the clock, without telling the owner.
    func adopt(_ time: SimulatedTime) {
        state.withLock { $0.time = time }
    }

    /// The real time the clock goes by: that of the machine, except that it continues where the machine's is set back.
    var realNow: Date {
        let (real, awaited) = state.withLock { state -> (Date, Awaited?) in
            let machine = realTime()
            let isSetBack = machine < state.machine
            if isSetBack { state.setBack += state.machine.timeIntervalSince(machine) }
            state.machine = machine
            return (machine.addingTimeInterval(state.setBack), isSetBack ? state.awaited : nil)
        }
        // The timer goes by the machine's clock, and would wait for so much longer.
        if let awaited { wait(for: awaited, from: real) }
        return real
    }

    /// Has a handler called when the clock shows a moment, which replaces the moment waited for before.
    ///
    /// - Parameters:
    ///   - date: The moment; `nil` for none.
    ///   - handler: Called once, on the main queue.
    func wake(at date: Date?, _ handler: @escaping @Sendable () -> Void) {
        let real = realNow
        let awaited = date.map { Awaited(date: $0, handler: handler) }
        state.withLock { $0.awaited = awaited }
        wait(for: awaited, from: real)
    }

    private func wait(for awaited: Awaited?, from real: Date) {
        let seconds = awaited.flatMap { time.seconds(until: $0.date, from: real) }
        timer.set(seconds.map { realTime().addingTimeInterval($0) }) { [weak self] in
            self?.state.withLock { state in
                if state.awaited?.date == awaited?.date { state.awaited = nil }
            }
            awaited?.handler()
        }
    }

    private func change(_ body: (inout SimulatedTime) -> Void) {
        let handler = state.withLock { state in
            let before = state.time
            body(&state.time)
            return state.time == before ? nil : state.onChange
        }
        handler?()
    }
}

/// A timer that never fires, for a store that is copied to find out what would happen.
struct NoTimer: DeadlineTimer {
    func set(_ deadline: Date?, _ handler: @escaping @Sendable () -> Void) {}
}
