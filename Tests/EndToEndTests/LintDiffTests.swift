import FlintTestSupport
import Foundation
import Testing

struct LintDiffTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    // MARK: Lint

    @Test func `features of other platforms cause notes, and a pending flag is not a problem`() async throws {
        let result = try await flint("lint")
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("\n3 notes.\n"))
        #expect(!result.output.contains("summary-model"))
        let json = try await json("lint")
        let findings = try #require(json["findings"] as? [[String: Any]])
        #expect(findings.map { $0["level"] as? String } == ["note", "note", "note"])
        #expect((json["unfinished"] as? [Any])?.isEmpty == true)
    }

    @Test func `a required product that the store does not sell is reported as a problem`() async throws {
        let file = BuiltProgram.root + "/Tests/FlintDemoTests/FlintSimulationTests/StoreKitFile/Bookshop.storekit"
        let result = try await flint("lint", "--storekit", file)
        #expect(result.status == 1)
        #expect(
            result.output.contains(": error: purchase podcasts.premium: The store does not sell Premium subscription, ")
        )
        #expect(result.output.contains(" problems and "))
    }

    // MARK: Diff

    private func save(_ name: String, _ change: (String) -> String = { $0 }) async throws -> String {
        try folder.write(change(try await flint("features", "--json").output), to: name)
        return folder.path(of: name)
    }

    @Test func `the same version has the same gating regardless of purchases and permissions`() async throws {
        let old = try await save("old.json")
        #expect(try await flint("set", "purchase", "premium", "purchased").status == 0)
        #expect(try await flint("set", "permission", "location-when-in-use", "denied", "--in", "system").status == 0)
        let new = try await save("new.json")
        let result = try await flint("compare", old, new)
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output == "The requirements are the same.\n")
    }

    @Test func `changes of a product, a name and a feature are described`() async throws {
        let old = try await save("old.json")
        let new = try await save("new.json") { json in
            json.replacing("\"podcasts.premium\"", with: "\"podcasts.gold\"")
                .replacing("\"Premium subscription\"", with: "\"Gold subscription\"")
        }
        let result = try await flint("compare", old, new)
        #expect(result.status == 1)
        #expect(
            result.output.contains("  now requires: Gold subscription\n  no longer requires: Premium subscription\n"))
        #expect(result.output.contains("Newly required\n  purchase podcasts.gold (Gold subscription)\n"))
        #expect(result.output.contains("No longer required\n  purchase podcasts.premium (Premium subscription)\n"))
        let markdown = try await flint("compare", old, new, "--markdown")
        #expect(markdown.output.contains("**Newly required**\n\n- purchase podcasts.gold (Gold subscription)\n"))
        let json = try await json("compare", old, new)
        #expect((json["addedRequirements"] as? [[String: Any]])?.count == 1)
    }

    @Test func `a missing, malformed or hostile file is named in the error`() async throws {
        let good = try await save("good.json")
        let deep = String(repeating: "[", count: 100_000)
        let rows = (0..<1_000).map { "{\"kind\":\"any-of\",\"title\":\"any of\",\"depth\":\($0)}" }.joined(
            separator: ",")
        let nested = #"{"app":"A","platform":"P","features":[{"id":"F","name":"F","requirements":[\#(rows)]}]}"#
        for (name, content) in [
            ("empty", ""), ("broken", "{"), ("deep", deep), ("list", "[]"), ("nested", nested),
            (
                "kind",
                #"{"app":"A","platform":"P","features":[{"id":"F","name":"F","requirements":[{"kind":"X","title":"t"}]}]}"#
            ),
        ] {
            try folder.write(content, to: name)
            let result = try await flint("compare", good, folder.path(of: name))
            #expect(result.status == 66, "\(name): \(result.errors)")
            #expect(result.errors.hasPrefix(folder.path(of: name)), "\(name): \(result.errors)")
            #expect(result.output.isEmpty)
        }
        #expect(try await flint("compare", folder.path(of: "nowhere"), good).status == 66)
        #expect(try await flint("compare", folder.path, good).status == 66)
        #expect(try await flint("compare", good).status == 0, "The file is compared with the app.")
        #expect(try await flint("compare", good, good, "--json", "--markdown").status == 64)
    }

    // MARK: Color and quiet

    @Test func `color is used on request, and never in JSON`() async throws {
        #expect(!(try await flint("features").output.contains("\u{1B}")), "A pipe is not a terminal.")
        let colored = try await flint("features", "--color", "always").output
        #expect(colored.contains("Smart playlists: \u{1B}[31mnot available\u{1B}[39m\n"))
        #expect(!(try await flint("features", "--color", "never").output.contains("\u{1B}")))
        #expect(!(try await flint("features", "--color", "always", "--json").output.contains("\u{1B}")))
        #expect(
            try await flint("features", "--color", "always", environment: ["NO_COLOR": "1"]).output.contains("\u{1B}"),
            "An option takes precedence over a variable.")
        #expect(try await flint("features", "--color", "sometimes").status == 64)
    }

    @Test func `a quiet program prints only answers and errors`() async throws {
        let change = try await flint("set", "purchase", "premium", "purchased", "--quiet")
        #expect(change.status == 0 && change.output.isEmpty && change.errors.isEmpty)
        #expect(try await flint("compare", "--quiet").output.contains("podcasts.premium"))
        #expect(try await flint("undo", "--quiet", "--json").output.contains("\"status\" : \"done\""))
        #expect(
            try await flint("set", "purchase", "nothing", "purchased", "--quiet").errors.contains("no product"))
        try folder.write("{\"flint\": \"device\", ", to: "state.device.json")
        #expect(!(try await flint("features").errors.isEmpty))
        #expect(
            try await flint("features", "--quiet").errors.contains("is malformed"),
            "The error of an unreadable file is not a note.")
        #expect(try await flint("features", "--state", "", "--quiet").status == 64)
    }
}
