import FlintTestSupport
import Foundation
import Testing

struct LinearConsoleTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs the program in a shell that redirects its input.
    private func output(of command: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let variables = ["FLINT_STATE": folder.path(of: "state.json"), "PROGRAM": BuiltProgram.path]
        let environment = BuiltProgram.environment.merging(variables) { $1 }
        let result = try ChildProcess.run("/bin/sh", ["-c", command], environment: environment)
        #expect(result.status == 0, "\(result.errors)", sourceLocation: sourceLocation)
        #expect(!result.output.contains("\u{1B}"), sourceLocation: sourceLocation)
        return result.output
    }

    @Test func `commands from a pipe are answered in order until the end of the input`() throws {
        let lines = try output(
            of: #"printf 'why Smart playlists\nunlock\n\nshow\nundo\nsave-report\n' | $PROGRAM console --linear"#)
        let expected = [
            "10 of 27 available", "blocked by: Premium subscription is not purchased", "Unlock Smart playlists",
            "Smart playlists is available", "\nSmart playlists is available\n", "Undone. ", "Save a report",
        ]
        var rest = lines[...]
        for text in expected {
            let range = try #require(rest.range(of: text), "\(text) in \(lines)")
            rest = rest[range.upperBound...]
        }
    }

    @Test func `commands from a file are answered until quit`() throws {
        try folder.write("flags\nq\npurchases\n", to: "commands")
        let lines = try output(of: "$PROGRAM console --linear < '\(folder.path(of: "commands"))'")
        #expect(lines.contains("Facts: ") && !lines.contains("Purchases: "))
        #expect(try output(of: "$PROGRAM console --linear < /dev/null").contains("\"q\" to quit"))
    }

    @Test func `a recording is read without a screen`() async throws {
        try await flint("report", "--output", folder.path(of: "report.json"))
        let path = "'\(folder.path(of: "report.json"))'"
        let lines = try output(of: "echo 'override-purchased premium' | $PROGRAM console \(path) --linear")
        #expect(lines.contains("RECORDING") && lines.contains("A recording cannot be changed"))
    }

    @Test func `a recording opened at a moment is shown at this moment again after another one`() async throws {
        try folder.write(
            """
            set purchase premium purchased
            set permission location-when-in-use authorized
            """, to: "two.scenario")
        let (first, second) = (folder.path(of: "first.jsonl"), folder.path(of: "second.jsonl"))
        for journal in [first, second] { try await flint("run", folder.path(of: "two.scenario"), "--journal", journal) }
        let keys = #"apps\nsecond.jsonl\napps\nfirst.jsonl\n"#
        let lines = try output(
            of: "cd '\(folder.path)' && printf '\(keys)' | $PROGRAM console --linear --recording '\(first)' --at 1")
        #expect(lines.components(separatedBy: "RECORDING, first.jsonl").count == 3)
        #expect(lines.components(separatedBy: ", event 1, 10 of 27 available").count == 3, "\(lines)")
        #expect(lines.contains("event 2, 11 of 27 available"))
        #expect(!lines.contains("is available now"), "Only the shown recording has changed.")
    }

    @Test(arguments: [["--plain"], ["--script", "x"]])
    func `options that contradict each other are refused`(_ options: [String]) async throws {
        let result = try await flint(["console", "--linear"] + options)
        #expect(result.status == 64 && result.errors.contains("--linear cannot be combined with"))
    }

    @Test func `a dumb terminal gets a prompt and is restored`() throws {
        let terminal = try TerminalSession(columns: 60, environment: ["TERM": "dumb"])
        try terminal.wait(for: "10 of 27 available", "\n>")
        try terminal.type("why Smart playlists")
        try terminal.press("Enter")
        try terminal.wait(for: "blocked by: Premium subscription", "actions: show, create (name), refresh")
        try terminal.type("unlock")
        try terminal.press("Enter")
        try terminal.wait(for: "Unlock Smart playlists", "choice>")
        try terminal.press("Enter")
        try terminal.wait(for: "Smart playlists is available")
        try terminal.press("C-d")
        try terminal.wait(for: "ended with 0")
        try terminal.expectTerminalRestored()
    }
}
