import FlintWorld
import Testing

@testable import FlintConsole

struct PreviewBoardTests {
    private let first = Command.override(.flag, "one", to: "on")
    private let second = Command.override(.flag, "two", to: "on")

    @Test func `an effect is requested once while it is on the screen`() {
        var board = PreviewBoard()
        #expect(board.want([first], isStale: false) == [first])
        board.receive(Preview(changes: []), of: first)
        #expect(board.want([first], isStale: false).isEmpty)
        #expect(board.want([first, second], isStale: false) == [second])
    }

    @Test func `a stale effect is requested again and stays on the screen meanwhile`() {
        var board = PreviewBoard()
        _ = board.want([first], isStale: false)
        board.receive(Preview(changes: []), of: first)
        #expect(board.want([first], isStale: true) == [first])
        #expect(board.results[first] != nil)
    }

    @Test func `an effect that left the screen is requested again when it returns`() {
        var board = PreviewBoard()
        _ = board.want([first], isStale: false)
        board.receive(Preview(changes: []), of: first)
        _ = board.want([second], isStale: false)
        #expect(board.results.isEmpty, "the app may change while the effect is off the screen")
        #expect(board.want([first], isStale: false) == [first])
    }

    @Test func `an effect that is no longer wanted is not kept`() {
        var board = PreviewBoard()
        _ = board.want([first], isStale: false)
        _ = board.want([second], isStale: false)
        board.receive(Preview(changes: []), of: first)
        #expect(board.results.isEmpty)
    }
}
