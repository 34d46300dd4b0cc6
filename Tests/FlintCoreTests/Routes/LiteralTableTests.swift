import Testing

@testable import FlintCore

/// The dictionary that is asked with bytes.
struct LiteralTableTests {
    @Test func everyTextKeepsItsNumber() {
        var table = LiteralTable()
        #expect(number(of: "x", in: table) == nil)
        for number in 0..<500 { table.insert(Array("text\(number)".utf8), number) }
        for number in 0..<500 { #expect(self.number(of: "text\(number)", in: table) == number) }
        #expect(number(of: "text500", in: table) == nil)
        #expect(number(of: "", in: table) == nil)
    }

    private func number(of text: String, in table: LiteralTable) -> Int? {
        Array(text.utf8).withUnsafeBufferPointer { table[$0] }
    }
}
