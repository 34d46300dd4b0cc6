import Testing

@testable import FlintCLI

struct UsageTextTests {
    private let usage = "USAGE: flint what-if <assumption> ... [--state <file>] [--feed <file> ...] [--json]"

    @Test func `the usage is wrapped between arguments and indented`() {
        #expect(
            UsageText.wrapped(usage, to: 40) == [
                "USAGE: flint what-if <assumption> ...", "       [--state <file>]",
                "       [--feed <file> ...] [--json]",
            ])
        #expect(
            UsageText.wrapped(usage, to: 20) == [
                "USAGE: flint what-if", "       <assumption> ...", "       [--state <file>]",
                "       [--feed <file> ...]", "       [--json]",
            ])
    }

    @Test func `a usage that fits is unchanged, and so are other lines`() {
        #expect(UsageText.wrapped(usage, to: usage.count) == [usage])
        let other = "  --state <file>  " + String(repeating: "Store overrides. ", count: 10)
        #expect(UsageText.wrapped(other, to: 40) == [other])
    }

    @Test func `unbalanced brackets end at the end of the line`() {
        #expect(
            UsageText.wrapped("Usage: flint [--state <file>", to: 20) == ["Usage: flint", "       [--state <file>"])
        #expect(UsageText.wrapped("Usage: flint state] file", to: 20) == ["Usage: flint state]", "       file"])
    }
}
