import TerminalKit
import Testing

@testable import FlintConsole

/// Messages about changes in lines that are too short for them.
struct ResultTextTests {
    private let message =
        "Premium subscription with everything: overridden, purchased until removed; Playlists is available, "
        + "Premiere is undetermined, and 3 more."

    private func fitted(_ text: String, _ columns: Int) -> String {
        ResultText.fitted(text, to: columns, ellipsis: "~")
    }

    @Test func `a message that fits is unchanged`() {
        #expect(fitted(message, 200) == message)
        #expect(fitted("Removed 3 overrides.", 80) == "Removed 3 overrides.")
    }

    @Test func `a long name gives way first`() {
        let ending =
            ": overridden, purchased until removed; Playlists is available, Premiere is undetermined, and 3 more."
        #expect(fitted(message, 120) == "Premium subscriptio~" + ending)
    }

    @Test func `then how it was changed gives way`() {
        let ending = "; Playlists is available, Premiere is undetermined, and 3 more."
        #expect(fitted(message, 85) == "Premium subscription ~" + ending)
    }

    @Test func `the effect becomes a number before it is cut off`() {
        #expect(fitted(message, 75) == "Premium subscript~: overridden, purchased until removed; 5 features change.")
        #expect(fitted(message, 40) == "Premium subscriptio~; 5 features change.")
        #expect(fitted(message, 20) == "5 features change.")
        #expect(fitted(message, 8) == "5 featu~")
    }

    @Test func `one feature is counted in the singular`() {
        let text = "Camera: overridden, denied until removed; Video recording with subtitles is not available."
        #expect(fitted(text, 60).hasSuffix("; 1 feature changes."))
    }

    @Test func `what follows the effect stays behind it`() {
        let name = String(repeating: "A", count: 60)
        let text = "Premium: overridden, on until removed; \(name) is available. Not saved: x"
        #expect(fitted(text, 70).hasSuffix("; 1 feature changes. Not saved: x"))
    }

    @Test func `a message without an effect is clipped at its end`() {
        #expect(fitted("one; two three four", 10) == "one; two ~")
        #expect(fitted("", 10).isEmpty)
    }

    @Test(arguments: 0...140)
    func `no message is wider than its room`(columns: Int) {
        #expect(DisplayWidth.of(fitted(message, columns)) <= columns)
        let wide = "日本語の商品: overridden, on until removed; 日本語 is available, 日本 is available."
        #expect(DisplayWidth.of(fitted(wide, columns)) <= columns)
    }
}
