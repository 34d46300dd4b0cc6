import FlintCore
import FlintTestSupport
import Foundation
import Testing

@testable import FlintSimulation

struct SimulatedClockTests {
    private let real = ManualTime(now: day(0))
    private let log = Recorder<String>()

    private func clock(now: Date? = nil, rate: Double = 1) -> SimulatedClock {
        SimulatedClock(now: now, rate: rate, realTime: { [real] in real.now }, timer: real)
    }

    @Test func `a clock runs at its rate`() {
        let clock = clock(now: day(100))
        real.advance(seconds: 10)
        #expect(clock.now == day(100).addingTimeInterval(10))
        clock.rate = 86_400
        real.advance(seconds: 2)
        #expect(clock.now == day(102).addingTimeInterval(10))
        clock.rate = 0
        real.advance(seconds: 1000)
        #expect(clock.now == day(102).addingTimeInterval(10))
    }

    @Test func `a clock can be advanced and never turned back`() {
        let clock = clock(rate: 0)
        clock.onChange { [log] in log.append("changed") }
        clock.advance(by: 86_400)
        clock.advance(by: -5)
        clock.advance(to: day(0))
        clock.advance(by: .nan)
        #expect(clock.now == day(1))
        clock.advance(to: day(3))
        #expect(clock.now == day(3))
        #expect(log.all.count == 2)
    }

    @Test(arguments: [(-1.0, 0.0), (.infinity, SimulatedTime.fastest), (.nan, 0)])
    func `a rate that is out of range is clamped`(rate: Double, expected: Double) {
        #expect(clock(rate: rate).rate == expected)
    }

    @Test func `a clock does not go back with the machine's clock`() {
        let clock = clock()
        real.advance(seconds: -1000)
        #expect(clock.now == day(0))
    }

    @Test(arguments: [3_600.0, 31_536_000], [1.0, 60])
    func `a clock that has run continues when the machine's clock is set back and forward`(jump: Double, rate: Double) {
        let clock = clock(rate: rate)
        real.advance(seconds: 1_000)
        #expect(clock.now == day(0) + 1_000 * rate)
        real.advance(seconds: -jump)
        #expect(clock.now == day(0) + 1_000 * rate)
        real.advance(seconds: 10)
        #expect(clock.now == day(0) + 1_010 * rate)
        clock.wake(at: clock.now + 60 * rate) { [log] in log.append("woken") }
        #expect(real.deadline == real.now + 60, "The timer uses the machine's clock.")
        real.advance(seconds: jump)
        #expect(clock.now == day(0) + (1_010 + jump) * rate)
        #expect(log.all == ["woken"])
    }

    @Test(arguments: [3_600.0, 31_536_000])
    func `a subscription ends once, even if the machine's clock is set`(jump: Double) throws {
        let store = SimulatedStore(offers: Offers.all, clock: clock())
        try store.send(.buy(productID: "monthly"))
        try store.send(.setAutoRenew(productID: "monthly", isOn: false))
        real.advance(seconds: 1_000)
        let before = store.clock.now
        real.advance(seconds: -jump)
        #expect(store.simulation.isOwned("monthly") == true)
        #expect(store.clock.now == before)
        for _ in 0..<3 {
            real.advance(seconds: 31_536_000)
            #expect(store.simulation.isOwned("monthly") == false)
            real.advance(seconds: -31_536_000)
            #expect(store.simulation.isOwned("monthly") == false)
        }
        let dates = store.simulation.events.map(\.date)
        #expect(dates == dates.sorted())
        #expect(store.simulation.ledger.transactions(of: "monthly").count == 1)
    }

    @Test func `the timer has a deadline only while a wake time is set and the clock runs`() {
        let clock = clock(rate: 86_400)
        #expect(real.deadline == nil)
        clock.wake(at: day(3)) { [log] in log.append("woken") }
        #expect(real.deadline == day(0).addingTimeInterval(3))
        clock.wake(at: nil) {}
        #expect(real.deadline == nil)
        clock.rate = 0
        clock.wake(at: day(3)) { [log] in log.append("woken") }
        #expect(real.deadline == nil)
        #expect(log.all == [])
    }

    @Test func `a wake handler is called once`() {
        let clock = clock(rate: 86_400)
        clock.wake(at: day(3)) { [log] in log.append("woken") }
        real.advance(seconds: 2)
        #expect(log.all == [])
        real.advance(seconds: 1)
        real.advance(seconds: 1)
        #expect(log.all == ["woken"])
    }
}
