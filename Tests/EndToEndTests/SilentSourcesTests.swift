import FlintTestSupport
import Foundation
import Testing

struct SilentSourcesTests {
    private let folder: TemporaryFolder
    private let runtime: String
    private let environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        // A socket's path must be short, but the path of the temporary folder may be long.
        runtime = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
        mkdir(runtime, 0o700)
        environment = BuiltProgram.environment.merging([
            "XDG_RUNTIME_DIR": runtime, "SILENT_FACTS": folder.path, "FLINT_STATE": runtime + "/state.json",
        ]) { $1 }
    }

    private static let program = URL(filePath: BuiltProgram.path).deletingLastPathComponent()
        .appending(path: "FlintSilentApp").path()

    /// The features with the name of the only fact that each requires.
    private static let facts = [
        "LicensedFeature": "licence", "CameraFeature": "camera", "ChosenFeature": "setting", "FlaggedFeature": "flag",
        "SwitchedFeature": "switch",
    ]

    private func clean() { try? FileManager.default.removeItem(atPath: runtime) }

    private func serve() throws -> RunningChild {
        let child = try RunningChild(Self.program, ["serve"], environment: environment)
        #expect(child.nextLine()?.hasSuffix("Attach with: silent console silent") == true)
        return child
    }

    private func attached(_ words: String) throws -> ChildProcess.Result {
        try ChildProcess.run(
            Self.program, ["--attach", "silent"] + words.split(separator: " ").map(String.init),
            environment: environment)
    }

    private func set(_ fact: String, _ isTrue: Bool) throws {
        if isTrue {
            try folder.write("", to: fact)
        } else {
            try FileManager.default.removeItem(atPath: folder.path(of: fact))
        }
    }

    /// Each command with output that it prints only while the feature is available.
    @Test(arguments: [
        ("why FEATURE", " is available\n"),
        ("features FEATURE", ": available"), ("perform FEATURE/open --dry-run", "would be performed"),
        ("perform FEATURE/open", "Open: success"), ("matrix", "FEATURE ok"),
    ])
    func `an attached command uses the current values of sources`(command: String, text: String) throws {
        let server = try serve()
        defer { clean() }
        // A watching client must have no effect.
        let watching = try RunningChild(
            Self.program, ["features", "--watch", "--attach", "silent"], environment: environment)
        _ = watching.nextLine()
        func isAvailable(_ feature: String) throws -> Bool {
            let title = feature.replacing("Feature", with: "")
            let result = try attached(command.replacing("FEATURE", with: feature))
            let line = text.replacing("FEATURE", with: title)
            return (result.output + result.errors).replacing(#/ +/#, with: " ").contains(line)
        }
        for (feature, fact) in Self.facts {
            #expect(try !isAvailable(feature), "\(feature) at first")
            try set(fact, true)
            #expect(try isAvailable(feature), "\(feature) granted")
            try set(fact, false)
            #expect(try !isAvailable(feature), "\(feature) revoked")
        }
        _ = watching.kill()
        _ = server.kill()
    }

    private func alone(_ words: String...) throws -> ChildProcess.Result {
        try ChildProcess.run(Self.program, words, environment: environment)
    }

    @Test func `a plain input is its value, with or without a name`() throws {
        defer { clean() }
        try set("licence", true)
        for input in ["12", "value=12"] {
            let result = try alone("perform", "LicensedFeature/note", input)
            #expect(result.status == 0, "\(result.errors)")
        }
        let wrong = try alone("perform", "LicensedFeature/note", "twelve")
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("is invalid: value \"twelve\", expected an integer."), "\(wrong.errors)")
        let missing = try alone("perform", "LicensedFeature/note")
        #expect(missing.errors.contains("is incomplete: missing value (an integer)."), "\(missing.errors)")
    }

    @Test func `an action that does not complete in time fails, and standard error reports the wait`() throws {
        defer { clean() }
        try set("licence", true)
        let result = try alone("perform", "LicensedFeature/wait", "--timeout", "1")
        #expect(result.status == 1)
        #expect(result.errors.contains("Waiting up to 1 second for the action to complete"), "\(result.errors)")
        #expect(result.errors.contains("did not complete within 1 second"), "\(result.errors)")
        #expect(try alone("perform", "LicensedFeature/wait", "--timeout", "0").status == 64)
    }

    /// Each command with output that it prints only while the license is owned.
    @Test(arguments: [
        ("what-if --without purchase licence", "now: Licensed"), ("facts purchases", "Licence (licence): purchased"),
        ("what-if set_purchase_licence_not-purchased", "1 feature would change"),
        ("check EXPECTATIONS", ""), ("report --json", #""status" : "purchased""#),
    ])
    func `an attached command about the app uses the current values of sources`(command: String, text: String) throws {
        let server = try serve()
        defer { clean() }
        try FileManager.default.createDirectory(atPath: runtime + "/x", withIntermediateDirectories: true)
        let expectations = runtime + "/x/expectations.json5"
        let feature = #""SilentFeatures/LicensedFeature": "available""#
        try "{flint: \"expectations\", version: 2, states: {now: {features: {\(feature)}}}}"
            .write(toFile: expectations, atomically: true, encoding: .utf8)
        func isMet() throws -> Bool {
            let words = command.split(separator: " ").map {
                $0.replacing("EXPECTATIONS", with: expectations).replacing("_", with: " ")
            }
            let result = try ChildProcess.run(
                Self.program, ["--attach", "silent"] + words.map { String($0) }, environment: environment)
            return text.isEmpty ? result.status == 0 : (result.output + result.errors).contains(text)
        }
        #expect(try !isMet(), "at first")
        try set("licence", true)
        #expect(try isMet(), "granted")
        try set("licence", false)
        #expect(try !isMet(), "revoked")
        _ = server.kill()
    }

    @Test(arguments: [false, true])
    func `a tool for agents uses the current values of sources`(isAttached: Bool) throws {
        let server = isAttached ? try serve() : nil
        defer { clean() }
        let agent = try Agent(
            Self.program, (isAttached ? ["--attach", "silent"] : []) + ["mcp"], pipe: runtime + "/input",
            environment: environment)
        func answers(_ feature: String) throws -> [String: Bool] {
            [
                "list": try agent.call("list_features", ["filter": feature]).contains(": available"),
                "explain": try agent.call("explain_feature", ["features": [feature]]).contains(" is available\n"),
                "perform": try agent.call("perform_action", ["feature": feature, "action": "open"])
                    .contains("Open: success"),
                "resource": try agent.read("feature/SilentFeatures/\(feature)").contains(
                    "\"available\" : true"),
            ]
        }
        let without = ["list": false, "explain": false, "perform": false, "resource": false]
        try set("licence", true)
        #expect(
            try agent.call("perform_action", ["feature": "LicensedFeature", "action": "wait", "timeout": 1])
                .contains("did not complete within 1 second"))
        try set("licence", false)
        for (feature, fact) in Self.facts {
            #expect(try answers(feature) == without, "\(feature) at first")
            try set(fact, true)
            #expect(try answers(feature) == without.mapValues { _ in true }, "\(feature) granted")
            try set(fact, false)
            #expect(try answers(feature) == without, "\(feature) revoked")
        }
        func licence() throws -> [Bool] {
            [
                try agent.call("impact", ["kind": "purchase", "name": "licence"]).contains(
                    "now: Licensed"),
                try agent.call("what_if", ["assumptions": ["purchase licence not-purchased"]])
                    .contains("1 feature would change"),
            ]
        }
        #expect(try licence() == [false, false])
        try set("licence", true)
        #expect(try licence() == [true, true])
        try set("licence", false)
        #expect(try licence() == [false, false])
        agent.end()
        _ = server?.kill()
    }
}

