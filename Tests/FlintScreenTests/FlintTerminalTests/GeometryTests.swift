import FlintTerminal
import Testing

struct RectTests {
    @Test func `the maximum edges are exclusive`() {
        let rect = Rect(column: 2, row: 1, columns: 3, rows: 2)
        #expect(rect.maxColumn == 5 && rect.maxRow == 3)
        #expect(rect.contains(Point(column: 4, row: 2)))
        #expect(!rect.contains(Point(column: 5, row: 2)))
        #expect(!rect.contains(Point(column: 4, row: 3)))
        #expect(!rect.contains(Point(column: 1, row: 1)))
    }

    @Test func `an intersection has no negative extent`() {
        let rect = Rect(column: 0, row: 0, columns: 4, rows: 4)
        #expect(
            rect.intersection(Rect(column: 2, row: 2, columns: 9, rows: 9))
                == Rect(column: 2, row: 2, columns: 2, rows: 2))
        #expect(
            rect.intersection(Rect(column: 4, row: 1, columns: 2, rows: 2))
                == Rect(column: 4, row: 1, columns: 0, rows: 0))
        #expect(rect.intersection(Rect(column: 9, row: 9, columns: 1, rows: 1)).isEmpty)
        #expect(rect.intersection(Rect(column: .min, row: .min, columns: .max, rows: .max)).isEmpty)
        #expect(rect.intersection(Rect(column: -1, row: -1, columns: .max, rows: .max)) == rect)
        #expect(Rect(column: .max, row: 0, columns: .max, rows: 1).maxColumn == .max)
    }
}
