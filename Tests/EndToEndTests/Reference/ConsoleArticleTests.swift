import FlintTestSupport
import Foundation
import Testing

/// Checks that the screens of the console's article match the demo.
struct ConsoleArticleTests {
    /// A screen of the article, with its marker, its size, and the keys that lead to it.
    struct Screen: CustomTestStringConvertible, Sendable {
        let name: String
        let size: String
        let keys: [String]

        var testDescription: String { name }
    }

    private static let path = "Sources/FlintCLI/FlintCLI.docc/TheConsole.md"
    private static let refusal = ["/smart<enter>", "aj<enter>", "Morning<enter>"]
    private static let screens = [
        Screen(name: "reason", size: "100x24", keys: ["/smart<enter>", "<enter>"]),
        Screen(name: "refusal", size: "100x22", keys: refusal + ["<down>"]),
        Screen(name: "trace", size: "100x16", keys: refusal + ["<down><enter>", "5", "<enter>"]),
    ]

    /// A single test covers all screens, because they are parts of one file.
    @Test func `the screens in the article match the demo`() async throws {
        for screen in Self.screens {
            let drawn = try Self.draw(screen)
            try MarkedPart(path: Self.path, name: screen.name).expect("```text\n\(drawn)```\n")
        }
        let comparison = try await Self.comparison()
        try MarkedPart(path: Self.path, name: "compared").expect("```text\n\(comparison)```\n")
        try MarkedPart(path: Self.path, name: "linear").expect("```text\n\(try Self.conversation())```\n")
    }

    /// Returns a conversation with the linear console.
    ///
    /// A pipe gets no prompt, so that the answer to each line is the output that follows it.
    private static func conversation() throws -> String {
        let lines = ["why smart", "unlock", "1"]
        var (text, length) = ("", 0)
        for count in 0...lines.count {
            let folder = try TemporaryFolder()
            try folder.write(lines.prefix(count).map { $0 + "\n" }.joined(), to: "lines")
            let command = "'\(BuiltProgram.path)' console --linear < '\(folder.path(of: "lines"))'"
            let environment = BuiltProgram.environment.merging(["FLINT_STATE": folder.path(of: "state.json")]) { $1 }
            let result = try ChildProcess.run("/bin/sh", ["-c", command], environment: environment)
            try #require(result.status == 0, "\(result.errors)")
            text += (count == 0 ? "" : "> \(lines[count - 1])\n") + result.output.dropFirst(length)
            length = result.output.count
        }
        return text
    }

    /// Returns the linear console's comparison of the app with a report in the current folder.
    private static func comparison() async throws -> String {
        let folder = try TemporaryFolder()
        let line = "compare theirs"
        try folder.write(line + "\n", to: "lines")
        let theirs = ["FLINT_STATE": folder.path(of: "theirs.json")]
        for arguments in [
            ["set", "purchase", "premium", "purchased"],
            ["report", "--output", folder.path(of: "theirs-report.json")],
        ] {
            try #require(try await DemoCommandLine.run(arguments, environment: theirs).status == 0)
        }
        let result = try ChildProcess.run(
            "/bin/sh", ["-c", "cd '\(folder.path)' && '\(BuiltProgram.path)' console --linear < lines"],
            environment: BuiltProgram.environment.merging(["FLINT_STATE": folder.path(of: "state.json")]) { $1 })
        let greeting = try #require(result.output.range(of: "\"q\" to quit.\n"), "\(result.errors)")
        return "> \(line)\n" + result.output[greeting.upperBound...]
    }

    /// The tour's keys are its code spans, and its bold text is on the screen after the keys before it.
    @Test func `the steps of the tour lead to the stated results and match those of the scripted tour`() throws {
        let section = try #require(try text(Self.path).components(separatedBy: "### Take a three-minute tour\n").last)
        let steps = section.components(separatedBy: "\n### ")[0].components(separatedBy: "\n\n")
            .filter { $0.hasPrefix("1. ") }.joined().replacing(/\s+/, with: " ")
        var (script, keys) = (["size 120x34"], "")
        for part in steps.matches(of: /`([^`]+)`|\*\*([^*]+)\*\*/) {
            if let key = part.1.map(String.init) {
                let spelling = ["enter", "down"].contains(key) ? "<\(key)>" : key
                script.append("keys \(spelling)")
                keys += spelling
            } else if let shown = part.2 {
                script.append("expect \(shown)")
            }
        }
        let folder = try TemporaryFolder()
        try folder.write(script.joined(separator: "\n"), to: "article.script")
        let result = try BuiltProgram.run(
            ["console", "--script", folder.path(of: "article.script")],
            environment: ["FLINT_STATE": folder.path(of: "state.json")])
        #expect(result.status == 0, "\(result.errors)")
        let scripted = try text("Resources/scripts/tour.script").split(separator: "\n")
            .filter { $0.hasPrefix("keys ") }.map { $0.dropFirst(5) }.joined()
        #expect(keys == scripted)
    }

    @Test func `every key of the article is bound`() throws {
        let article = try text(Self.path)
        let reference = try text("Sources/FlintCLI/FlintCLI.docc/Keys.md")
        let bound = Set(
            reference.split(separator: "\n").filter { $0.hasPrefix("| `") }
                .flatMap { $0.split(separator: " | ")[0].matches(of: /`([^`]+)`/).map { String($0.1) } })
        let rows = article.split(separator: "\n").compactMap { $0.firstMatch(of: /^\| `([^`]+)` \|/)?.1 }
        #expect(rows.count >= 15)
        for key in rows { #expect(bound.contains(String(key)), "\(key)") }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: URL(filePath: BuiltProgram.root).appending(path: path), encoding: .utf8)
    }

    private static func draw(_ screen: Screen) throws -> String {
        let folder = try TemporaryFolder()
        let keys = screen.keys.map { "keys \($0)\n" }.joined()
        try folder.write("size \(screen.size)\n\(keys)save screen.txt\n", to: "article.script")
        let result = try BuiltProgram.run(
            ["console", "--script", folder.path(of: "article.script"), "--output", folder.path],
            environment: ["FLINT_STATE": folder.path(of: "state.json")])
        try #require(result.status == 0, "\(result.errors)")
        let lines = try folder.text("screen.txt").split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { !$0.hasPrefix("====") }
        return lines.map { $0.replacing(/\d\d:\d\d:\d\d/, with: "12:00:00") + "\n" }.joined()
    }
}
