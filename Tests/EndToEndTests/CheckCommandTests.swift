import FlintTestSupport
import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

struct CheckCommandTests: ProgramUser {
    private static let sample = BuiltProgram.root + "/Resources/expectations/podcast.json5"
    private static let smart = "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature"
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func copy(_ change: (String) -> String) throws -> String {
        try folder.write(change(try String(contentsOfFile: Self.sample, encoding: .utf8)), to: "a.json5")
        return folder.path(of: "a.json5")
    }

    @Test func `a recorded file is met and can be read by other users`() async throws {
        let path = folder.path(of: "recorded.json5")
        let recorded = try await flint("check", path, "--record")
        #expect(recorded.status == 0, "\(recorded.errors)")
        #expect(recorded.output.hasPrefix("Recorded "))
        let result = try await flint("check", path)
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("expectations met: now, Child account, Free user, Offline tester, "))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        let mask = umask(0)
        umask(mask)
        #expect(mode == 0o666 & ~Int(mask), "The file is kept with the sources.")
    }

    @Test func `gates are compared with a text file regardless of the platform and the values of facts`() async throws {
        let path = folder.path(of: "gates.lock")
        let recorded = try await flint("check", path, "--lock", "--record")
        #expect(recorded.status == 0 && recorded.output.hasPrefix("Recorded "), "\(recorded.errors)")
        let text = try folder.text("gates.lock")
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Smart playlists: ") })
        let article = BuiltProgram.root + "/Sources/FlintCLI/FlintCLI.docc/ContinuousIntegration.md"
        #expect(try String(contentsOfFile: article, encoding: .utf8).contains("\n\(line)\n"))
        _ = try await flint("set", "purchase", "premium", "purchased")
        for options in [[], ["--platform", "watchOS 9"]] {
            let result = try await flint(["check", path, "--lock"] + options)
            #expect(result.status == 0 && result.output == "The gates are as recorded.\n", "\(result)")
        }
        try folder.write(text.replacing(line, with: "Smart playlists: always"), to: "gates.lock")
        let changed = try await flint("check", path, "--lock")
        #expect(
            changed.status == 1 && changed.output.hasPrefix("- Smart playlists: always\n+ \(line)\n\n"), "\(changed)")
        let compared = try await flint("compare", path, "now")
        #expect(compared.status == 1 && compared.output == "- Smart playlists: always\n+ \(line)\n", "\(compared)")
        let retired = try await flint("lint", "--retire", "sleep-timer=on", "--released", path)
        #expect(retired.output.hasSuffix("\n  \(path) still asks for the flag\n"), "\(retired)")
        let proof = try await flint("compare", path, "now", "--prove")
        #expect(proof.status == 66 && proof.errors.contains("only their text"), "\(proof)")
        #expect(try await flint("check", folder.path(of: "none"), "--lock").status == 66)
        #expect(try await flint("check", path, "--lock", "--junit", "a.xml").status == 64)
        try folder.write("{}", to: "other.json5")
        let other = try await flint("check", folder.path(of: "other.json5"), "--lock", "--record")
        let otherCheck = try await flint("check", folder.path(of: "other.json5"), "--lock")
        #expect(otherCheck.status == 66 && otherCheck.errors.contains("is not a file of gates"), "\(otherCheck)")
        #expect(try other.status == 66 && folder.text("other.json5") == "{}", "A file of another kind is not replaced.")
    }

    @Test func `on another platform, the difference names the constraint and the remedy`() async throws {
        let result = try await flint("check", Self.sample, "--platform", "watchOS 9")
        #expect(result.status == 1, "\(result.errors)")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("now, on watchOS 9.0: ") && $0.hasSuffix("are not met.") })
        #expect(result.output.contains("  platform\n    expected: iOS 17.2\n    found:    watchOS 9.0\n"))
        #expect(result.output.contains("    found:    not available, because "))
        #expect(result.output.contains("    requires: "))
        #expect(result.output.contains("--platform 'watchOS 9'"))
        #expect(lines.last?.hasPrefix("    flint check ") == true && lines.last?.contains("--record") == true)
        // The recommended command explains the difference.
        let command = try #require(lines.first { $0.contains("explain:  flint why ") })
        let shell = command.replacing("    explain:  flint", with: "'\(BuiltProgram.path)'")
        let explained = try ChildProcess.run(
            "/bin/sh", ["-c", shell],
            environment: BuiltProgram.environment.merging(["FLINT_STATE": folder.path(of: "state.json")]) { $1 })
        #expect(explained.status == 0 && explained.output.contains("blocked by: "), "\(explained.errors)")
    }

    @Test func `another product in a constraint is reported as a difference for the affected personas`() async throws {
        let file = try copy { $0.replacing("purchase podcasts.premium", with: "purchase podcasts.gold") }
        let result = try await flint("check", file)
        #expect(result.status == 1)
        #expect(result.output.contains("expected: not available, because of purchase podcasts.gold\n"))
        #expect(result.output.contains("because Premium subscription is not purchased (purchase podcasts.premium)\n"))
        #expect(result.output.contains("note:     \"purchase podcasts.gold\" is not required\n"))
        #expect(!result.output.contains("Premium user, on"))
        #expect(try await flint("set", "purchase", "premium", "purchased").status == 0)
        #expect(try await flint("check", file).errors.contains("The app has 1 override, which affects every state"))
    }

    @Test func `a constraint that was added or removed is named, with the type to correct`() async throws {
        // Simulates that the app gained the microphone requirement and lost a subscription requirement.
        let file = try copy {
            $0.replacing("[\"permission camera\", \"permission microphone\"]", with: "[\"permission camera\"]")
                .replacing("[\"flag sleep-timer\"]", with: "[\"flag sleep-timer\", \"purchase podcasts.premium\"]")
        }
        let result = try await flint("check", file)
        #expect(result.status == 1, "\(result.errors)")
        let lines = result.output.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains("note:     \"permission microphone\" also blocks the feature, which is not expected"))
        #expect(lines.contains { $0.hasPrefix("declared: in FlintPodcasts.ClipSharingFeature (FlintPodcasts/") })
        #expect(lines.contains("note:     \"purchase podcasts.premium\" is not required"))
        #expect(lines.contains("expected: not available, because of flag sleep-timer, purchase podcasts.premium"))
        #expect(result.output.contains("correct the constraints of the type after \"declared\"."))
    }

    @Test func `unknown names are reported with status 2 and the nearest names`() async throws {
        let file = try copy {
            $0.replacing("/SmartPlaylistsFeature\"", with: "/SmartPlaylistFeature\"")
                .replacing("\"Child account\"", with: "\"Child acount\"")
        }
        let result = try await flint("check", file)
        #expect(result.status == 2, "\(result.errors)")
        #expect(result.output.contains("The app has no persona Child acount. Did you mean Child account?\n"))
        #expect(result.output.contains("Did you mean \(Self.smart)?\n"))
        #expect(result.output.contains("No expectations for 1 feature: \(Self.smart).\n"))
        #expect(result.output.contains("If a name is misspelled or outdated, correct it in "))
    }

    @Test func `checking a missing, malformed or foreign file fails and never replaces the file`() async throws {
        #expect(try await flint("check", folder.path(of: "nowhere.json5")).status == 66)
        let malformed = [
            "{": "expected a name",
            "{ flint: 'persona', version: 2, name: 'a' }": "\"flint\" must be \"expectations\", not \"persona\"",
            "{ flint: 'expectations', version: 9, states: {} }": "reads versions up to 2",
            "{ flint: 'expectations', version: 2, states: { now: { platfrom: 'iOS' } } }":
                "\"platfrom\" is not one of the keys",
            "\u{0}": "expected a value",
        ]
        for (text, reason) in malformed {
            try folder.write(text, to: "bad.json5")
            let result = try await flint("check", folder.path(of: "bad.json5"))
            #expect(result.status == 66 && result.errors.contains(reason), "\(text): \(result.errors)")
            #expect(result.output.isEmpty)
        }
        for text in ["notes of mine", "{ flint: 'persona', version: 2, name: 'a' }"] {
            try folder.write(text, to: "mine.txt")
            let result = try await flint("check", folder.path(of: "mine.txt"), "--record")
            #expect(result.status == 66 && result.errors.contains("was not changed"), "\(result.errors)")
            #expect(try folder.text("mine.txt") == text)
        }
        let newer = "{ flint: 'expectations', version: 9, states: [] }"
        try folder.write(newer, to: "newer.json5")
        #expect(try await flint("check", folder.path(of: "newer.json5"), "--record").status == 66)
        #expect(try folder.text("newer.json5") == newer)
        #expect(try await flint("check", folder.path, "--record").status == 66)
        #expect(try await flint("check", folder.path(of: "no/folder.json5"), "--record").status == 73)
        #expect(try await flint("check", Self.sample, "--record", "--json").status == 64)
        #expect(try await flint("check", Self.sample, "--junit", "/nonexistent/a.xml").status == 73)
        #expect(try await flint("check").status == 64)
    }

    @Test func `recording again lists changes and accepts a file with merge markers`() async throws {
        let file = try copy { $0.replacing("purchase podcasts.premium", with: "purchase podcasts.gold") }
        let result = try await flint("check", file, "--record")
        #expect(result.status == 0)
        #expect(result.output.contains("    was: not available, because of purchase podcasts.gold\n"))
        #expect(result.output.contains("    now: not available, because Premium subscription is not purchased"))
        #expect(result.output.contains("so comments and manual edits were lost."))
        #expect(try folder.text("a.json5") == String(contentsOfFile: Self.sample, encoding: .utf8))
        let merged = try copy { $0.replacing("  states: {", with: "<<<<<<< HEAD\n  states: {\n=======") }
        #expect(try await flint("check", merged).status == 66)
        #expect(try await flint("check", merged, "--record").status == 0)
        #expect(try await flint("check", merged).status == 0)
    }

    @Test func `an app with overrides is not recorded, and they are named`() async throws {
        let path = folder.path(of: "recorded.json5")
        #expect(try await flint("set", "purchase", "premium", "purchased").status == 0)
        let refused = try await flint("check", path, "--record")
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(refused.errors.contains("depends on an override: purchase podcasts.premium."), "\(refused.errors)")
        #expect(refused.errors.contains("\"flint set all none\""))
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try await flint("set", "all", "none").status == 0)
        #expect(try await flint("check", path, "--record").status == 0)
    }

    @Test func `the results as JUnit XML count every expectation`() async throws {
        let path = folder.path(of: "results.xml")
        for _ in 0..<2 {
            #expect(
                try await flint("check", Self.sample, "--platform", "watchOS 9", "--junit", path, "--quiet").status == 1
            )
        }
        let counter = ElementCounter()
        let parser = XMLParser(data: Data(try folder.text("results.xml").utf8))
        parser.delegate = counter
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        let json = try JSONTree(
            parsing: try await flint("check", Self.sample, "--platform", "watchOS 9", "--json").output)
        let states = json.members["states"]?.elements ?? []
        #expect(counter.counts["testsuite"] == states.count)
        #expect(counter.counts["testcase"] == Int(states.compactMap { $0.members["count"]?.number }.reduce(0, +)))
        #expect(counter.counts["failure"] == states.map { $0.members["differences"]?.elements.count ?? 0 }.reduce(0, +))
        #expect(counter.counts["failure"] ?? 0 > 3)
    }

    @Test func `a file of the first version is read`() async throws {
        let result = try await flint("check", BuiltProgram.root + "/Tests/EndToEndTests/StateFiles/expectations-2.json")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test func `a feature is explained in the state of a persona`() async throws {
        let explained = try await flint("why", "smart", "--persona", "child")
        #expect(explained.output.contains("Location when in use  restricted"), "\(explained.errors)")
        let json = try await flint("why", "smart", "--persona", "Premium user", "--json").output
        #expect(json.contains("\"sentence\" : \"Smart playlists is available."))
        #expect(try await flint("why", "smart", "--persona", "no such persona").status == 64)
        #expect(try await flint("compare").output == "No differences from the initial state.\n")
    }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
    private(set) var counts: [String: Int] = [:]

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        counts[elementName, default: 0] += 1
    }
}

