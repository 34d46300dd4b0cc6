import FlintTestSupport
import Foundation
import Testing

struct CoverCommandTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    // MARK: Cover

    @Test func `few personas cover the demo, and can be saved`() async throws {
        let cover = try await json("persona", "cover")
        let personas = try #require(cover["personas"] as? [[String: Any]])
        #expect(personas.count <= 7)
        #expect(try #require(cover["lowerBound"] as? Int) <= personas.count)
        let before = try await flint("persona", "list").output
        let result = try await flint("persona", "cover", "--save")
        let new = personas.count { $0["isExisting"] as? Bool == false }
        #expect(result.status == 0 && result.output.hasSuffix("Saved \(new) personas.\n"), "\(result.errors)")
        let saved = try await flint("persona", "list").output
        #expect(saved.split(separator: "\n").count == before.split(separator: "\n").count + new)
        // With the saved personas, no new ones are needed.
        let again = try #require(try await json("persona", "cover")["personas"] as? [[String: Any]])
        #expect(again.count == personas.count && again.allSatisfy { $0["isExisting"] as? Bool == true })
        #expect(try await flint("undo").status == 1, "Undo never deletes a new persona.")
        for case let persona as [String: Any] in personas.compactMap({ $0["persona"] }) {
            guard let name = persona["name"] as? String, !before.contains(name) else { continue }
            #expect(try await flint("persona", "delete", name).status == 0)
        }
        #expect(try await flint("persona", "list").output == before)
    }

    @Test func `each saved persona denies and grants the features that the answer lists`() async throws {
        let cover = try await json("persona", "cover", "--save")
        let personas = try #require(cover["personas"] as? [[String: Any]])
        var denials = 0
        for member in personas {
            let name = try #require((member["persona"] as? [String: Any])?["name"] as? String)
            let matrix = try await json("matrix", name)
            let rows = try #require(matrix["features"] as? [[String: Any]])
            let availability = Dictionary(
                uniqueKeysWithValues: rows.map {
                    ($0["id"] as? String ?? "", ($0["availability"] as? [Any])?.last as? Bool)
                })
            for obligation in try #require(member["obligations"] as? [[String: Any]]) {
                let isDenied = obligation["fact"] is [String: Any]
                denials += isDenied ? 1 : 0
                #expect(availability[obligation["featureID"] as? String ?? ""] == !isDenied, "\(name): \(obligation)")
            }
        }
        #expect(denials > 20, "\(denials)")
    }

    // MARK: Proofs

    private func save(_ name: String, _ change: (String) -> String = { $0 }) async throws -> String {
        try folder.write(change(try await flint("features", "--json").output), to: name)
        return folder.path(of: name)
    }

    @Test func `the personas of a proof are checked with the expectations that it writes`() async throws {
        let old = try await save("old.json")
        let new = try await save("new.json") { $0.replacing("podcasts.premium", with: "podcasts.season-pass") }
        let proof = folder.path(of: "proof")
        let result = try await flint("compare", old, new, "--prove", "--write", proof)
        #expect(result.status == 1)
        #expect(result.output.contains("  a persona loses it: "), "\(result.output)")
        #expect(result.output.contains("expectation: \"Loses Smart playlists\": { features: { "))
        let check = try await flint("check", proof + "/expectations.json5", "--state", proof + "/overrides.json")
        #expect(check.status == 0, "\(check.output)\(check.errors)")
        #expect(try await flint("compare", old, new, "--prove", "--write", proof).status == 73)
    }

    @Test func `equal requirements are proved equal, also those of a report`() async throws {
        let old = try await save("old.json")
        let report = folder.path(of: "report.json")
        #expect(try await flint("report", "--output", report).status == 0)
        for other in [old, report] {
            let result = try await flint("compare", old, other, "--prove")
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            #expect(result.output.hasPrefix("No state loses or gains a feature: "))
        }
    }

    @Test func `an answer without the evaluated requirements cannot be proved`() async throws {
        let old = try await save("old.json")
        try folder.write(#"{"app":"A","platform":"P","features":[]}"#, to: "bare.json")
        let result = try await flint("compare", old, folder.path(of: "bare.json"), "--prove")
        #expect(result.status == 66 && result.errors.contains("old version of the program"), "\(result.errors)")
        #expect(try await flint("compare", old, old, "--write", folder.path(of: "x")).status == 64)
        #expect(try await flint("compare", old, old, "--prove", "--markdown").status == 64)
    }

    // MARK: Comparisons

    @Test func `a comparison names the one fact that gives premium users more features`() async throws {
        let result = try await flint("compare", "Free user", "Premium user")
        #expect(result.status == 1)
        let lines = result.output.split(separator: "\n")
        #expect(lines[1] == "  Premium subscription: not purchased -> purchased", "\(result.output)")
        #expect(lines.contains("Smart playlists: not available -> available"))
        let same = try await flint("compare", "now", "now")
        #expect(same.status == 0 && same.output == "Every feature is as available in now as in now.\n")
    }

    @Test func `a report and a moment of a journal are states`() async throws {
        let (report, journal) = (folder.path(of: "report.json"), folder.path(of: "journal.jsonl"))
        #expect(try await flint("report", "--output", report).status == 0)
        #expect(try await flint("set", "user-setting", "speed", "on", "--in", "user", "--journal", journal).status == 0)
        #expect(try await flint("set", "purchase", "premium", "purchased").status == 0)
        let result = try await flint("compare", report, "now")
        #expect(result.status == 1 && result.output.contains("Dynamic Speed: not available -> available"))
        #expect(try await flint("compare", report, journal + "@1").status == 0)
        let unknown = try await flint("compare", report, "nobody of the kind")
        #expect(unknown.status == 64 && unknown.errors.contains("persona"), "\(unknown.errors)")
    }
}
