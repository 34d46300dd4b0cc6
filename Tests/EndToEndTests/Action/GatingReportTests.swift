import FlintTestSupport
import Foundation
import Testing

@Suite(.enabled(if: GatingAction.isAvailable, "The action is a Python script."))
struct GatingReportTests {
    private let action: GatingAction

    init() throws {
        action = try GatingAction()
    }

    /// Writes the catalog of an earlier version of the demo and returns its path.
    private func baseline(_ change: (String) -> String = { $0 }) async throws -> String {
        let catalog = try await DemoCommandLine.run(
            ["features", "--json"], environment: ["FLINT_STATE": action.folder.path(of: "state.json")])
        return try action.folder.write(change(catalog.output), to: "old.json")
    }

    /// Writes a shell script that prints text for each command and returns the words that run it.
    private func program(comparison: String = "", check: String = "", lint: String = "", in path: String = ".") throws
        -> String
    {
        try action.folder.write(
            """
            case "$1" in
            features) cat catalog.json ;;
            compare) \(comparison.isEmpty ? ":" : comparison) ;;
            check) \(check.isEmpty ? ":" : check) ;;
            lint) \(lint.isEmpty ? ":" : lint) ;;
            esac
            """, to: "\(path)/program")
        try action.folder.write("{}", to: "\(path)/catalog.json")
        return "/bin/sh program"
    }

    private func outputs() throws -> String { try action.folder.text("outputs") }

    // MARK: Results

