import FlintTestSupport
import Foundation
import Testing

struct LintCommandTests: ProgramUser {
    private static let head = "flint: 'lint', version: 1,"
    private static let player = "PodcastFeatures/DevicesFeature/MenuBarPlayerFeature"
    /// A store that does not sell the demo's products, so that lint finds problems.
    private static let storekit =
        BuiltProgram.root + "/Tests/FlintDemoTests/FlintSimulationTests/StoreKitFile/Bookshop.storekit"
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs the command in a folder, as a shell does.
    private func lint(_ arguments: String, in name: String = ".") throws -> ChildProcess.Result {
        let script = "cd '\(folder.path(of: name))' && '\(BuiltProgram.path)' lint \(arguments)"
        return try ChildProcess.run(
            "/bin/sh", ["-c", script],
            environment: BuiltProgram.environment.merging(["FLINT_STATE": folder.path(of: "state.json")]) { $1 })
    }

    private func write(_ members: String, to name: String = ".flint-lint.json5") throws {
        try folder.write("{ \(Self.head) \(members) }\n", to: name)
    }

    // MARK: Lint file

    @Test func `a level of the lint file decides about the status`() throws {
        try write("rules: { 'never-on-this-platform': 'problem' }")
        let failed = try lint("")
        #expect(failed.status == 1 && failed.output.hasSuffix("\n3 problems.\n"), "\(failed)")
        try write("rules: { 'never-on-this-platform': 'off' }")
        let passed = try lint("")
        #expect(passed.status == 0 && passed.output == "No findings.\n", "\(passed)")
    }

    @Test func `an accepted finding is listed only with --all and does not fail`() throws {
        try write(
            "rules: { 'never-on-this-platform': 'problem' }, accepted: [{ rule: 'never-on-this-platform', "
                + "subject: 'PodcastFeatures/*', reason: 'Other devices', until: '2026-11-30' }]")
        let short = try lint("")
        #expect(short.status == 0 && short.output == "No new findings; 3 accepted (--all lists them).\n", "\(short)")
        let all = try lint("--all")
        #expect(all.status == 0 && all.output.contains("(never-on-this-platform, accepted until 2026-11-30: Other dev"))
        #expect(all.output.hasSuffix("\nNo new findings; 3 accepted.\n"))
        // The clock does not matter: only a given day ends the acceptance.
        #expect(try lint("--date 2026-11-30").status == 0)
        let ended = try lint("--date 2026-12-01")
        #expect(ended.status == 1 && ended.output.hasSuffix("\n3 problems.\n"))
        #expect(ended.output.contains("(never-on-this-platform, accepted only until 2026-11-30)\n"))
        let findings = try #require(try lint("--json").object()["findings"] as? [[String: Any]])
        #expect(findings.allSatisfy { $0["status"] as? String == "accepted" && $0["level"] as? String == "problem" })
        #expect(findings.allSatisfy { $0["reason"] as? String == "Other devices" })
    }