struct CheckReferenceTests {
    private static let sample = "Resources/expectations/podcast.json5"

    @Test func `the sample equals a new recording and is met by the demo`() async throws {
        let folder = try TemporaryFolder()
        let environment = ["FLINT_STATE": folder.path(of: "state.json")]
        let recorded = try await DemoCommandLine.run(
            ["check", folder.path(of: "recorded.json5"), "--record"], environment: environment)
        #expect(recorded.status == 0, "\(recorded.errors)")
        try GeneratedFile(path: Self.sample).expect(try folder.text("recorded.json5"))
        let result = try await DemoCommandLine.run(
            ["check", "\(BuiltProgram.root)/\(Self.sample)"], environment: environment)
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func `the sample fits its schema, and a changed one does not`() throws {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let document = try decoder.decode(
            JSONTree.self, from: Data(contentsOf: URL(filePath: "\(BuiltProgram.root)/\(Self.sample)")))
        let schema = try SchemaFile("file-expectations.v2").schema
        #expect(schema.problems(in: document) == [])
        for mutation in DocumentMutation.all(of: document, limit: 60) {
            #expect(!schema.problems(in: mutation.document).isEmpty, "\(mutation)")
        }
    }

    @Test func `the article shows a real difference`() async throws {
        let folder = try TemporaryFolder()
        let arguments = ["check", "\(BuiltProgram.root)/\(Self.sample)", "--platform", "watchOS 9"]
        let result = try await DemoCommandLine.run(
            arguments, environment: ["FLINT_STATE": folder.path(of: "state.json")])
        let lines = result.output.replacing(BuiltProgram.root + "/", with: "").split(
            separator: "\n", omittingEmptySubsequences: false)
        let start = lines.prefix { !$0.isEmpty }.prefix(14)
        let end = lines.dropLast().suffix(5)
        let text = (start + ["..."] + end).map { $0 + "\n" }.joined()
        try MarkedPart(path: "Sources/FlintCLI/FlintCLI.docc/ContinuousIntegration.md", name: "difference")
            .expect("```console\n$ flint check \(Self.sample) --platform \"watchOS 9\"\n\(text)```\n")
    }

    @Test func `the article shows the real output of wait`() async throws {
        let folder = try TemporaryFolder()
        let result = try await DemoCommandLine.run(
            ["wait", "smart", "--timeout", "0.1"], environment: ["FLINT_STATE": folder.path(of: "state.json")])
        #expect(result.status == 1)
        let text = result.errors.replacing("0.1 seconds", with: "30 seconds")
        try MarkedPart(path: "Sources/FlintCLI/FlintCLI.docc/ContinuousIntegration.md", name: "wait")
            .expect("```console\n$ flint wait smart --timeout 30\n\(text)```\n")
    }
}
