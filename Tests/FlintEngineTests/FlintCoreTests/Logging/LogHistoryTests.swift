import FlintLocks
import Testing

@testable import FlintCore

struct LogHistoryTests {
    private let history = LogHistory<String>(capacity: 3)

    private func write(_ count: Int) {
        for _ in 0..<count { history.append { "line \($0)" } }
    }

    @Test func `the newest lines are stored`() {
        write(5)
        #expect(history.lines == ["line 3", "line 4", "line 5"])
    }

    @Test(arguments: [(0, 3), (2, 3), (3, 2), (4, 1), (5, 0), (9, 0)])
    func `lines after a number are returned`(_ number: UInt64, _ count: Int) {
        write(5)
        #expect(history.lines(after: number) == history.lines.suffix(count))
    }

    @Test func `an observer is notified until its token is canceled`() {
        let seen = Protected<[String]>([])
        let token = history.observe { line in seen.withLock { $0.append(line) } }
        write(2)
        token.cancel()
        write(1)
        #expect(seen.withLock { $0 } == ["line 1", "line 2"])
    }

    @Test func `an observer can read the history`() {
        let seen = Protected<[Int]>([])
        let token = history.observe { [history] _ in
            let count = history.lines.count
            seen.withLock { $0.append(count) }
        }
        write(2)
        #expect(seen.withLock { $0 } == [1, 2])
        token.cancel()
    }

    @Test func `a reset removes lines and observers and restarts numbering`() {
        write(2)
        let token = history.observe { _ in Issue.record("A removed observer was notified.") }
        history.reset()
        #expect(history.lines == [] && history.lines(after: 0) == [])
        write(5)
        #expect(history.lines == ["line 3", "line 4", "line 5"])
        token.cancel()
    }

    @Test func `a history stores at least one line`() {
        let history = LogHistory<String>(capacity: -1)
        history.append { "line \($0)" }
        #expect(history.lines == ["line 1"])
    }
}
