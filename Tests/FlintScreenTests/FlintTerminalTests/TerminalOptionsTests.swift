import FlintTerminal
import Testing

struct TerminalOptionsTests {
    private func options(_ environment: [String: String]) -> TerminalOptions {
        TerminalOptions { environment[$0] }
    }

    @Test func `the environment sets the terminal type`() {
        #expect(options(["TERM": "tmux-256color"]).term == "tmux-256color")
        #expect(options([:]).term == "")
        #expect(options([:]).usesColor && options([:]).usesMouse)
    }

    @Test func `NO_COLOR with any value turns colors off`() {
        #expect(!options(["NO_COLOR": "1"]).usesColor)
        #expect(!options(["NO_COLOR": "0"]).usesColor)
        #expect(options(["NO_COLOR": ""]).usesColor)
    }

    @Test func `a terminal that would display the query is not sent one`() {
        #expect(options(["TERM": "xterm-256color"]).queriesSynchronizedOutput)
        #expect(!options(["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"]).queriesSynchronizedOutput)
    }

    @Test func `the process environment is the default`() {
        #expect(TerminalOptions.environmentVariable("PATH") != nil)
        #expect(TerminalOptions.environmentVariable("NO_SUCH_VARIABLE_IS_SET") == nil)
        #expect(TerminalOptions().term == TerminalOptions.environmentVariable("TERM") ?? "")
    }
}