    @Test func `the lint file is found in a parent folder, up to the repository's root`() throws {
        try write("rules: { 'never-on-this-platform': 'off' }")
        try folder.makeFolder("Sources/App")
        #expect(try lint("", in: "Sources/App").output == "No findings.\n")
        try write("", to: "Sources/App/.flint-lint.json5")
        #expect(try lint("", in: "Sources/App").output.hasSuffix("\n3 notes.\n"), "The nearest file is used.")
        try folder.makeFolder("Sources/Package/.git")
        #expect(
            try lint("", in: "Sources/Package").output.hasSuffix("\n3 notes.\n"),
            "The file belongs to another repository.")
        #expect(try lint("--config ../../.flint-lint.json5", in: "Sources/Package").output == "No findings.\n")
    }

    @Test func `a mistake in the lint file is named with its location`() throws {
        for (members, reason) in [
            (
                "rules: { 'unused-flg': 'off' }",
                "cannot be used: rules: there is no rule \"unused-flg\"; did you mean \"unused-flag\"?"
            ),
            (
                "accepted: [{ rule: 'unused-flag', subject: 'flag a' }]",
                "cannot be used: accepted > [0]: \"reason\" is missing."
            ),
            ("accpted: []", "\"accpted\" is not one of the keys"), ("rules: {", "(line 2, byte"),
        ] {
            try write(members)
            let result = try lint("")
            #expect(result.status == 66 && result.output.isEmpty, "\(result)")
            #expect(result.errors.hasPrefix(".flint-lint.json5 ") && result.errors.contains(reason), "\(result.errors)")
        }
        #expect(try lint("--config nowhere.json5").status == 66)
        try write("baseline: 'nowhere.json'")
        let missing = try lint("")
        #expect(missing.status == 66 && missing.errors.contains("\"flint lint --write-baseline FILE\""), "\(missing)")
        for options in ["--date 1.12.2026", "--date 2026-02-30", "--rules --fix", "--write-baseline a --json"] {
            #expect(try lint(options).status == 64, "\(options)")
        }
    }

    // MARK: Places

    @Test func `a finding begins with the line of its declaration, whose file is searched below the folder`() throws {
        let path = "\(BuiltProgram.root)/Sources/FlintPodcasts/Features/Devices/DevicesFeature.swift"
        let source = try String(contentsOfFile: path, encoding: .utf8)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let type = try #require(lines.firstIndex { $0.hasPrefix("final class MenuBarPlayerFeature") })
        let line = try #require(lines[type...].firstIndex { $0.contains(" = action(") }) + 1
        let end = ":\(line): warning: \(Self.player): Menu bar player is never available on iOS 17.2: "
        #expect(
            try lint("").output.contains("\nFlintPodcasts/DevicesFeature.swift\(end)"), "The file is in another folder."
        )
        try folder.makeFolder("App/FlintPodcasts/Devices")
        try folder.write(source, to: "App/FlintPodcasts/Devices/DevicesFeature.swift")
        #expect(try lint("").output.contains("\nApp/FlintPodcasts/Devices/DevicesFeature.swift\(end)"))
        try write("rules: { 'never-on-this-platform': 'problem' }")
        #expect(try lint("").output.contains("/DevicesFeature.swift:\(line): error: \(Self.player): "))
        try write("accepted: [{ rule: 'never-on-this-platform', subject: '*', reason: 'Others' }]")
        #expect(try lint("--all").output.contains("/DevicesFeature.swift:\(line): note: \(Self.player): "))
    }

    // MARK: Baseline

    @Test func `known problems do not fail, and new problems do`() throws {
        let options = "--storekit '\(Self.storekit)'"
        #expect(try lint(options).status == 1)
        let recorded = try lint("\(options) --write-baseline lint-baseline.json")
        #expect(recorded.status == 0 && recorded.output.hasSuffix(" findings in lint-baseline.json.\n"), "\(recorded)")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(of: "lint-baseline.json"))
        let mode = attributes[.posixPermissions] as? Int
        let mask = umask(0)
        umask(mask)
        #expect(mode == 0o666 & ~Int(mask), "The file is kept with the sources.")
        let known = try lint("\(options) --baseline lint-baseline.json")
        #expect(known.status == 0 && known.output.hasPrefix("No new findings; "), "\(known)")
        #expect(try lint("\(options) --baseline lint-baseline.json --all").output.contains(", known)\n"))
        // The lint file names the baseline, relative to its folder.
        try write("baseline: 'lint-baseline.json'")
        try folder.makeFolder("Sources")
        #expect(try lint(options, in: "Sources").output == known.output)
        let lines = try folder.text("lint-baseline.json").split(separator: "\n")
        let undeclared = try #require(lines.firstIndex { $0.contains("podcasts.premium") })
        try folder.write(
            lines.enumerated().filter { $0.offset != undeclared }.map { $0.element + "\n" }.joined(),
            to: "lint-baseline.json")
        let new = try lint(options)
        #expect(new.status == 1 && new.output.contains("1 problem; "), "\(new)")
    }

    @Test func `a fixed finding causes a note, and writing the baseline again removes it`() throws {
        #expect(try lint("--storekit '\(Self.storekit)' --write-baseline lint-baseline.json").status == 0)
        let lines = try folder.text("lint-baseline.json").split(separator: "\n")
        let line = try #require(lines.firstIndex { $0.contains("podcasts.premium") }) + 1
        let fixed = try lint("--baseline lint-baseline.json")
        #expect(fixed.status == 0, "\(fixed)")
        #expect(
            fixed.output.contains(
                "lint-baseline.json:\(line): warning: purchase podcasts.premium: The finding undeclared-product in the "
                    + "baseline no longer exists. (fixed-finding)\n"))
        #expect(fixed.output.hasSuffix("\nWrite the baseline again, or remove such entries with --fix.\n"))
        let removed = try lint("--baseline lint-baseline.json --fix")
        #expect(removed.status == 0 && removed.output.contains("(fixed-finding, removed)\n"))
        #expect(removed.output.contains(" from lint-baseline.json.\n"), "\(removed.output)")
        let text = try folder.text("lint-baseline.json")
        let again = try lint("--write-baseline lint-baseline.json")
        #expect(again.output == "Recorded 3 findings in lint-baseline.json.\n")
        #expect(try folder.text("lint-baseline.json") == text)
    }

    @Test func `a baseline does not replace a file of another kind`() throws {
        try folder.write("my notes\n", to: "notes.txt")
        let refused = try lint("--write-baseline notes.txt")
        #expect(refused.status == 66 && refused.errors.contains("was not changed"), "\(refused)")
        #expect(try folder.text("notes.txt") == "my notes\n")
        #expect(try lint("--write-baseline nowhere/baseline.json").status == 73)
    }

    // MARK: Unused entries

    @Test func `an entry without a finding causes a note, and --fix removes only such entries`() throws {
        let text = """
            {
              \(Self.head)
              accepted: [
                // Stays.
                { rule: 'never-on-this-platform', subject: '\(Self.player)', reason: 'a' },
                // Goes.
                { rule: 'unused-flag', subject: 'flag old-*', reason: 'b' },
              ],
            }

            """
        try folder.write(text, to: ".flint-lint.json5")
        let noted = try lint("")
        #expect(noted.status == 0 && noted.output.contains("\n3 notes; 1 accepted (--all lists them).\n"), "\(noted)")
        #expect(noted.output.contains("\n.flint-lint.json5:7: warning: accepted > [1] matches no finding: "))
        #expect(noted.output.hasSuffix("\n--fix removes such entries from the lint file.\n"))
        #expect(try folder.text(".flint-lint.json5") == text)
        let fixed = try lint("--fix")
        #expect(fixed.output.contains("\nnote: accepted > [1] "))
        #expect(fixed.output.contains("(unused-acceptance, removed)\n"))
        #expect(fixed.output.hasSuffix("\nRemoved 1 entry from .flint-lint.json5.\n"), "\(fixed)")
        let kept = text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("Goes.") && !$0.contains("old-*") }
        #expect(try folder.text(".flint-lint.json5") == kept.joined(separator: "\n"))
        #expect(try lint("--fix").output.hasSuffix("\nThere was no entry to remove.\n"))
    }

    @Test func `an entry that cannot be removed safely is named, and the file stays`() throws {
        let text = """
            { \(Self.head) accepted: [
            { rule: 'unused-flag', subject: 'flag old', reason: 'a' }
            , { rule: 'never-on-this-platform', subject: '\(Self.player)', reason: 'b' }
            ] }

            """
        try folder.write(text, to: ".flint-lint.json5")
        let refused = try lint("--fix")
        #expect(refused.status == 73 && refused.errors.contains("Remove by hand: accepted > [0]."), "\(refused)")
        #expect(try folder.text(".flint-lint.json5") == text)
    }

    // MARK: Other forms

    @Test func `the document for CI fails exactly when the command fails`() throws {
        let options = "--storekit '\(Self.storekit)' --junit a.xml"
        #expect(try lint(options).status == 1)
        #expect(try folder.text("a.xml").contains("<failure message=\"The store does not sell"))
        #expect(try lint("--storekit '\(Self.storekit)' --write-baseline b.json").status == 0)
        #expect(try lint("\(options) --baseline b.json").status == 0)
        let known = try folder.text("a.xml")
        #expect(!known.contains("<failure") && known.contains("<skipped message=\"known: The store does not sell"))
    }

    @Test func `the rules are listed with the levels of the lint file`() throws {
        try write("rules: { 'unused-product': 'off' }")
        let rules = try lint("--rules")
        #expect(rules.status == 0)
        #expect(rules.output.contains("unused-product: off (note by default): The store sells a product that no "))
        #expect(rules.output.contains("\nunused-flag: problem: A provider has a flag that no feature requires.\n"))
        let list = try #require(try lint("--rules --json").object()["rules"] as? [[String: Any]])
        let product = try #require(list.first { $0["name"] as? String == "unused-product" })
        #expect(product["level"] as? String == "off" && product["standardLevel"] as? String == "note")
    }
}

