import Testing

@testable import FlintCore

struct PendingRequestValuesTests {
    private final class Request {}

    /// A request of another size, which therefore never reuses the address of a released request.
    private final class LargeRequest {
        private let space = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    }

    @Test func `a value can be removed once`() {
        let open = PendingRequestValues<Int>()
        let request = Request()
        open.insert(7, for: request)
        #expect(open.remove(request) == 7)
        #expect(open.remove(request) == nil)
        #expect(open.remove(Request()) == nil)
    }

    @Test func `released requests are removed when others are inserted`() {
        let open = PendingRequestValues<Int>()
        do {
            let released = (0..<1000).map { _ in Request() }
            for request in released { open.insert(1, for: request) }
            #expect(open.count == 1000)
        }
        let kept = (0..<2000).map { _ in LargeRequest() }
        for request in kept { open.insert(2, for: request) }
        #expect(open.count == 2000)
        #expect(kept.compactMap { open.remove($0) }.count == 2000)
    }

    @Test func `a request at the address of a released one has no value`() {
        let open = PendingRequestValues<Int>()
        for _ in 0..<100 {
            do { open.insert(1, for: Request()) }
            #expect(open.remove(Request()) == nil)
        }
    }

    @Test func `requests that never end do not accumulate`() {
        let open = PendingRequestValues<Int>()
        let kept = (0..<10).map { _ in Request() }
        for request in kept { open.insert(1, for: request) }
        for _ in 0..<10_000 { open.insert(2, for: Request()) }
        #expect(open.count <= 64 + 1)
        #expect(kept.compactMap { open.remove($0) }.count == 10)
    }
}
