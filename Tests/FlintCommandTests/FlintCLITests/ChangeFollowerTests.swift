import FlintLocks
import FlintWorld
import Testing

@testable import FlintCLI

@MainActor
struct ChangeFollowerTests {
    @Test func `a change before a wait ends the wait immediately, and only this wait`() async {
        let change = AsyncChange()
        change.signal()
        change.signal()
        let signals = Protected(0)
        // The task starts once the main actor waits.
        func signalLater() {
            Task {
                signals.withLock { $0 += 1 }
                change.signal()
            }
        }
        signalLater()
        await change.wait()
        #expect(signals.withLock(\.self) == 0)
        await change.wait()
        #expect(signals.withLock(\.self) == 1)
        signalLater()
        await change.wait()
        #expect(signals.withLock(\.self) == 2)
    }
}