struct LintReferenceTests {
    private static let page = "Sources/FlintCLI/FlintCLI.docc/Lint.md"
    private static let sample = "Resources/lint/podcast.json5"

    private static func tree(_ text: String) throws -> JSONTree {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        return try decoder.decode(JSONTree.self, from: Data(text.utf8))
    }

    @Test func `the files fit their schemas, and changed ones do not`() async throws {
        let sample = try String(contentsOfFile: "\(BuiltProgram.root)/\(Self.sample)", encoding: .utf8)
        let folder = try TemporaryFolder()
        let result = try await DemoCommandLine.run(
            [
                "lint", "--write-baseline", folder.path(of: "baseline.json"), "--storekit",
                BuiltProgram.root + "/Tests/FlintDemoTests/FlintSimulationTests/StoreKitFile/Bookshop.storekit",
            ], environment: ["FLINT_STATE": folder.path(of: "state.json")])
        #expect(result.status == 0, "\(result.errors)")
        for (name, text) in [("file-lint.v1", sample), ("file-lint-baseline.v1", try folder.text("baseline.json"))] {
            let schema = try SchemaFile(name).schema
            let document = try Self.tree(text)
            #expect(schema.problems(in: document) == [], "\(name)")
            for mutation in DocumentMutation.all(of: document, limit: 60) {
                #expect(!schema.problems(in: mutation.document).isEmpty, "\(name): \(mutation)")
            }
        }
    }