/// A client of the Model Context Protocol that waits for each answer.
private final class Agent {
    private let child: RunningChild
    private let input: FileHandle
    private var last = 0

    init(_ program: String, _ arguments: [String], pipe: String, environment: [String: String]) throws {
        mkfifo(pipe, 0o600)
        let words = arguments.map { "'\($0)'" }.joined(separator: " ")
        child = try RunningChild(
            "/bin/sh", ["-c", "exec '\(program)' \(words) < '\(pipe)'"], environment: environment)
        input = try #require(FileHandle(forWritingAtPath: pipe))
        _ = try request(
            "initialize",
            [
                "protocolVersion": "2025-06-18", "capabilities": [String: String](),
                "clientInfo": ["name": "test", "version": "1"],
            ])
    }

    func call(_ name: String, _ arguments: [String: Any]) throws -> String {
        let result = try request("tools/call", ["name": name, "arguments": arguments])
        return result["content"]?.elements.first?.members["text"]?.text ?? ""
    }

    func read(_ path: String) throws -> String {
        let result = try request("resources/read", ["uri": "flint://\(path)"])
        return result["contents"]?.elements.first?.members["text"]?.text ?? ""
    }

    private func request(_ method: String, _ parameters: [String: Any]) throws -> [String: JSONTree] {
        last += 1
        let message: [String: Any] = ["jsonrpc": "2.0", "id": last, "method": method, "params": parameters]
        try input.write(contentsOf: JSONSerialization.data(withJSONObject: message) + Data("\n".utf8))
        return try JSONTree(parsing: try #require(child.nextLine())).members["result"]?.members ?? [:]
    }

    func end() {
        try? input.close()
        _ = child.wait()
    }
}
