import Dispatch
import FlintLocks
import Testing

@testable import FlintPodcasts

@MainActor
struct DispatchTickerTests {
    /// Waits until a ticker has ticked a number of times and stops it.
    private func wait(for ticker: DispatchTicker, toTick wanted: Int) async {
        let count = Protected(0)
        await withCheckedContinuation { continuation in
            ticker.start {
                let reached = count.withLock { count in
                    count += 1
                    return count == wanted
                }
                guard reached else { return }
                ticker.stop()
                continuation.resume()
            }
        }
    }

    @Test func `ticks arrive on the main queue until the ticker stops`() async {
        let ticker = DispatchTicker(interval: .milliseconds(1))
        #expect(!ticker.isRunning)
        let ticks = Protected(0)
        await withCheckedContinuation { continuation in
            ticker.start { [ticker] in
                dispatchPrecondition(condition: .onQueue(.main))
                let count = ticks.withLock { ticks in
                    ticks += 1
                    return ticks
                }
                guard count == 3 else { return }
                ticker.stop()
                continuation.resume()
            }
            #expect(ticker.isRunning)
        }
        #expect(!ticker.isRunning)
        // Another ticker with the same interval proves that the stopped ticker would have ticked many times.
        await wait(for: DispatchTicker(interval: .milliseconds(1)), toTick: 10)
        #expect(ticks.withLock { $0 } == 3)
    }

    @Test func `starting again replaces the timer`() async {
        let ticker = DispatchTicker(interval: .milliseconds(1))
        ticker.start { Issue.record("The first function is still called.") }
        await withCheckedContinuation { continuation in
            ticker.start { [ticker] in
                guard ticker.isRunning else { return }
                ticker.stop()
                continuation.resume()
            }
        }
        #expect(!ticker.isRunning)
    }
}
