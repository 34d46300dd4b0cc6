import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct ChangeFormatterTests {
    private let change = CommandChange(
        [CommandChange.Part("Premium subscription with everything", "overridden, purchased until removed")],
        effect: CommandEffect(text: "Playlists is available, Premiere is undetermined, and 3 more", count: 5))

    private func fitted(_ columns: Int) -> String { fitted(change, columns) }

    private func fitted(_ change: CommandChange, _ columns: Int) -> String {
        ChangeFormatter.fitted(change, to: columns, ellipsis: "~")
    }

    @Test func `a message that fits is unchanged`() {
        #expect(fitted(200) == change.message)
        #expect(fitted(CommandChange([CommandChange.Part("Removed 3 overrides")]), 80) == "Removed 3 overrides.")
    }

    @Test func `a long name is shortened first`() {
        let ending =
            ": overridden, purchased until removed; Playlists is available, Premiere is undetermined, and 3 more."
        #expect(fitted(120) == "Premium subscriptio~" + ending)
    }

    @Test func `the kind of change is omitted after the name is shortened`() {
        let ending = "; Playlists is available, Premiere is undetermined, and 3 more."
        #expect(fitted(85) == "Premium subscription ~" + ending)
    }

    @Test func `the effect is replaced by a number before it is truncated`() {
        #expect(fitted(75) == "Premium subscript~: overridden, purchased until removed; 5 features change.")
        #expect(fitted(40) == "Premium subscriptio~; 5 features change.")
        #expect(fitted(20) == "5 features change.")
        #expect(fitted(8) == "5 featu~")
    }

    @Test func `one feature is counted in the singular`() {
        let change = CommandChange(
            [CommandChange.Part("Camera", "overridden, denied until removed")],
            effect: CommandEffect(text: "Video recording with subtitles is not available", count: 1))
        #expect(fitted(change, 60).hasSuffix("; 1 feature changes."))
    }

    @Test func `text that follows the effect stays after it`() {
        let name = String(repeating: "A", count: 60)
        let change = CommandChange(
            [CommandChange.Part("Premium", "overridden, on until removed")],
            effect: CommandEffect(text: "\(name) is available", count: 1), note: "Not saved: x")
        #expect(fitted(change, 70).hasSuffix("; 1 feature changes. Not saved: x"))
    }

    @Test func `of many changes, those that fit are followed by the number of the others`() {
        let change = CommandChange(
            (1...20).map { CommandChange.Part("Fact \($0)", "on") },
            effect: CommandEffect(text: "A is available", count: 1))
        #expect(fitted(change, 60) == "Fact 1: on; Fact 2: on, and 18 more; A is available.")
        #expect(fitted(change, 45) == "Fact 1: on, and 19 more; A is available.")
    }

    @Test func `several subjects are shortened in the same way`() {
        let subjects = ["Premium subscription", "Lifetime subscription"]
        let change = CommandChange(
            subjects.map { CommandChange.Part($0, "on") }, effect: CommandEffect(text: "A is available", count: 1))
        #expect(fitted(change, 46) == "Premium ~: on; Lifetime~: on; A is available.")
    }

    @Test func `separators within names do not divide them`() {
        let change = CommandChange(
            [CommandChange.Part("Flag abc; d: efghijklmnop", "on")],
            effect: CommandEffect(text: "A is available", count: 1))
        #expect(fitted(change, 40) == "Flag abc; d: efghi~: on; A is available.")
    }

    @Test func `a message without an effect is truncated at its end`() {
        #expect(fitted(CommandChange([CommandChange.Part("one", "two is available")]), 10) == "one: two ~")
    }

    @Test(arguments: 0...140)
    func `no message is wider than the available space`(columns: Int) {
        #expect(DisplayWidth.of(fitted(columns)) <= columns)
        let wide = CommandChange(
            [CommandChange.Part("日本語の商品", "overridden, on until removed")],
            effect: CommandEffect(text: "日本語 is available, 日本 is available", count: 2))
        #expect(DisplayWidth.of(fitted(wide, columns)) <= columns)
    }
}
