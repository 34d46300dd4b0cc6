import FlintTestSupport
import Foundation
import Testing

struct MomentExportTests: ProgramUser {
    private static let app = ["--test-app", "GatingTest.podcasts()"]

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Records a journal of a command and returns the number of the last event whose kind is the given one.
    private func record(_ command: String..., last kind: String) async throws -> String {
        try await flint(command + ["--journal", folder.path(of: "bug.jsonl")])
        return try await last(kind, in: "bug.jsonl")
    }

    private func last(_ kind: String, in file: String) async throws -> String {
        let events = try #require(try await json("timeline", folder.path(of: file))["events"] as? [[String: Any]])
        let event = try #require(events.last { $0["kind"] as? String == kind })
        return String(try #require(event["id"] as? Int))
    }

    private func export(
        _ event: String, of file: String = "bug.jsonl", as name: String, _ arguments: [String] = app
    ) async throws -> (result: ChildProcess.Result, test: String) {
        let result = try await flint(
            ["timeline", folder.path(of: file), "--at", event, "--export-test", folder.path(of: name)] + arguments)
        return (result, (try? folder.text(name)) ?? "")
    }

    @Test func `a denied request becomes a test with the fact that denied it`() async throws {
        let event = try await record("perform", "smart/create", "name=M", last: "request-denied")
        let (result, test) = try await export(event, as: "DeniedEventTests.swift")
        #expect(result.output == "The test sets 1 fact and expects the availability of 1 feature.\n")
        try GeneratedFile(path: "Tests/FlintDemoTests/FlintPodcastsTests/Scenarios/DeniedEventTests.swift").expect(test)
        let line = try await flint("timeline", folder.path(of: "bug.jsonl")).output.drop { $0 != " " }
        let arguments = "--at \(event) --export-test DeniedEventTests.swift --test-app 'GatingTest.podcasts()'"
        let text = """
            $ flint timeline bug.jsonl
            09:41:00\(line)$ flint timeline bug.jsonl \(arguments)
            \(result.output)
            """
        try MarkedPart(path: "Sources/FlintCLI/FlintCLI.docc/Scenarios.md", name: "event")
            .expect("```console\n\(text)```\n")
    }

    @Test func `a changed fact becomes a test of the availability before and after it`() async throws {
        let event = try await record("set", "purchase", "premium", "purchased", last: "fact-changed")
        let (result, test) = try await export(event, as: "ChangedEventTests.swift")
        #expect(result.status == 0, "\(result.errors)")
        try GeneratedFile(path: "Tests/FlintDemoTests/FlintPodcastsTests/Scenarios/ChangedEventTests.swift").expect(
            test)
    }

    @Test func `a test of a completed action checks the features at the action's beginning`() async throws {
        let event = try await record("perform", "PlaybackFeature/pause", last: "action-completed")
        let began = try await last("action-began", in: "bug.jsonl")
        let test = try await export(event, as: "EndedTests.swift").test
        #expect(test.contains("--at \(began) --export-test") && test.contains(".isAvailable("), "\(test)")
    }

    @Test func `an event of a running app can be exported without a file`() async throws {
        let path = folder.path(of: "AppTests.swift")
        let command = ["timeline", "--at", "1", "--export-test", path] + Self.app
        let result = try await flint(command, environment: ["FLINT_PERSONA": "Premium user"])
        // The first event is the override of a fact that no feature requires.
        #expect(result.status == 1 && result.errors.contains("Event 1 decides no feature's availability: "))
    }

    @Test func `an event that decides no feature's availability is refused`() async throws {
        let event = try await record("store", "buy", "premium", last: "store")
        let (result, test) = try await export(event, as: "StoreTests.swift")
        #expect(result.status == 1 && test.isEmpty)
        #expect(result.errors.contains("Event \(event) decides no feature's availability: "), "\(result.errors)")
    }

    // MARK: Reports

    @Test func `a report of a running app contains the state at each event`() async throws {
        let saved = try await flint(
            ["report", "--output", folder.path(of: "bug.json")], environment: ["FLINT_PERSONA": "Premium user"])
        #expect(saved.status == 0, "\(saved.errors)")
        let events = try #require(
            try await json("timeline", folder.path(of: "bug.json"))["events"] as? [[String: Any]])
        let change = events.first { ($0["features"] as? [Any])?.isEmpty == false && $0["id"] as? Int != events.count }
        let event = String(try #require(change?["id"] as? Int))
        let (result, test) = try await export(event, of: "bug.json", as: "ReportTests.swift")
        #expect(result.status == 0, "\(result.errors)")
        #expect(test.contains("Before the event"), "\(test)")
    }

    @Test func `a report of a journal contains only its last moment`() async throws {
        let event = try await record("perform", "smart/create", "name=M", last: "request-denied")
        let journal = folder.path(of: "bug.jsonl")
        #expect(try await flint("report", "--recording", journal, "--output", folder.path(of: "bug.json")).status == 0)
        let end = try await last("request-denied", in: "bug.json")
        #expect(try await export(end, of: "bug.json", as: "LastTests.swift").result.status == 0)
        let earlier = String(try #require(Int(event)) - 1)
        let (result, test) = try await export(earlier, of: "bug.json", as: "EarlierTests.swift")
        #expect(result.status == 64 && test.isEmpty && result.errors.contains("only one moment"), "\(result.errors)")
    }

    // MARK: Options

    @Test(arguments: [
        (["--export-test", "ATests.swift"], "--export-test needs --at"),
        (["--at", "1", "--export-test", "ATests.swift", "--json"], "leave out --export, --json"),
        (["--test-app", "App()"], "--test-app needs --export-test"),
        (["--at", "999", "--export-test", "ATests.swift"], "There is no"),
    ])
    func `wrong options are refused`(arguments: [String], message: String) async throws {
        try await flint("features", "--journal", folder.path(of: "bug.jsonl"))
        let result = try await flint(["timeline", folder.path(of: "bug.jsonl")] + arguments)
        #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }
}
