import Testing

@testable import FlintCore

/// The ring of everything that happened.
struct JournalTests {
    @Test func eventsAreNumberedFromOneInOrder() {
        let journal = Journal()
        for text in ["a", "b", "c"] { journal.append(.advisory(text), cause: .app) }
        #expect(journal.events.map(\.id) == [1, 2, 3])
        #expect(journal.texts == ["a", "b", "c"])
        #expect(journal.events.map(\.date) == journal.events.map(\.date).sorted())
    }

    @Test func theOldestEventsGoFirst() {
        let journal = Journal()
        journal.capacity = 3
        for number in 1...5 { journal.append(.advisory("\(number)"), cause: .app) }
        #expect(journal.texts == ["3", "4", "5"])
        #expect(journal.events.map(\.id) == [3, 4, 5])
    }

    @Test func theCapacityCanBeChangedAtAnyTime() {
        let journal = Journal()
        #expect(journal.capacity == Journal.defaultCapacity)
        for number in 1...5 { journal.append(.advisory("\(number)"), cause: .app) }
        journal.capacity = 2
        #expect(journal.texts == ["4", "5"])
        journal.capacity = 0
        #expect(journal.capacity == 1)
        #expect(journal.texts == ["5"])
        journal.capacity = 3
        for number in 6...9 { journal.append(.advisory("\(number)"), cause: .app) }
        #expect(journal.texts == ["7", "8", "9"])
    }

    @Test func eventsAfterOneAreThoseThatAreStillKept() {
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

    @Test func observersSeeEachEventOnceAndMayReadTheJournal() {
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

    @Test func anObserverMayAppendItself() {
        let journal = Journal()
        let token = journal.observe { [weak journal] event in
            if event.id == 1 { journal?.append(.advisory("answer"), cause: .app) }
        }
        journal.append(.advisory("question"), cause: .app)
        #expect(journal.texts == ["question", "answer"])
        token.cancel()
    }

    @Test func manyWritersLoseNothing() async {
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

    @Test func aResetStartsAfresh() {
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

extension Journal {
    fileprivate var texts: [String] {
        events.compactMap { event in
            if case .advisory(let text) = event.kind { text } else { nil }
        }
    }
}