    @Test func `unchanged gating is not news`() async throws {
        let expectations = BuiltProgram.root + "/Resources/expectations/podcast.json5"
        let result = try action.report(
            BuiltProgram.path, "--baseline", try await baseline(), "--expectations", expectations)
        #expect(result.status == 0, "\(result.errors)\(result.output)")
        #expect(
            try action.body == """
                <!-- flint gating: flint -->
                ### Gating of flint

                | Command | Result |
                |---|---|
                | `compare --prove` | No state loses or gains a feature |
                | `check` | Every expectation is met |
                | `lint` | No problems |

                """)
        #expect(try action.folder.text("summary.md") == action.body)
        #expect(try outputs() == "news=false\n")
    }

    @Test func `a feature that some users lose is reported as news, and fails the report on request`() async throws {
        let old = try await baseline { $0.replacing("podcasts.premium", with: "podcasts.season-pass") }
        let result = try action.report(BuiltProgram.path, "--baseline", old)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try action.body.contains("| `compare --prove` | Features are or may be lost or gained |\n"))
        #expect(try action.body.contains("<details open><summary><code>compare --prove</code></summary>\n\n```text\n"))
        #expect(try action.body.contains("  a persona loses it: "))
        #expect(try outputs() == "news=true\n")
        let strict = try action.report(BuiltProgram.path, "--baseline", old, "--fail-on-difference", "true")
        #expect(strict.status == 1)
    }

    @Test func `the article shows a real comment`() async throws {
        let old = try await baseline { $0.replacing("\"sleep-timer\"", with: "\"up-next\"") }
        #expect(try action.report(BuiltProgram.path, "--baseline", old, "--name", "Podcasts").status == 0)
        let lines = try action.body.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3)
            .filter { !$0.contains("details>") && !$0.contains("<details") }
        let text = lines.joined(separator: "\n").replacing("\n\n\n", with: "\n\n")
        try MarkedPart(path: "Sources/FlintCLI/FlintCLI.docc/ContinuousIntegration.md", name: "comment")
            .expect("\(text.trimmingCharacters(in: .newlines))\n")
    }

    @Test func `expectations and lint problems fail after the report has been written`() throws {
        let command = try program(check: "echo unmet; exit 1", lint: "echo problem; exit 1")
        let result = try action.report(command, "--expectations", "expectations.json5")
        #expect(result.status == 1)
        #expect(try action.body.contains("| `check` | Expectations are not met |\n| `lint` | Problems |\n"))
        #expect(try action.body.contains("```text\nunmet\n```"))
        #expect(try outputs() == "news=true\n")
    }

    @Test func `a command that fails in another way shows the end of its error output`() throws {
        let command = try program(lint: "seq 100 >&2; exit 70")
        let result = try action.report(command, "--baseline", "missing.json")
        #expect(result.status == 1)
        #expect(try action.body.contains("| `lint` | Failed with status 70 |\n"))
        #expect(try action.body.contains("```text\n61\n62\n"))
        let crashed = try action.report(try program(lint: "exit 1"))
        #expect(try crashed.status == 1 && action.body.contains("| `lint` | Failed with status 1 |"))
    }

    @Test func `a program that does not build is reported once`() throws {
        try action.folder.write("echo 'error: cannot find x' >&2; exit 1", to: "broken")
        let result = try action.report("/bin/sh broken", "--baseline", "old.json", "--expectations", "a.json5")
        #expect(result.status == 1)
        #expect(
            try action.body.hasSuffix(
                """
                |---|---|
                | `features --json` | Failed with status 1 |

                <details open><summary><code>features --json</code></summary>

                ```text
                error: cannot find x
                ```

                </details>

                """))
    }

    @Test func `the report fails if the command cannot run`() throws {
        for (command, message) in [
            ("no-such-program", "no-such-program cannot be started: No such file or directory."),
            ("", "'' is not a command."), ("'unfinished", "is not a command."),
        ] {
            let result = try action.report(command)
            #expect(result.status == 1 && result.errors.contains(message), "\(result.errors)")
            #expect(result.output.contains("::error::"))
        }
        #expect(try action.report("x", "--name", "<b>").status == 2)
        let target = try action.report(
            try program(lint: "touch ran"), environment: ["GITHUB_EVENT_NAME": "pull_request_target"])
        #expect(target.status == 1 && target.errors.contains("Use pull_request."))
        #expect(!FileManager.default.fileExists(atPath: action.folder.path(of: "ran")))
    }

    // MARK: Base

    private func git(_ words: String..., in path: String) throws {
        let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "init.defaultBranch=main"]
        let result = try ChildProcess.run(
            "git", ["-C", path] + identity + words, environment: BuiltProgram.environment)
        try #require(result.status == 0, "\(result.errors)")
    }

    /// Makes a repository whose branch `main` and whose commit after it have different catalogs in the folder `App`.
    private func repository() throws -> String {
        let path = try action.folder.makeFolder("repository")
        _ = try program(comparison: "head \"$2\" \"$3\"; exit 1", in: "repository/App")
        try action.folder.write("old\n", to: "repository/App/catalog.json")
        try git("init", "--quiet", in: path)
        try git("add", ".", in: path)
        try git("commit", "--quiet", "--message", "Old", in: path)
        try git("checkout", "--quiet", "-b", "change", in: path)
        try action.folder.write("new\n", to: "repository/App/catalog.json")
        try git("commit", "--quiet", "--all", "--message", "New", in: path)
        return path
    }

    @Test func `the base is listed in a temporary worktree, which is removed afterward`() throws {
        let path = try repository()
        let result = try action.report("/bin/sh program", "--base", "main", in: path + "/App")
        #expect(result.status == 0, "\(result.errors)\(result.output)")
        #expect(try action.body.contains("old.json <==\nold\n"))
        #expect(try action.body.contains("new.json <==\nnew\n"))
        let trees = try ChildProcess.run(
            "git", ["-C", path, "worktree", "list"], environment: BuiltProgram.environment)
        #expect(trees.output.split(separator: "\n").count == 1)
    }

    @Test func `the base is the commit from which the change began`() throws {
        let path = try repository()
        try git("checkout", "--quiet", "main", in: path)
        try action.folder.write("later\n", to: "repository/App/catalog.json")
        try git("commit", "--quiet", "--all", "--message", "Later", in: path)
        try git("checkout", "--quiet", "change", in: path)
        _ = try action.report("/bin/sh program", "--base", "main", in: path + "/App")
        #expect(try action.body.contains("old.json <==\nold\n"))
    }

    @Test func `a base that is not in a shallow clone is fetched`() throws {
        let path = try repository()
        let clone = action.folder.path(of: "clone")
        try git(
            "clone", "--quiet", "--depth=1", "--branch", "change", "file://" + path, clone, in: action.folder.path)
        let main = try ChildProcess.run(
            "git", ["-C", path, "rev-parse", "main"], environment: BuiltProgram.environment)
        let commit = main.output.trimmingCharacters(in: .newlines)
        let result = try action.report("/bin/sh program", "--base", commit, in: clone + "/App")
        #expect(result.status == 0, "\(result.errors)\(result.output)")
        #expect(try action.body.contains("old.json <==\nold\n"))
    }

    @Test func `a base without the app or with a broken program is not compared`() throws {
        let path = try repository()
        try action.folder.makeFolder("repository/New")
        _ = try program(in: "repository/New")
        #expect(try action.report("/bin/sh program", "--base", "main", in: path + "/New").status == 0)
        #expect(try action.body.contains("Not compared: the base branch does not have this folder"))
        try git("checkout", "--quiet", "main", in: path)
        try action.folder.write("echo broken >&2; exit 3", to: "repository/App/program")
        try git("commit", "--quiet", "--all", "--message", "Break", in: path)
        try git("checkout", "--quiet", "-b", "repair", in: path)
        _ = try program(in: "repository/App")
        #expect(try action.report("/bin/sh program", "--base", "main", in: path + "/App").status == 0)
        #expect(try action.body.contains("Not compared: the program of the base branch failed"))
        #expect(try action.body.contains("```text\nbroken\n```"))
    }

    @Test func `a base without the program is not compared`() throws {
        let path = try repository()
        let program = "repository/App/app.sh"
        try action.folder.write("#!/bin/sh\nexec /bin/sh program \"$@\"\n", to: "text")
        // Another process writes the program: a process that starts at the same time would inherit the open file, and a
        // file that is open for writing cannot be executed.
        _ = try ChildProcess.run(
            "install", ["-m", "755", action.folder.path(of: "text"), action.folder.path(of: program)],
            environment: BuiltProgram.environment)
        #expect(try action.report("./app.sh", "--base", "main", in: path + "/App").status == 0)
        #expect(try action.body.contains("Not compared: the program of the base branch cannot be started"))
        #expect(try action.body.contains("```text\n./app.sh cannot be started: No such file or directory.\n```"))
    }

    @Test func `with a file of gates, the gates are compared without building the base`() throws {
        let path = try repository()
        for (branch, gates, features) in [("main", "Lists: Gold", "exit 3"), ("change", "Lists: Silver", ":")] {
            try git("checkout", "--quiet", "-B", branch, in: path)
            try action.folder.write(
                "case $1 in features) \(features) ;; compare) diff \"$2\" gates.lock ;; esac",
                to: "repository/App/program")
            try action.folder.write(gates + "\n", to: "repository/App/gates.lock")
            try git("add", ".", in: path)
            try git("commit", "--quiet", "--message", "Gates", in: path)
        }
        let result = try action.report(
            "/bin/sh program", "--base", "main", "--gates", "gates.lock", in: path + "/App")
        #expect(result.status == 0, "\(result.errors)\(result.output)")
        #expect(
            try action.body.contains("| `compare` | Gates have changed |\n| `check --lock` | As recorded |\n| `lint`"))
        #expect(try action.body.contains("< Lists: Gold\n---\n> Lists: Silver\n"))
    }

    @Test func `the report fails if the base does not exist`() throws {
        let path = try repository()
        for (base, message) in [
            ("absent", "The base absent is not in the repository."), ("--upload-pack=x", "is not a commit or a branch"),
        ] {
            let result = try action.report("/bin/sh program", "--base=\(base)", in: path + "/App")
            #expect(result.status == 1 && result.errors.contains(message), "\(result.errors)")
        }
    }

    // MARK: Hostile text

    @Test func `names cannot leave the code block, hide themselves, or give commands to the workflow`() throws {
        let hostile =
            "@everyone ``` ````` </details><img src=x>\n```\n# Big\n<!-- flint gating: other -->\n::error::gotcha\n"
            + "\u{1B}[31mred\u{202E}sdrawkcab\u{200B}\r\n" + String(repeating: "`", count: 500) + "\n"
        try action.folder.write(hostile, to: "hostile.txt")
        let result = try action.report(try program(comparison: "cat hostile.txt; exit 1"), "--baseline", "catalog.json")
        #expect(result.status == 0, "\(result.errors)")
        let lines = try action.body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let fence = String(repeating: "`", count: 21)
        let start = try #require(lines.firstIndex(of: fence + "text"))
        let end = try #require(lines.lastIndex(of: fence))
        #expect(lines[start + 1] == "@everyone ``` ````` </details><img src=x>")
        #expect(lines[(start + 1)..<end].allSatisfy { !$0.contains(fence) })
        #expect(lines[(end + 1)...].filter { !$0.isEmpty } == ["</details>"])
        #expect(lines.contains("\u{FFFD}[31mred\u{FFFD}sdrawkcab\u{FFFD}"))
        var stopped: Substring?
        for line in result.output.split(separator: "\n") {
            if let token = stopped {
                if line == "::\(token)::" { stopped = nil }
            } else if line.hasPrefix("::stop-commands::") {
                stopped = line.dropFirst("::stop-commands::".count)
            } else {
                #expect(!line.hasPrefix("::"), "\(line)")
            }
        }
        #expect(stopped == nil)
    }

    @Test func `a long report is cut off within the limit of the service`() throws {
        let row = "é is the first of many letters in this line, which is repeated often\n"
        try action.folder.write(String(repeating: row, count: 5_000), to: "long.txt")
        try action.folder.write(String(repeating: "ü", count: 100_000), to: "line.txt")
        let result = try action.report(
            try program(comparison: "cat long.txt; exit 1", check: "cat line.txt; exit 1", lint: "echo short; exit 1"),
            "--baseline", "catalog.json", "--expectations", "a.json5")
        #expect(result.status == 1)
        let body = try action.body
        #expect(body.utf8.count < 60_000 && body.utf8.count > 55_000, "\(body.utf8.count)")
        #expect(body.contains(" more lines are not shown. The log of the workflow contains them.\n\n</details>"))
        #expect(body.contains("The text is cut off here."))
        #expect(body.contains("```text\nshort\n```"))
        #expect(result.output.split(separator: "\n").filter { $0 == row.dropLast() }.count > 5_000)
    }

    @Test func `the program cannot change later steps of the workflow`() throws {
        let variables = ["GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"]
        let command = try program(lint: "env; exit 1")
        let values = variables.map { ($0, action.folder.path(of: $0)) }
        _ = try action.report(command, environment: Dictionary(uniqueKeysWithValues: values))
        #expect(try action.body.contains("GITHUB_REPOSITORY=ada/podcasts"))
        for variable in variables { #expect(try !action.body.contains("\(variable)=")) }
    }

    // MARK: Action

    @Test func `the action passes options that the script has`() throws {
        let definition = try String(contentsOfFile: GatingAction.folderOfSources + "/action.yml", encoding: .utf8)
        let help = try ["report", "comment"].map { command in
            try ChildProcess.run("python3", [GatingAction.folderOfSources + "/gating.py", command, "--help"]).output
        }
        let options = definition.matches(of: #/--([a-z-]+) "/#).map { String($0.1) }
        #expect(options.count == 12)
        for option in options { #expect(help.joined().contains("--\(option) "), "\(option)") }
    }

    @Test func `the workflow of the article sets inputs that the action has`() throws {
        let article = try String(
            contentsOfFile: BuiltProgram.root + "/Sources/FlintCLI/FlintCLI.docc/ContinuousIntegration.md",
            encoding: .utf8)
        let definition = try String(contentsOfFile: GatingAction.folderOfSources + "/action.yml", encoding: .utf8)
        let declared = try #require(definition.firstMatch(of: #/(?s)inputs:\n(.*?)\n\n/#)?.1)
        let names = Set(declared.matches(of: #/(?m)^  ([a-z-]+):$/#).map { String($0.1) })
        let used = definition.matches(of: #/\binputs\.([a-z-]+)/#).map { String($0.1) }
        #expect(Set(used) == names)
        let step = #/(?s)- uses: OWNER/flint/Resources/action@VERSION\n +with:\n(.*?)```/#
        let inputs = try #require(article.firstMatch(of: step)?.1)
        let set = inputs.matches(of: #/(?m)^ {10}([a-z-]+): /#).map { String($0.1) }
        #expect(!set.isEmpty && names.isSuperset(of: set), "\(set)")
    }
}
