import FlintTerminal
import Testing

@testable import FlintConsole

struct TextLayoutTests {
    @Test func `text that fits is not changed`() {
        #expect(TextLayout.clipped("abc", to: 3, ellipsis: "…") == "abc")
        #expect(TextLayout.cell("abc", 5, ellipsis: "…") == "abc  ")
        #expect(TextLayout.trailing("abc", 5, ellipsis: "…") == "  abc")
    }

    @Test func `text that does not fit ends with an ellipsis`() {
        #expect(TextLayout.clipped("abcdef", to: 4, ellipsis: "…") == "abc…")
        #expect(TextLayout.clipped("abcdef", to: 1, ellipsis: "…") == "…")
        #expect(TextLayout.clipped("abcdef", to: 0, ellipsis: "…") == "")
        #expect(TextLayout.clipped("日本語", to: 4, ellipsis: "…") == "日…")
        #expect((0...4).map { TextLayout.clipped("abcdef", to: $0, ellipsis: "..") } == ["", ".", "..", "a..", "ab.."])
    }

    @Test func `a cell has exactly the requested width`() {
        for text in ["", "plain", "日本語の長い名前", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "e\u{301}e\u{301}", String(repeating: "x", count: 100_000)] {
            for columns in 1...12 {
                #expect(DisplayWidth.of(TextLayout.cell(text, columns, ellipsis: "…")) == columns)
            }
        }
    }

    @Test func `lines are broken between words`() {
        #expect(TextLayout.wrapped("one two three", to: 7, ellipsis: "…") == ["one two", "three"])
        #expect(TextLayout.wrapped("unbreakable", to: 4, ellipsis: "…") == ["unbr", "eaka", "ble"])
        #expect(TextLayout.wrapped("", to: 4, ellipsis: "…").isEmpty)
    }

    @Test func `lines beyond the limit are replaced by an ellipsis`() {
        let lines = TextLayout.wrapped(String(repeating: "word ", count: 1_000), to: 9, limit: 3, ellipsis: "…")
        #expect(lines == ["word word", "word word", "word wor…"])
    }

    @Test func `a wrapped styled line keeps its roles`() {
        let line = StyledLine("one two ", .strong).adding("three four", .dim)
        let lines = line.wrapped(to: 8, indent: 2)
        #expect(lines.map(\.text.trimmingTrailingSpaces) == ["one two", "  three", "  four"])
        #expect(lines[1].spans.last?.role == .dim)
        #expect(lines.allSatisfy { $0.width <= 8 })
    }

    @Test func `a word whose style changes is not broken at the change`() {
        let line = StyledLine("one two", .strong).adding("three", .dim).adding(" four")
        let lines = line.wrapped(to: 9, indent: 1)
        #expect(lines.map(\.text.trimmingTrailingSpaces) == ["one", " twothree", " four"])
    }

    @Test func `text that stays together is wrapped only if it is wider than a line`() {
        var line = StyledLine("one", .strong)
        line.append(" two", staysTogether: true)
        line.append(", three ")
        line.append("four five", staysTogether: true)
        #expect(
            line.wrapped(to: 10, indent: 1).map(\.text.trimmingTrailingSpaces) == ["one two,", " three", " four five"])
        #expect(
            line.wrapped(to: 6, indent: 1).map(\.text.trimmingTrailingSpaces) == [
                "one", " two,", " three", " four", " five",
            ])
    }

    @Test func `a wide word of several styles is broken at the end of the line`() {
        let line = StyledLine("xxxx", .strong).adding("yyyyyyyy", .dim).adding("zz")
        let lines = line.wrapped(to: 6)
        #expect(lines.map(\.text) == ["xxxxyy", "yyyyyy", "zz"])
    }

    @Test func `a styled word longer than a line is broken`() {
        let lines = StyledLine(String(repeating: "x", count: 25)).wrapped(to: 10, indent: 2)
        #expect(lines.map(\.width) == [10, 10, 9])
        #expect(lines.map(\.text).joined().filter { $0 == "x" }.count == 25)
    }
}
