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
        #expect(history.lastNumber == 5)
        history.capacity = 1
        #expect(history.lines == ["line 5"])
        history.capacity = 0
        #expect(history.capacity == 1)
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

    @Test func `removing all lines continues their numbers`() {
        write(2)
        history.removeAll()
        #expect(history.lines == [] && history.lines(after: 0) == [])
        write(1)
        #expect(history.lines == ["line 3"])
        history.reset()
        write(1)
        #expect(history.lines == ["line 1"])
    }

    @Test func `a reset removes observers and restores the capacity`() {
        let token = history.observe { _ in Issue.record("A removed observer was notified.") }
        history.capacity = 1
        history.reset()
        write(5)
        #expect(history.lines.count == 3)
        token.cancel()
    }

    @Test func `a history stores at least one line`() {
        let history = LogHistory<String>(capacity: -1)
        history.append { "line \($0)" }
        #expect(history.capacity == 1 && history.lines == ["line 1"])
    }
}