    @Test func `the article shows the sample and its real results`() throws {
        let sample = try String(contentsOfFile: "\(BuiltProgram.root)/\(Self.sample)", encoding: .utf8)
        try MarkedPart(path: Self.page, name: "file").expect("```json5\n\(sample)```\n")
        let rules = try Session(sample)
        try MarkedPart(path: Self.page, name: "rules").expect(
            try rules.transcript(["flint lint --rules --config Resources/lint/podcast.json5"]))
        try MarkedPart(path: Self.page, name: "accepted").expect(
            try Session(sample).transcript(["flint lint", "flint lint --all", "flint lint --date 2026-12-01"]))
        try MarkedPart(path: Self.page, name: "fix").expect(
            try Session(sample).transcript(["flint lint --fix", "flint lint --fix"]))
        try MarkedPart(path: Self.page, name: "baseline").expect(
            try Session(nil).transcript([
                "flint lint --write-baseline lint-baseline.json", "cat lint-baseline.json",
                "flint lint --baseline lint-baseline.json",
                "flint lint --baseline lint-baseline.json --platform 'macOS 14.0'",
            ]))
    }

    /// A folder with the sample as its lint file, in which commands are run as a shell does.
    private struct Session {
        private let folder: TemporaryFolder

        init(_ configuration: String?) throws {
            folder = try TemporaryFolder()
            try folder.makeFolder("bin")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(of: "bin/flint"), withDestinationPath: BuiltProgram.path)
            try folder.makeFolder("Sources/FlintPodcasts/Features/Devices")
            try folder.write("", to: "Sources/FlintPodcasts/Features/Devices/DevicesFeature.swift")
            if let configuration {
                try folder.write(configuration, to: ".flint-lint.json5")
                try folder.write(configuration, to: "Resources/lint/podcast.json5")
            }
        }

        /// Returns a block with the commands and their outputs.
        func transcript(_ commands: [String]) throws -> String {
            var environment = BuiltProgram.environment
            environment["PATH"] = folder.path(of: "bin") + ":" + (environment["PATH"] ?? "")
            environment["FLINT_STATE"] = folder.path(of: "overrides.json")
            var text = ""
            for command in commands {
                let script = "cd '\(folder.path)' && { \(command)\n} 2>&1"
                let result = try ChildProcess.run("/bin/sh", ["-c", script], environment: environment)
                text += "$ \(command)\n\(result.output)"
            }
            return "```console\n\(text)```\n"
        }
    }
}
