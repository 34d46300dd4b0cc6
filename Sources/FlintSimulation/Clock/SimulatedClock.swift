// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintLocks

/// A clock that can be advanced, stopped, and run at a different speed.
///
/// The clock uses at most one timer, for the next scheduled event of its store. If no event is scheduled, the clock is
/// idle. If the machine's clock is set back, the simulated clock continues without interruption. All members may be
/// called from any thread.
///
/// ```swift
/// let clock = SimulatedClock(rate: 0)
/// clock.advance(by: 31 * 86_400)
/// clock.rate = 86_400               // a simulated day per real second
/// ```
public final class SimulatedClock: Sendable {
    private struct State {
        var time: SimulatedTime
        var onChange: (@Sendable () -> Void)?
        var machine: Date
        /// The total seconds by which the machine's clock was set back.
        var setBack: Double = 0
        var scheduled: ScheduledHandler?
    }

    private struct ScheduledHandler: Sendable {
        let date: Date
        let handler: @Sendable () -> Void
    }

    private let state: Protected<State>
    private let realTime: @Sendable () -> Date
    private let timer: any DeadlineTimer

    /// Creates a clock that is driven by the machine's clock.
    ///
    /// - Parameters:
    ///   - now: The initial time, or `nil` for the real time.
    ///   - rate: The number of simulated seconds per real second: 1 for real time, 0 for a stopped clock.
    public convenience init(now: Date? = nil, rate: Double = 1) {
        self.init(now: now, rate: rate, realTime: { Date() }, timer: MainQueueTimer())
    }

    /// Creates a clock that is driven by another clock, with a timer that follows real time.
    package init(
        now: Date? = nil, rate: Double = 1, realTime: @escaping @Sendable () -> Date, timer: any DeadlineTimer
    ) {
        self.realTime = realTime
        self.timer = timer
        let real = realTime()
        state = Protected(State(time: SimulatedTime(moment: now ?? real, since: real, rate: rate), machine: real))
    }

    /// The clock's current time.
    public var now: Date {
        let real = monotonicNow
        return time.now(at: real)
    }

    /// The number of simulated seconds per real second.
    ///
    /// The value is clamped to the range from 0 to 2,592,000, which is 30 days per second.
    public var rate: Double {
        get { time.rate }
        set {
            let real = monotonicNow
            change { $0 = $0.running(at: newValue, from: real) }
        }
    }

    var reading: StoreState.Clock {
        let (real, time) = (monotonicNow, time)
        let now = time.now(at: real)
        return time.rate == 0
            ? .stopped(at: StoreDate(now))
            : .running(ahead: RelativeTime(seconds: now.timeIntervalSince(real)), rate: time.rate)
    }

    package var time: SimulatedTime { state.withLock { $0.time } }

    /// Advances the clock by a number of seconds.
    ///
    /// A negative number has no effect.
    public func advance(by seconds: Double) {
        advance(to: now.addingTimeInterval(seconds))
    }

    /// Advances the clock to a date.
    ///
    /// A past date has no effect.
    public func advance(to date: Date) {
        let real = monotonicNow
        change { time in
            if date > time.now(at: real) { time = time.set(to: date, at: real) }
        }
    }

    // MARK: Members for the store

    /// Sets the handler that is called after every change, while no lock is held.
    func onChange(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.onChange = handler }
    }

    func adopt(_ time: SimulatedTime) {
        state.withLock { $0.time = time }
    }

    /// The machine's time, corrected so that it never moves backward.
    var monotonicNow: Date {
        let (real, scheduled) = state.withLock { state -> (Date, ScheduledHandler?) in
            let machine = realTime()
            let isSetBack = machine < state.machine
            // The lost time is added from now on, so the simulated time never runs backward.
            if isSetBack { state.setBack += state.machine.timeIntervalSince(machine) }
            state.machine = machine
            return (machine.addingTimeInterval(state.setBack), isSetBack ? state.scheduled : nil)
        }
        // The timer is driven by the machine's clock and would otherwise fire too late.
        if let scheduled { wait(for: scheduled, from: real) }
        return real
    }

    /// Schedules a handler for a simulated date, in place of any handler that was scheduled earlier.
    ///
    /// The handler is called once, on the main queue. If the date is `nil`, the scheduled handler is canceled.
    func wake(at date: Date?, _ handler: @escaping @Sendable () -> Void) {
        let real = monotonicNow
        let scheduled = date.map { ScheduledHandler(date: $0, handler: handler) }
        state.withLock { $0.scheduled = scheduled }
        wait(for: scheduled, from: real)
    }

    private func wait(for scheduled: ScheduledHandler?, from real: Date) {
        let seconds = scheduled.flatMap { time.seconds(until: $0.date, from: real) }
        timer.set(seconds.map { realTime().addingTimeInterval($0) }) { [weak self] in
            self?.state.withLock { state in
                // Another date may have been set while the timer fired.
                if state.scheduled?.date == scheduled?.date { state.scheduled = nil }
            }
            scheduled?.handler()
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

/// A timer that never fires, for the copy of a store.
struct NoTimer: DeadlineTimer {
    func set(_ deadline: Date?, _ handler: @escaping @Sendable () -> Void) {}
}
