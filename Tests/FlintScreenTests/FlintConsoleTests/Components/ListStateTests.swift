import Testing

@testable import FlintConsole

struct ListStateTests {
    private func list(_ count: Int, height: Int, at row: Int) -> ListState<Int> {
        var list = ListState<Int>()
        list.move(.first, count: count, height: height) { $0 }
        list.move(.by(row), count: count, height: height) { $0 }
        return list
    }

    @Test func `the selection stays inside the list and in view`() {
        var list = list(100, height: 10, at: 5)
        #expect(list.selection == 5)
        list.move(.by(1_000), count: 100, height: 10) { $0 }
        #expect(list.selection == 99)
        #expect(list.visibleRows(count: 100, height: 10) == 90..<100)
        list.move(.pages(-1), count: 100, height: 10) { $0 }
        #expect(list.selection == 90)
        list.move(.first, count: 100, height: 10) { $0 }
        #expect(list.visibleRows(count: 100, height: 10) == 0..<10)
    }

    @Test func `an empty list has no selection`() {
        var list = ListState<Int>()
        list.move(.by(1), count: 0, height: 10) { $0 }
        #expect(list.selection == nil)
        #expect(list.visibleRows(count: 0, height: 10).isEmpty)
    }

    @Test func `a list of headings has no selection`() {
        var list = ListState<Int>()
        list.move(.last, count: 5, height: 10) { _ in nil }
        #expect(list.selection == nil)
    }

    @Test func `rows added above the selection leave its screen row unchanged`() {
        // In the middle of the screen, because scrolling into view would have the same effect at the edge.
        var list = list(100, height: 10, at: 20)
        list.move(.by(-4), count: 100, height: 10) { $0 }
        let line = list.index - list.top
        list.reanchor(at: 19, count: 103, height: 10)
        #expect(list.index - list.top == line)
        #expect(list.selection == 16)
    }

    @Test func `a removed item keeps its position until the selection moves`() {
        var list = list(100, height: 10, at: 20)
        list.reanchor(at: nil, count: 99, height: 10)
        #expect(!list.isPresent)
        #expect(list.selection == 20)
        var down = list
        down.move(.by(1), count: 99, height: 10) { $0 + ($0 >= 20 ? 1 : 0) }
        #expect(down.selection == 21)
        list.move(.by(-1), count: 99, height: 10) { $0 }
        #expect(list.selection == 19)
    }

    @Test func `a list that shrinks is not scrolled past its end`() {
        var list = list(100, height: 10, at: 99)
        list.reanchor(at: nil, count: 3, height: 10)
        #expect(list.visibleRows(count: 3, height: 10) == 0..<3)
    }
}
