import FlintWorld
import Testing

@testable import FlintInspector

struct ChangeLogTests {
    private func product(_ number: Int) -> ChangeLog.Change { .product("product \(number)") }

    /// Returns the products that changed since a revision, or `nil` if the log no longer remembers that revision.
    private func products(_ log: ChangeLog, since revision: Revision) -> [String]? {
        log.news(since: revision)?.changes.map { change in
            if case .product(let productID) = change { productID } else { "another change" }
        }
    }

    @Test func `an empty log has revision zero and reports no changes`() throws {
        let log = ChangeLog()
        #expect(log.revision == .zero)
        let news = try #require(log.news(since: .zero))
        #expect(news.revision == .zero && news.changes.isEmpty && news.parts.isEmpty)
    }

    @Test func `a log stores as many changes as its capacity`() {
        let log = ChangeLog(capacity: 3)
        for number in 1...3 { log.append([product(number)], []) }
        #expect(products(log, since: .zero) == ["product 1", "product 2", "product 3"])
        log.append([product(4)], [])
        #expect(products(log, since: .zero) == nil, "The first change is no longer stored.")
        #expect(products(log, since: Revision(rawValue: 1)) == ["product 2", "product 3", "product 4"])
    }

    @Test func `a log stores at most as many entries as its limit`() {
        let log = ChangeLog()
        for number in 1...(2 * ChangeLog.entryLimit) { log.append([product(number)], []) }
        let oldest = Revision(rawValue: UInt64(ChangeLog.entryLimit))
        #expect(products(log, since: oldest)?.count == ChangeLog.entryLimit)
        #expect(products(log, since: Revision(rawValue: oldest.rawValue - 1)) == nil)
    }

    @Test func `news contains the parts that changed after the revision`() {
        let log = ChangeLog()
        log.append([], [.status])
        let revision = log.revision
        log.append([], [.flags])
        #expect(log.news(since: revision)?.parts == [.flags])
        #expect(log.news(since: .zero)?.parts == [.status, .flags])
    }

    @Test func `a future revision is unknown`() {
        let log = ChangeLog()
        log.append([product(1)], [])
        #expect(log.news(since: Revision(rawValue: 2)) == nil)
    }

    @Test func `a front end must list everything again after all changes are discarded`() {
        let log = ChangeLog()
        log.append([product(1)], [])
        let revision = log.revision
        log.discardAll()
        #expect(log.news(since: revision) == nil)
        #expect(products(log, since: log.revision) == [])
        log.append([product(2)], [])
        #expect(products(log, since: Revision(rawValue: log.revision.rawValue - 1)) == ["product 2"])
    }
}
