import Testing

@testable import FlintCore

/// What is remembered of actions under way.
struct OpenRequestsTests {
    private final class Request {}

    @Test func aValueIsTakenOnce() {
        let open = OpenRequests<Int>()
        let request = Request()
        open.insert(7, for: request)
        #expect(open.remove(request) == 7)
        #expect(open.remove(request) == nil)
        #expect(open.remove(Request()) == nil)
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
