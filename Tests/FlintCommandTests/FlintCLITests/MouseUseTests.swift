import ArgumentParser
import Testing

@testable import FlintCLI

struct MouseUseTests {
    private struct Program: ParsableCommand {
        @Flag(exclusivity: .chooseLast) var mouse = MouseUse.console
    }

    @Test func `the last flag decides, and the console uses the mouse without one`() throws {
        #expect(try Program.parse([]).mouse == .console)
        #expect(try Program.parse(["--no-mouse"]).mouse == .terminal)
        #expect(try Program.parse(["--no-mouse", "--mouse"]).mouse == .console)
    }

    @Test func `each flag has its own description in the help`() throws {
        let lines = Program.helpMessage(columns: 120).split(separator: "\n")
        func description(_ flag: String) -> String? {
            lines.first { $0.hasPrefix("  \(flag) ") }.map { $0.dropFirst(flag.count + 2).drop { $0 == " " } }
                .map(String.init)
        }
        #expect(description("--mouse") == "Use the mouse in the console. (default: --mouse)")
        #expect(description("--no-mouse") == "Leave the mouse to the terminal, for example to select text.")
    }
}
