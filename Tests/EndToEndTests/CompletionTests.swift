import FlintTestSupport
import Foundation
import Testing

struct CompletionTests {
    private static let feature = "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature"

    /// A shell with the option that checks a script without running it.
    struct Shell: CustomTestStringConvertible, Sendable {
        let name: String
        let check: String

        var testDescription: String { name }

        /// The path of the shell, or `nil` if it is not installed.
        var path: String? {
            ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
        }

        static let all = [
            Shell(name: "bash", check: "-n"), Shell(name: "zsh", check: "-n"),
            Shell(name: "fish", check: "--no-execute"),
        ]
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Requests names from the program in the same way as a completion script.
    private func names(_ command: [String], argument: Int, typed: [String] = []) throws -> [String] {
        let words = ["flint"] + command + typed + [""]
        let place = ["--", "positional@\(argument)", "\(words.count - 1)", "0"]
        let result = try BuiltProgram.run(
            ["---completion"] + command + place + words,
            environment: ["FLINT_STATE": folder.path(of: "state.json"), "SAP_SHELL": "bash"])
        #expect(result.status == 0, "\(result.errors)")
        return result.output.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
    }

    @Test(arguments: Shell.all)
    func `a shell accepts its script`(shell: Shell) async throws {
        let script = try await DemoCommandLine.run(["help", "completions", shell.name])
        #expect(script.status == 0 && script.errors.isEmpty)
        #expect(script.output.contains("what-if") && script.output.contains("---completion why"))
        guard let path = shell.path else { return }
        try folder.write(script.output, to: "script")
        let result = try ChildProcess.run(path, [shell.check, folder.path(of: "script")], environment: [:])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    }

    @Test func `a script is printed for known shells only`() async throws {
        let result = try await DemoCommandLine.run(["help", "completions", "tcsh"])
        #expect(result.status == 64)
        #expect(result.errors.contains("bash") && result.errors.contains("fish"), "\(result.errors)")
        let shells = try await DemoCommandLine.run(["help", "completions"])
        #expect(shells.status == 0 && shells.output.contains("help completions bash"))
    }

    @Test func `names are completed from the app`() async throws {
        #expect(try names(["why"], argument: 0).contains(Self.feature))
        #expect(try names(["store", "buy"], argument: 0).contains("podcasts.premium"))
        #expect(try names(["facts"], argument: 1, typed: ["permissions"]).first == "camera")
        #expect(try names(["set"], argument: 0, typed: ["flag"]).contains("sleep-timer"))
        #expect(try names(["matrix"], argument: 0).prefix(2) == ["now", "child-account"])
        #expect(try names(["persona", "apply"], argument: 0).contains("watch-user"))
        #expect(try names(["perform"], argument: 0).contains(Self.feature + "/create"))
    }

    @Test func `arguments of a question about a loss are completed by kind`() async throws {
        #expect(try names(["what-if"], argument: 0, typed: ["--without"]).contains("purchase"))
        #expect(try names(["what-if"], argument: 0, typed: ["--without", "purchase"]).contains("podcasts.premium"))
        #expect(try names(["what-if"], argument: 0, typed: ["--without", "flag"]).contains("sleep-timer"))
        #expect(try names(["what-if"], argument: 0, typed: ["--without", "platform"]).contains("watchOS"))
        #expect(try names(["what-if"], argument: 0, typed: ["--without", "nothing"]).isEmpty)
    }

    @Test func `every assumption of what-if is completed as a whole`() async throws {
        let first = try names(["what-if"], argument: 0)
        #expect(first.contains("purchase podcasts.premium purchased"))
        #expect(first.contains("purchase podcasts.premium none"))
        #expect(first.contains("permission location-when-in-use denied"))
        #expect(first.contains("user-setting PodcastFeatures/PlaybackFeature/SpeedFeature on"))
        #expect(first.contains("runtime-switch PodcastFeatures/DownloadsFeature/TurboDownloadsFeature off"))
        #expect(first.contains("flag sleep-timer on") && first.contains { $0.hasPrefix("platform watchOS") })
        #expect(!first.contains { $0.hasPrefix("permission health") }, "The app does not require the permission.")
        #expect(try names(["what-if"], argument: 0, typed: ["flag sleep-timer on"]) == first)
    }

    @Test func `completing names has no effect and needs no valid state`() async throws {
        try folder.write("notes", to: "state.json")
        _ = try names(["why"], argument: 0)
        #expect(try folder.text("state.json") == "notes")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["state.json"])
    }

    @Test(.enabled(if: Shell.all[0].path != nil))
    func `bash completes commands, words and names`() async throws {
        try folder.write(try await DemoCommandLine.run(["help", "completions", "bash"]).output, to: "script")
        func completed(_ words: String...) throws -> Set<String> {
            let line = words.joined(separator: " ")
            let script = """
                source '\(folder.path(of: "script"))'
                flint() { '\(BuiltProgram.path)' "$@"; }
                COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " "))) COMP_CWORD=\(words.count - 1)
                COMP_LINE='\(line)' COMP_POINT=\(line.utf8.count) COMPREPLY=()
                _flint flint '\(words.last ?? "")' '\(words.dropLast().last ?? "")'
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            var environment = BuiltProgram.environment
            environment["FLINT_STATE"] = folder.path(of: "state.json")
            let result = try ChildProcess.run(
                try #require(Shell.all[0].path), ["-c", script], environment: environment)
            return Set(result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
        }
        #expect(try completed("flint", "fe") == ["features"])
        #expect(try completed("flint", "set", "purchase", "podcasts.premium", "p") == ["purchased"])
        #expect(try completed("flint", "why", "PodcastFeatures/Fav").contains(Self.feature))
        #expect(try completed("flint", "--att") == ["--attach"])
        #expect(try completed("flint", "--attach", "podcasts", "--quiet", "fe") == ["features"])
        #expect(try completed("flint", "--platform", "watchOS 9", "set", "pur") == ["purchase"])
    }
}
