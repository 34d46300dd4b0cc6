import FlintTestSupport
import Foundation
import Testing

/// Checks that scripts and journeys show the same screens in the app's process and attached to it.
struct AttachedScriptTests {
    private let folder: TemporaryFolder
    private let runtime: String

    init() throws {
        folder = try TemporaryFolder()
        // A socket's path must be short, but the path of the temporary folder may be long.
        runtime = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
        mkdir(runtime, 0o700)
    }

    /// Typical tasks in the console, as keys.
    ///
    /// The screen after each line is compared.
    private static let journeys: [String: [String]] = [
        "find why a feature is off": ["j", "/living<enter>", "<esc>", "/smart<enter>", "<tab>", "j"],
        "unlock a feature": ["/smart<enter>", "U", "<enter>"],
        "compare two personas": ["8", "<right>", "d", "<down>", "<esc>"],
        "deny a permission and repair it": [
            "/nearby<enter>", "f", "c", "d", "s", "d", "3", "/bluetooth<enter>", "s", "a", "1",
        ],
        "let a purchase expire and see its trace": ["2", "/season<enter>", "s", "b", "c", "n", "5", "<end>"],
        "perform an action and find it in the timeline": [
            "/downloading<enter>", "a", "<enter>", "<enter>", "5", "<end>",
        ],
        "find what changed a feature": ["2", "b", "1", "/smart<enter>", "5", "/premium<enter>", "<enter>"],
        "undo everything": ["2", "b", "1", "/speed<enter>", "t", "u", "u", "u"],
        "remove what differs": ["2", "b", "4", "b", "C", "d"],
        "try changes out": ["w", "2", "b", "1", "<esc>", "w"],
        "look at every screen": ["1", "2", "3", "4", "5", "6", "7", "8", "?", "<esc>", "!", "<esc>"],
        "open a screen by an action": ["/purchase browser<enter>", "a", "<enter>"],
    ]

    /// A window in which no text is cut, because the place of a cut depends on the lengths of durations.
    private static let size = "size 200x40"

    private static let scripts = ["permissions", "picture", "tour"]

    /// Returns a script that saves the screen after each of its lines of keys.
    private static func saving(_ lines: [String]) -> (text: String, names: [String]) {
        var names: [String] = []
        let steps = lines.flatMap { line in
            guard line.hasPrefix("keys ") else { return [line] }
            names.append("step\(names.count).txt")
            return [line, "save \(names[names.count - 1])"]
        }
        return (steps.joined(separator: "\n"), names)
    }

    /// Returns a screen without data that differs between two runs.
    ///
    /// Times and durations are removed, and the lengths of blanks and of styled ranges, which depend on them.
    private static func timeless(_ screen: String) -> String {
        let parts = screen.split(separator: /={80,}\n/, maxSplits: 1)
        let text = parts[0].replacing(/\d{4}-\d\d-\d\d/, with: "day")
            .replacing(/\d\d:\d\d(:\d\d)?(\.\d+)?/, with: "time")
            .replacing(/[ ]*\d+(\.\d+)? ?(ns|us|µs|ms|s)\b[ ]*/, with: " duration ").replacing(/[ ]+/, with: " ")
        return text + parts.dropFirst().map { $0.replacing(/(.)\1+/) { String($0.1) } }.joined()
    }

    /// Plays a script in a separate process.
    ///
    /// Its steps would take turns with the commands of other tests, until the console warns about old overrides.
    private func play(_ text: String, in name: String, _ arguments: [String]) throws -> ChildProcess.Result {
        try FileManager.default.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: true)
        try folder.write(text, to: "a.script")
        return try BuiltProgram.run(
            ["console", "--script", folder.path(of: "a.script"), "--output", folder.path(of: name)] + arguments,
            environment: ["XDG_RUNTIME_DIR": runtime])
    }

    private func compare(_ lines: [String], _ title: String) throws {
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        let (text, names) = Self.saving(lines)
        let server = try RunningChild(
            BuiltProgram.path, ["serve", "--state", folder.path(of: "served/state.json")],
            environment: BuiltProgram.environment.merging(["XDG_RUNTIME_DIR": runtime]) { $1 })
        try #require(server.nextLine() != nil)
        let here = try play(text, in: "here", ["--state", folder.path(of: "own/state.json")])
        #expect(here.status == 0, "\(title): \(here.errors)")
        let there = try play(text, in: "there", ["--attach", "podcasts"])
        #expect(there.status == 0, "\(title), attached: \(there.errors)")
        #expect(!names.isEmpty)
        for name in names {
            let (first, second) = (try folder.text("here/\(name)"), try folder.text("there/\(name)"))
            let (own, attached) = (Self.timeless(first), Self.timeless(second))
            let difference = TextDifference(expected: own, actual: attached)
            #expect(difference.lines.isEmpty && !first.isEmpty, "\(title), \(name): \(difference)")
        }
        _ = server.kill()
    }

    @Test(arguments: journeys.keys.sorted())
    func `a journey shows the same screens in an attached console`(title: String) throws {
        let keys = try #require(Self.journeys[title])
        try compare([Self.size] + keys.map { "keys \($0)" }, title)
    }

    @Test(arguments: scripts)
    func `a script of the resources shows the same screens in an attached console`(name: String) throws {
        let path = "\(BuiltProgram.root)/Resources/scripts/\(name).script"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
        // Pauses are for people, and saved pictures are for the README.
        let steps = lines.filter { line in !["pause", "save", "size"].contains { line.hasPrefix($0) } }
        try compare([Self.size] + steps, name)
    }
}
