import FlintLocks
import Testing

@testable import FlintCore

struct JournalTests {
    @Test func `events are numbered from one in order`() {
        let journal = Journal()
        for text in ["a", "b", "c"] { journal.append(.advisory(text), cause: .app) }
        #expect(journal.events.map(\.id) == [1, 2, 3])
        #expect(journal.advisories == ["a", "b", "c"])
        #expect(journal.events.map(\.date) == journal.events.map(\.date).sorted())
    }

    @Test func `the oldest events are removed first`() {
        let journal = Journal()
        journal.capacity = 3
        for number in 1...5 { journal.append(.advisory("\(number)"), cause: .app) }
        #expect(journal.advisories == ["3", "4", "5"])
        #expect(journal.events.map(\.id) == [3, 4, 5])
    }

    @Test func `the capacity can be changed at any time`() {
        let journal = Journal()
        #expect(journal.capacity == Journal.defaultCapacity)
        for number in 1...5 { journal.append(.advisory("\(number)"), cause: .app) }
        journal.capacity = 2
        #expect(journal.advisories == ["4", "5"])
        journal.capacity = 0
        #expect(journal.capacity == 1)
        #expect(journal.advisories == ["5"])
        journal.capacity = 3
        for number in 6...9 { journal.append(.advisory("\(number)"), cause: .app) }
        #expect(journal.advisories == ["7", "8", "9"])
    }

    @Test func `events after a number are those that are still stored`() {
        let journal = Journal()
        journal.capacity = 3
        #expect(journal.events(after: 0).isEmpty)
        for number in 1...5 { journal.append(.advisory("\(number)"), cause: .app) }
        #expect(journal.events(after: 0).map(\.id) == [3, 4, 5])
        #expect(journal.events(after: 2).map(\.id) == [3, 4, 5])
        #expect(journal.events(after: 4).map(\.id) == [5])
        #expect(journal.events(after: 5).isEmpty)
        #expect(journal.events(after: .max).isEmpty)
    }

    @Test func `observers receive each event once and can read the journal`() {
        let journal = Journal()
        let seen = Protected<[String]>([])
        let token = journal.observe { event in
            let line = "\(event.id) of \(journal.events.count)"
            seen.withLock { $0.append(line) }
        }
        journal.append(.advisory("a"), cause: .app)
        journal.append(.advisory("b"), cause: .app)
        token.cancel()
        journal.append(.advisory("c"), cause: .app)
        #expect(seen.withLock { $0 } == ["1 of 1", "2 of 2"])
    }

    @Test func `an observer can append events`() {
        let journal = Journal()
        let token = journal.observe { [weak journal] event in
            if event.id == 1 { journal?.append(.advisory("answer"), cause: .app) }
        }
        journal.append(.advisory("question"), cause: .app)
        #expect(journal.advisories == ["question", "answer"])
        token.cancel()
    }

    @Test func `concurrent writers lose no event`() async {
        let journal = Journal()
        journal.capacity = 10_000
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<100 { journal.append(.advisory("x"), cause: .app) }
                }
            }
        }
        #expect(journal.events.map(\.id) == Array(1...800))
    }

    @Test func `a reset clears events, observers and the capacity`() {
        let journal = Journal()
        journal.capacity = 2
        let count = Protected(0)
        let token = journal.observe { _ in count.withLock { $0 += 1 } }
        journal.append(.advisory("a"), cause: .app)
        journal.reset()
        journal.append(.advisory("b"), cause: .app)
        #expect(journal.events.map(\.id) == [1])
        #expect(journal.capacity == Journal.defaultCapacity)
        #expect(count.withLock { $0 } == 1)
        token.cancel()
    }
}
