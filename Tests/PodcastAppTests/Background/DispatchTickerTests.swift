import Dispatch
import Synchronization
import Testing

@testable import PodcastApp

@MainActor
struct DispatchTickerTests {
    @Test func ticksComeOnTheMainThreadUntilItIsStopped() async {
        let ticker = DispatchTicker(interval: .milliseconds(1))
        #expect(!ticker.isRunning)
        let ticks = Mutex(0)
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
        // Whatever was still on its way to the main queue has had its turn after this.
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
        #expect(ticks.withLock { $0 } == 3)
    }

    @Test func startingAgainReplacesTheTimer() async {
        let ticker = DispatchTicker(interval: .milliseconds(1))
        ticker.start { Issue.record("the first function is still called") }
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
