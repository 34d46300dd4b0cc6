import Testing

@testable import FlintCLI

struct CommandOutputTests {
    @Test func `a text of up to 200 bytes is quoted in full`() {
        let text = String(repeating: "x", count: 200)
        #expect(CommandOutput.excerpt(text) == text)
        #expect(CommandOutput.excerpt(text + "x") == text + "…")
        #expect(CommandOutput.excerpt(String(repeating: "x", count: 100_000)) == text + "…")
    }

    @Test func `a quoted text is on one line and has no control characters`() {
        #expect(CommandOutput.excerpt("two\nlines\u{1B}[31m") == "two␊lines␛[31m")
    }
}
