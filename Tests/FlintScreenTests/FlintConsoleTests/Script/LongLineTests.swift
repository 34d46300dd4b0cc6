import Testing

@testable import FlintConsole

struct LongLineTests {
    private static let long = String(repeating: "x", count: 200_000)

    @Test(arguments: [
        long, "size \(long)", "pause \(long)", "save \(long)", "save \(long)/a.txt", "try \(long)",
        "expect-feature \(long)", "keys", "override \"\(long)",
    ])
    func `an invalid line of a script is quoted only in part`(line: String) {
        let error = #expect(throws: ConsoleScriptError.self) { try ConsoleScript(line) }
        #expect((error?.description.utf8.count ?? .max) < 1_000)
    }

    @Test(arguments: [
        long, "\(long) undo = u", "console \(long) = u", "logs \(long) = u", "console undo = \(long)",
        "logs undo = \(long)",
    ])
    func `an invalid line of a keymap is quoted only in part`(line: String) {
        let problems = KeymapFile(line).problems
        #expect(problems.count == 1 && problems.allSatisfy { $0.utf8.count < 2_000 })
    }
}
