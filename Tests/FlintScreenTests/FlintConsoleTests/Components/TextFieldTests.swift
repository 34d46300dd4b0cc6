import FlintTerminal
import Testing

@testable import FlintConsole

struct TextFieldTests {
    private func typed(_ keys: String) -> TextField {
        var field = TextField()
        for key in KeyPress.sequence(keys) { _ = field.press(key) }
        return field
    }

    @Test func `text is edited at the cursor`() {
        #expect(typed("abc<left><left>X").text == "aXbc")
        #expect(typed("abc<home>X<end>Y").text == "XabcY")
        #expect(typed("abc<backspace>").text == "ab")
        #expect(typed("abc<home><delete><backspace>").text == "bc")
        #expect(typed("one two<ctrl-w>").text == "one ")
        #expect(typed("one two<ctrl-u>").text == "")
    }

    @Test func `the keys of a shell's command line move the cursor and delete words and the rest of the line`() {
        #expect(typed("one two three<alt-b><alt-b>X").text == "one Xtwo three")
        #expect(typed("one two<home><alt-f>X").text == "oneX two")
        #expect(typed("one two<home><ctrl-right><ctrl-right><ctrl-right>X").text == "one twoX")
        #expect(typed("one two<ctrl-left>X").text == "one Xtwo")
        #expect(typed("one two<ctrl-a>X<ctrl-e>Y").text == "Xone twoY")
        #expect(typed("one two<home><alt-f><ctrl-k>").text == "one")
        #expect(typed("one two<home><alt-d>").text == " two")
        #expect(typed("one two <alt-backspace>").text == "one ")
        #expect(typed("<alt-b><alt-f><alt-d><ctrl-k><ctrl-w>").text == "")
    }

    @Test func `an emoji or a combining sequence is one character`() {
        var field = TextField("a👩‍👩‍👧‍👦e\u{301}")
        _ = field.press(KeyPress(.backspace))
        _ = field.press(KeyPress(.backspace))
        #expect(field.text == "a")
        #expect(field.cursor == 1)
    }

    @Test func `control characters are inserted as visible symbols`() {
        var field = TextField()
        field.insert("a\u{1B}]0;x\u{7}")
        #expect(field.text == "a␛]0;x␇")
    }

    @Test func `a text field stops at its capacity`() {
        var field = TextField()
        field.insert(String(repeating: "x", count: 1_000_000))
        #expect(field.text.count == TextField.capacity)
    }

    @Test func `keys without a text function are not handled by a text field`() {
        var field = TextField()
        let taken = [KeyPress(.pageUp), KeyPress(.character("x"), .alt)].filter { field.press($0) }
        #expect(taken.isEmpty)
    }

    @Test func `the cursor of a long text stays in view`() {
        let field = typed(String(repeating: "x", count: 50))
        let view = FieldView(field, columns: 10, isSensitive: false)
        #expect(view.cursor == 9)
        #expect(view.text.count == 9)
        let wide = FieldView(TextField("日本語日本語"), columns: 6, isSensitive: false)
        #expect(wide.text == "本語")
    }
}
