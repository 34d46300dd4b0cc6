import FlintTestSupport
import Foundation
import Testing

struct LaunchPersonaTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func status(of fact: String, in persona: String?) async throws -> String? {
        let environment = persona.map { ["FLINT_PERSONA": $0] } ?? [:]
        let result = try await flint("facts", "permissions", "--json", environment: environment)
        let rows = try #require(try result.object()["facts"] as? [[String: Any]])
        return rows.first { $0["key"] as? String == fact }?["value"] as? String
    }

    @Test func `a persona applies to one run and is not saved`() async throws {
        #expect(try await status(of: "photos", in: nil) == "not-determined")
        #expect(try await status(of: "photos", in: "Child account") == "restricted")
        #expect(try await status(of: "photos", in: nil) == "not-determined")
    }

    @Test func `a saved override is hidden by the persona and stays saved`() async throws {
        #expect(try await flint("set", "permission", "camera", "denied").status == 0)
        #expect(try await status(of: "camera", in: "Child account") == "restricted")
        let other = ["FLINT_PERSONA": "Child account"]
        #expect(try await flint("set", "permission", "notifications", "denied", environment: other).status == 0)
        #expect(try await status(of: "camera", in: nil) == "denied")
        #expect(try await status(of: "notifications", in: nil) == "denied")
    }

    @Test func `a persona can be a file`() async throws {
        let path = folder.path(of: "mine.json")
        try folder.write(
            #"{ "flint": "persona", "version": 2, "name": "Mine", "permissions": { "camera": "denied" } }"#,
            to: "mine.json")
        #expect(try await status(of: "camera", in: path) == "denied")
    }

    @Test func `the facts that decide a feature are shared as a line, which is accepted as a persona`() async throws {
        let line = try await flint("persona", "share", "smart")
        #expect(line.status == 0 && line.output == "purchase:podcasts.premium=not-purchased\n", "\(line.errors)")
        let unlocked = "purchase:podcasts.premium=purchased,permission:location-when-in-use=authorized"
        let matrix = try await flint("matrix", "now", unlocked, "--differences")
        #expect(matrix.status == 0 && matrix.output.contains("Smart playlists"), "\(matrix.errors)")
        #expect(try await flint("persona", "apply", unlocked).status == 0)
        #expect(try await flint("persona", "share", "smart").output == unlocked + "\n")
        #expect(try await flint("undo").status == 0)
        #expect(try await status(of: "camera", in: "permission:camera=denied") == "denied")
        let unknown = try await flint("matrix", "permission:laser=denied")
        #expect(unknown.status != 0 && unknown.errors.contains("laser"), "\(unknown.errors)")
    }

    @Test(arguments: [
        ("Guest", 64 as Int32, "There is no persona \"Guest\". The personas are Child account, "),
        ("/nowhere/persona.json", 66, "There is no file /nowhere/persona.json. "),
    ])
    func `an unusable persona ends a command`(value: String, status: Int32, message: String) async throws {
        let result = try await flint("facts", "flags", environment: ["FLINT_PERSONA": value])
        #expect(result.status == status && result.output.isEmpty)
        #expect(result.errors.contains("FLINT_PERSONA: \(message)"), "\(result.errors)")
    }

    @Test func `a production app ignores the persona`() throws {
        // A socket's path must be short, but the path of the temporary folder may be long.
        let runtime = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
        mkdir(runtime, 0o700)
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        let variables = ["XDG_RUNTIME_DIR": runtime, "FLINT_PERSONA": "Child account"]
        let app = try RunningChild(
            "/bin/sh",
            [
                "-c", "exec \"$0\" serve --environment production --state \"$1\" 2>&1", BuiltProgram.path,
                folder.path(of: "state.json"),
            ],
            environment: BuiltProgram.environment.merging(variables) { $1 })
        #expect(app.nextLine() == "FLINT_PERSONA is ignored. This app runs in production.")
        try #require(app.nextLine()?.hasPrefix("Serving ") == true)
        let facts = try BuiltProgram.run(
            ["facts", "permissions", "--json", "--attach", "podcasts"], environment: ["XDG_RUNTIME_DIR": runtime])
        let rows = try #require(try facts.object()["facts"] as? [[String: Any]], "\(facts.errors)")
        #expect(rows.first { $0["key"] as? String == "photos" }?["value"] as? String == "not-determined")
        _ = app.kill()
    }

    @Test func `the article shows real output`() async throws {
        let runs = [("Child account", ["why", "smart"]), ("Guest", ["features"])]
        var text = ""
        for (persona, arguments) in runs {
            let result = try await flint(arguments, environment: ["FLINT_PERSONA": persona])
            text += "$ FLINT_PERSONA=\"\(persona)\" flint \(arguments.joined(separator: " "))\n"
            text += result.output + result.errors
        }
        try MarkedPart(path: "Sources/FlintCLI/FlintCLI.docc/Personas.md", name: "start")
            .expect("```console\n\(text)```\n")
    }
}
