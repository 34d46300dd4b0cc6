import InspectorKit
import TerminalKit
import Testing

@testable import FlintConsole

/// Messages about changes in lines that are too short for them.
struct ResultTextTests {
    private let message =
        "Premium subscription with everything: overridden, purchased until removed; Playlists is available, "
        + "Premiere is undetermined, and 3 more."

    private let effect = CommandEffect(words: "Playlists is available, Premiere is undetermined, and 3 more", count: 5)

    private func fitted(_ columns: Int) -> String { fitted(message, effect, columns) }

    private func fitted(_ text: String, _ effect: CommandEffect?, _ columns: Int) -> String {
        ResultText.fitted(text, effect: effect, to: columns, ellipsis: "~")
    }

    @Test func `a message that fits is unchanged`() {
        #expect(fitted(200) == message)
        #expect(fitted("Removed 3 overrides.", nil, 80) == "Removed 3 overrides.")
    }

    @Test func `a long name gives way first`() {
        let ending =
            ": overridden, purchased until removed; Playlists is available, Premiere is undetermined, and 3 more."
        #expect(fitted(120) == "Premium subscriptio~" + ending)
    }

    @Test func `then how it was changed gives way`() {
        let ending = "; Playlists is available, Premiere is undetermined, and 3 more."
        #expect(fitted(85) == "Premium subscription ~" + ending)
    }

    @Test func `the effect becomes a number before it is cut off`() {
        #expect(fitted(75) == "Premium subscript~: overridden, purchased until removed; 5 features change.")
        #expect(fitted(40) == "Premium subscriptio~; 5 features change.")
        #expect(fitted(20) == "5 features change.")
        #expect(fitted(8) == "5 featu~")
    }

    @Test func `one feature is counted in the singular`() {
        let text = "Camera: overridden, denied until removed; Video recording with subtitles is not available."
        let effect = CommandEffect(words: "Video recording with subtitles is not available", count: 1)
        #expect(fitted(text, effect, 60).hasSuffix("; 1 feature changes."))
    }

    @Test func `what follows the effect stays behind it`() {
        let name = String(repeating: "A", count: 60)
        let text = "Premium: overridden, on until removed; \(name) is available. Not saved: x"
        let effect = CommandEffect(words: "\(name) is available", count: 1)
        #expect(fitted(text, effect, 70).hasSuffix("; 1 feature changes. Not saved: x"))
    }

    @Test func `a message without an effect is clipped at its end`() {
        #expect(fitted("one; two is available", nil, 10) == "one; two ~")
        #expect(fitted("", nil, 10).isEmpty)
    }

    @Test func `an effect that the message does not tell changes nothing`() {
        #expect(fitted("one; two three four", effect, 10) == "one; two ~")
    }

    @Test(arguments: 0...140)
    func `no message is wider than its room`(columns: Int) {
        #expect(DisplayWidth.of(fitted(columns)) <= columns)
        let wide = CommandEffect(words: "日本語 is available, 日本 is available", count: 2)
        let text = "日本語の商品: overridden, on until removed; \(wide.words)."
        #expect(DisplayWidth.of(fitted(text, wide, columns)) <= columns)
    }
}
