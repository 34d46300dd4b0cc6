import FlintTestSupport
import Foundation
import Testing

struct MatrixCommandTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let personas = ["Child account", "Free user", "Offline tester", "Premium user", "Watch user"]

    @Test func `the personas of the demo are listed`() async throws {
        let lines = try await flint("persona").output.split(separator: "\n")
        #expect(lines.map { String($0.prefix { $0 != ":" }) } == Self.personas)
        let answer = try await json("persona", "list")
        #expect((answer["personas"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == Self.personas)
    }

    @Test func `one command shows the features that a child's account would lose`() async throws {
        #expect(try await flint("persona", "apply", "premium").status == 0)
        let result = try await flint("compare", "now", "child")
        #expect(result.status == 1)
        #expect(result.output.contains("Smart playlists"))
        #expect(try await flint("compare", "child", "child").status == 0)
    }

    @Test func `a matrix cell is the feature's availability once the persona is applied`() async throws {
        let answer = try await json("matrix")
        let columns = try #require(answer["columns"] as? [String])
        #expect(columns == ["now"] + Self.personas)
        let rows = try #require(answer["features"] as? [[String: Any]])
        for (index, persona) in Self.personas.enumerated() {
            #expect(try await flint("persona", "apply", persona).status == 0)
            let features = try #require(try await json("features")["features"] as? [[String: Any]])
            for (row, feature) in zip(rows, features) {
                let cells = try #require(row["availability"] as? [Any])
                #expect(row["id"] as? String == feature["id"] as? String)
                #expect(
                    cells[index + 1] as? Bool == feature["available"] as? Bool,
                    "\(persona): \(row["id"] ?? "")")
            }
            #expect(try await flint("undo").status == 0)
        }
    }

    @Test func `the matrix is exported for other programs`() async throws {
        let table = try await flint("matrix", "premium").output.split(separator: "\n")
        #expect(table.first?.contains("Premium user") == true)
        #expect(table.last?.hasSuffix("features differ (*).") == true)
        let csv = try await flint("matrix", "--format", "csv").output.split(separator: "\n")
        #expect(csv.first == "feature,name,now,Child account,Free user,Offline tester,Premium user,Watch user")
        #expect(csv.allSatisfy { $0.count { $0 == "," } == 7 })
        let markdown = try await flint("matrix", "--format", "markdown", "--differences").output.split(separator: "\n")
        #expect(markdown[1] == "|---|:-:|:-:|:-:|:-:|:-:|:-:|")
        let svg = try await flint("matrix", "--format", "svg").output
        #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
        #expect(XMLCheck.isWellFormed(svg))
    }

    @Test func `the current state is saved as a persona that changes nothing`() async throws {
        #expect(try await flint("set", "purchase", "premium", "purchased").status == 0)
        let saved = try await flint("persona", "save", "As it was", "--description", "the state of a test")
        #expect(saved.status == 0)
        #expect(saved.output.hasSuffix("personas/as-it-was.json.\n"))
        #expect(try await flint("set", "all", "none").status == 0)
        #expect(
            try await flint("compare", "now", "as-it-was").output.contains("Smart playlists"))
        #expect(try await flint("persona").output.contains("As it was: the state of a test\n"))
    }

    @Test func `a saved persona is renamed and deleted, and each change is undone`() async throws {
        #expect(try await flint("persona", "save", "Me", "--description", "first").status == 0)
        #expect(
            try await flint("persona", "save", "Me", "--description", "second").output.contains(
                "replacing the previous"))
        #expect(try await flint("undo").status == 0)
        #expect(try await flint("persona").output.contains("Me: first\n"))
        #expect(try await flint("persona", "rename", "Me", "Premium user").status == 1)
        #expect(try await flint("persona", "rename", "Me", "now").status == 64)
        #expect(
            try await flint("persona", "rename", "Me", "You", "--dry-run").output.contains("would be renamed to You"))
        #expect(try await flint("persona", "rename", "Me", "You").status == 0)
        #expect(try await flint("persona").output.contains("You: first\n"))
        #expect(try await flint("persona", "delete", "You", "--dry-run").output.contains("would be deleted"))
        #expect(try await flint("persona", "delete", "You").output == "The persona You has been deleted.\n")
        #expect(try await flint("persona", "save", "Child account").status == 0)
        #expect(
            try await flint("undo").output.hasPrefix(
                "Undone. The persona Child account is the one that comes with the app again."))
        #expect(try await !flint("persona").output.contains("You: first\n"))
        for _ in 0..<2 { #expect(try await flint("undo").status == 0) }
        #expect(try await flint("persona").output.contains("Me: first\n"))
        let bundled = try await flint("persona", "delete", "Child account")
        #expect(bundled.status == 1 && bundled.errors.contains("comes with the app"))
        #expect(try await flint("persona", "rename", "Child account", "Minor").status == 1)
        #expect(try await !flint("persona").output.contains("Minor"))
    }

    @Test func `a persona is the state that it was saved from, with the subscription that ended and the balance`()
        async throws
    {
        for command in [
            "store buy premium", "store auto-renew premium off", "store advance 40d", "store consume credits 2",
            "set permission camera denied",
        ] {
            #expect(try await flint(command.split(separator: " ").map(String.init)).status == 0, "\(command)")
        }
        #expect(try await flint("persona", "save", "Past").status == 0)
        let same = "Every feature is as available in now as in Past.\n"
        #expect(try await flint("compare", "Past").output == same)
        #expect(try await flint("store", "reset").status == 0)
        let differing = try await flint("compare", "Past").output
        #expect(differing.contains("Transcript credits in the store: balance 3 -> balance 1\n"), "\(differing)")
        #expect(differing.contains("Store clock: at the real time -> 40 days ahead"), "\(differing)")
        #expect(try await flint("persona", "apply", "Past").status == 0)
        #expect(try await flint("compare", "Past").output == same)
        let status = try await flint("store", "status").output
        #expect(status.contains("expired"), "\(status)")
        #expect(try await flint("undo").status == 0)
        #expect(try await flint("compare", "Past").output == differing)
        let limited = try await flint("persona", "apply", "Past", "--for", "1h")
        #expect(limited.output.contains("clock stay as they are"), "\(limited.output)")
    }

    @Test func `only the overrides are saved if asked for`() async throws {
        #expect(try await flint("persona", "save", "Two", "--overrides").status == 1)
        for command in ["set permission camera denied", "set purchase premium purchased"] {
            #expect(try await flint(command.split(separator: " ").map(String.init)).status == 0)
        }
        #expect(try await flint("persona", "save", "Two", "--overrides").status == 0)
        #expect(try await flint("set", "all", "none").status == 0)
        #expect(try await flint("persona", "apply", "Two").status == 0)
        #expect(try await flint("set", "all", "none").output == "Removed 2 overrides.\n")
    }

    @Test func `overrides files in the same folder share saved personas, and those in other folders do not`()
        async throws
    {
        #expect(try await flint("persona", "save", "Shared").status == 0)
        let neighbor = try await flint("persona", "--state", folder.path(of: "other.json"))
        #expect(neighbor.output.contains("Shared\n"))
        let elsewhere = try await flint("persona", "--state", folder.path(of: "elsewhere/state.json"))
        #expect(elsewhere.status == 0 && !elsewhere.output.contains("Shared"))
    }

    @Test func `the impact of a loss is shown for the current state and for each persona`() async throws {
        let lines = try await flint("what-if", "--without", "purchase", "premium").output.split(separator: "\n").map(
            String.init)
        #expect(lines.count { $0.contains(": ") && !$0.hasPrefix("now, ") } == 6)
        #expect(lines.contains { $0.hasPrefix("now, if purchased: ") })
        #expect(lines.last?.hasSuffix("need it but are blocked by other requirements") == true)
        #expect(lines[0] == "now: no feature is lost")
        #expect(lines[1] == "Child account: no feature is lost")
        let premium = try #require(lines.first { $0.hasPrefix("Premium user: ") })
        #expect(premium.contains("Smart playlists"))
        let answer = try await json("what-if", "--without", "permission", "location-when-in-use")
        #expect((answer["states"] as? [[String: Any]])?.count == 6)
        #expect(try await flint("what-if", "--without", "purchase", "nothing of this name").status == 64)
        #expect(try await flint("what-if", "--without", "weather", "rain").status == 64)
    }

    @Test func `an unusable persona is left out with its file and its error`() async throws {
        let personas = folder.path(of: "personas")
        try FileManager.default.createDirectory(atPath: personas, withIntermediateDirectories: true)
        try Data(
            #"{ "flint" : "persona", "version" : 2, "name" : "Odd", "purchases" : { "gone" : "purchased" } }"#.utf8
        )
        .write(to: URL(filePath: personas + "/odd.json"))
        for (arguments, status) in [(["matrix", "odd"], 64), (["matrix"], 0), (["persona", "cover"], 0)] {
            let unknown = try await flint(arguments)
            #expect(unknown.status == status, "\(arguments)")
            #expect(unknown.errors.contains("The persona Odd names the product gone"), "\(arguments)")
        }
        try Data("{ nonsense".utf8).write(to: URL(filePath: personas + "/odd.json"))
        let malformed = try await flint("persona")
        #expect(malformed.status == 0 && malformed.output.contains("Premium user"))
        #expect(malformed.errors.contains("odd.json"))
        try Data(#"{ "flint" : "persona", "version" : 99, "name" : "New" }"#.utf8)
            .write(to: URL(filePath: personas + "/odd.json"))
        #expect(try await flint("persona").errors.contains("99"))
    }

    @Test func `the states in which a feature is available are counted`() async throws {
        #expect(
            try await flint("what-if", "--states", "Smart playlists").output == """
                Smart playlists is available in 9 of 50 states.
                  Premium subscription: 2 values
                  Location when in use: 5 values
                  Location always: 5 values
                It needs Premium subscription and (Location when in use or Location always).

                """)
        let states = try #require(try await json("what-if", "--states", "Smart playlists")["states"] as? [String: Any])
        #expect(states["allowed"] as? String == "9" && states["all"] as? String == "50")
        #expect(try await flint("what-if", "--states", "nothing of this name").status == 64)
    }

    @Test func `invalid requests for a matrix are refused`() async throws {
        #expect(try await flint("matrix", "nothing of this name").status == 64)
        #expect(try await flint("matrix", "--format", "picture").status == 64)
    }
}

/// A simple check that tags form well-formed XML.
private enum XMLCheck {
    static func isWellFormed(_ text: String) -> Bool {
        var open: [Substring] = []
        for match in text.matches(of: /<(\/?)([a-z]+)[^<>]*?(\/?)>/) {
            if match.1 == "/" {
                guard open.popLast() == match.2 else { return false }
            } else if match.3.isEmpty {
                open.append(match.2)
            }
        }
        return open.isEmpty
    }
}
