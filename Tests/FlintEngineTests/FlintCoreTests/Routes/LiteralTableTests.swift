import Testing

@testable import FlintCore

/// Tests of a dictionary with byte sequences as keys.
struct LiteralTableTests {
    @Test func `every text keeps the number of its position`() {
        var table = LiteralTable()
        #expect(number(of: "x", in: table) == nil)
        for number in 0..<500 { table.insert(Array("text\(number)".utf8), at: 0, number) }
        for number in 0..<500 { table.insert(Array("text\(number)".utf8), at: 7, 500 + number) }
        for number in 0..<500 {
            #expect(self.number(of: "text\(number)", in: table) == number)
            #expect(self.number(of: "text\(number)", at: 7, in: table) == 500 + number)
        }
        #expect(number(of: "text500", in: table) == nil)
        #expect(number(of: "text1", at: 1, in: table) == nil)
        #expect(number(of: "", in: table) == nil)
    }

    private func number(of text: String, at position: Int = 0, in table: LiteralTable) -> Int? {
        let frozen = LiteralTable.Frozen(table)
        defer { frozen.deallocate() }
        return Array(text.utf8).withUnsafeBufferPointer { frozen.number(of: $0, at: position) }
    }
}
