import FlintTestSupport
import Foundation
import Testing

struct CoverageCommandTests: ProgramUser {
    private static let sample = "Resources/expectations/podcast.json5"

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var samplePath: String { BuiltProgram.root + "/" + Self.sample }

    private func journal() async throws -> String {
        let path = folder.path(of: "session.jsonl")
        #expect(try await flint("set", "flag", "sleep-timer", "on", "--journal", path).status == 0)
        #expect(try await flint("undo").status == 0)
        return path
    }

    private func names(_ value: Any?) throws -> Set<String> {
        let obligations = try #require(value as? [[String: Any]]).map { $0["obligation"] as? [String: Any] ?? $0 }
        return Set(
            obligations.map { "\($0["featureName"] as? String ?? "") \($0["requirement"] as? String ?? "available")" })
    }

    @Test func `a journal shows the changes of its events`() async throws {
        let path = try await journal()
        let coverage = try await json("coverage", path)
        let seen = try names(coverage["seen"])
        #expect(seen.isSuperset(of: ["Sleep timer available", "Sleep timer Flag sleep-timer"]), "\(seen)")
        #expect(try names(coverage["unseen"]).contains("Smart playlists available"))
        let entries = try #require(coverage["seen"] as? [[String: Any]])
        let events = try entries.filter {
            ($0["obligation"] as? [String: Any])?["featureName"] as? String == "Sleep timer"
        }
        .map { try #require(($0["sighting"] as? [String: Any])?["event"] as? Int) }
        // The flag was off at the start, so the feature was available only after an event.
        #expect(events.count == 2 && events[0] > events[1])
        let total = entries.count + (coverage["unseen"] as? [Any] ?? []).count
        #expect(coverage["percent"] as? Int == entries.count * 100 / total)
    }

    @Test func `expectations and recordings are counted together`() async throws {
        let path = try await journal()
        let report = folder.path(of: "report.json")
        #expect(try await flint("report", "--output", report).status == 0)
        let coverage = try await json("coverage", path, report, "--expectations", samplePath)
        let sources = try #require(coverage["sources"] as? [[String: Any]])
        #expect(sources.map { $0["kind"] as? String } == ["journal", "report", "expectations"])
        let counts = sources.map { $0["firstSeenCount"] as? Int ?? 0 }
        #expect(counts.reduce(0, +) == (coverage["seen"] as? [Any])?.count && counts[2] > 0)
        #expect(sources[2]["stateCount"] as? Int == 6)
    }

    @Test func `personas that cover every requirement have a coverage of 100 percent`() async throws {
        #expect(try await flint("persona", "cover", "--save").status == 0)
        let expectations = folder.path(of: "expectations.json5")
        #expect(try await flint("check", expectations, "--record").status == 0)
        let result = try await flint("coverage", "--expectations", expectations, "--at-least", "100")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.hasPrefix("100 % is covered.\n"))
    }

    @Test func `a recording is read with its own requirements, and an app with its recorded events`() async throws {
        let path = try await journal()
        let recorded = try await json("coverage", "--recording", path)
        #expect(try await names(recorded["seen"]) == names(json("coverage", path)["seen"]))
        let own = try await json("coverage")
        #expect(((own["sources"] as? [[String: Any]])?.first?["kind"] as? String) == "app")
        #expect(try names(own["seen"]).isSubset(of: names(recorded["seen"])))
    }

    @Test func `the command fails if the coverage is below the required percentage`() async throws {
        let path = try await journal()
        let junit = folder.path(of: "coverage.xml")
        let failed = try await flint("coverage", path, "--at-least", "99", "--junit", junit)
        #expect(failed.status == 1 && failed.errors.hasSuffix("but at least 99 % is required.\n"), "\(failed.errors)")
        let text = try String(contentsOf: URL(filePath: junit), encoding: .utf8)
        #expect(
            text.contains("<failure message=\"The coverage is ") && text.contains("<skipped message=\"never seen\"/>"))
        #expect(try await flint("coverage", path, "--at-least", "1", "--junit", junit).status == 0)
        #expect(try !String(contentsOf: URL(filePath: junit), encoding: .utf8).contains("<failure"))
        #expect(try await flint("coverage", path, "--at-least", "101").status == 64)
    }

    @Test func `unusable files and filters are named`() async throws {
        try folder.write("{ flint: \"expectations\", version: 2, states: { \"Fre user\": {} } }", to: "other.json5")
        let unknown = try await flint("coverage", "--expectations", folder.path(of: "other.json5"))
        #expect(unknown.status == 66 && unknown.errors.contains("Did you mean Free user?"), "\(unknown.errors)")
        #expect(try await flint("coverage", folder.path(of: "nothing.jsonl")).status == 66)
        #expect(try await flint("coverage", "--filter", "nothing of the kind").status == 1)
    }

    @Test func `the article shows real output of coverage`() async throws {
        let path = try await journal()
        let options = ["--filter", "id:playback", "--at-least", "90"]
        let result = try await flint(["coverage", path, "--expectations", samplePath] + options)
        let text = (result.output + result.errors).replacing(BuiltProgram.root + "/", with: "")
            .replacing(path, with: "session.jsonl")
        try MarkedPart(path: "Sources/FlintCLI/FlintCLI.docc/ContinuousIntegration.md", name: "coverage").expect(
            "```console\n$ flint coverage session.jsonl --expectations \(Self.sample) --filter id:playback --at-least 90\n\(text)```\n"
        )
    }
}
