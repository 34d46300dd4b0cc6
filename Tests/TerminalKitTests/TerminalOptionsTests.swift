import TerminalKit
import Testing

struct TerminalOptionsTests {
    /// The options under an environment.
    private func options(_ environment: [String: String]) -> TerminalOptions {
        TerminalOptions { environment[$0] }
    }

    @Test func theEnvironmentNamesTheTerminal() {
        #expect(options(["TERM": "tmux-256color"]).term == "tmux-256color")
        #expect(options([:]).term == "")
        #expect(options([:]).usesColor && options([:]).usesMouse)
    }

    @Test func anyValueOfNoColorButAnEmptyOneTurnsColoursOff() {
        #expect(!options(["NO_COLOR": "1"]).usesColor)
        #expect(!options(["NO_COLOR": "0"]).usesColor)
        #expect(options(["NO_COLOR": ""]).usesColor)
    }

    @Test func aTerminalThatWouldShowTheQuestionIsNotAsked() {
        #expect(options(["TERM": "xterm-256color"]).asksForSynchronizedOutput)
        #expect(!options(["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"]).asksForSynchronizedOutput)
    }

    @Test func theProcessEnvironmentIsTheDefault() {
        #expect(TerminalOptions.environmentVariable("PATH") != nil)
        #expect(TerminalOptions.environmentVariable("NO_SUCH_VARIABLE_IS_SET") == nil)
        #expect(TerminalOptions().term == TerminalOptions.environmentVariable("TERM") ?? "")
    }
}
