import Testing

@testable import FlintCore

/// What is remembered of actions under way.
struct OpenRequestsTests {
    private final class Request {}

    /// A request of another size, which never has the address of one that is gone.
    private final class LargeRequest {
        private let space = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    }

    @Test func aValueIsTakenOnce() {
        let open = OpenRequests<Int>()
        let request = Request()
        open.insert(7, for: request)
        #expect(open.remove(request) == 7)
        #expect(open.remove(request) == nil)
        #expect(open.remove(Request()) == nil)
    }

    @Test func whatIsGoneIsForgottenWhenMoreComes() {
        let open = OpenRequests<Int>()
        do {
            let gone = (0..<1000).map { _ in Request() }
            for request in gone { open.insert(1, for: request) }
            #expect(open.count == 1000)
        }
        let kept = (0..<2000).map { _ in LargeRequest() }
        for request in kept { open.insert(2, for: request) }
        #expect(open.count == 2000)
        #expect(kept.compactMap { open.remove($0) }.count == 2000)
    }

    @Test func aRequestAtTheAddressOfOneThatIsGoneHasNothing() {
        let open = OpenRequests<Int>()
        for _ in 0..<100 {
            do { open.insert(1, for: Request()) }
            #expect(open.remove(Request()) == nil)
        }
    }

    @Test func requestsThatNeverEndDoNotPileUp() {
        let open = OpenRequests<Int>()
        let kept = (0..<10).map { _ in Request() }
        for request in kept { open.insert(1, for: request) }
        for _ in 0..<10_000 { open.insert(2, for: Request()) }
        #expect(open.count <= 64 + 1)
        #expect(kept.compactMap { open.remove($0) }.count == 10)
    }
}
