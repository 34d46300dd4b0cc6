import Testing

struct DocumentedCommandTests {
    @Test func `a line of a session can contain several commands, without quotes and comments`() {
        let line = #"$ flint why "a b" --apply && flint undo | head -n 2  # "both""#
        #expect(
            DocumentedCommand.all(in: line).map(\.words) == [
                ["flint", "why", "a b", "--apply"], ["flint", "undo"], ["head", "-n", "2"],
            ])
        #expect(DocumentedCommand.all(in: "Smart playlists: available").isEmpty)
    }

    @Test(arguments: [
        "flint features --no-such-option", "flint no such command",
        "flint check Resources/no-such-file.json5",
        "make no-such-target", "make bench NO_SUCH=1", "make bench BENCH_FLAGS=--no-such-option",
        "swift run no-such-program", "swift run flint features --no-such-option",
        "swift build --no-such-option",
        "no-such-program",
    ])
    func `an unknown command is found`(line: String) {
        #expect(DocumentedCommand.all(in: "$ \(line)").allSatisfy { $0.problem != nil })
    }
}
