import FlintTestSupport
import Foundation
import Testing

struct CommandLineTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func feature(_ name: String) async throws -> [String: Any] {
        try #require(try await json("why", name)["feature"] as? [String: Any])
    }

    // MARK: Features

    @Test func `every feature is listed with its availability and requirements`() async throws {
        let features = try #require(try await json("features")["features"] as? [[String: Any]])
        let byID = Dictionary(uniqueKeysWithValues: features.map { ($0["id"] as? String ?? "", $0) })
        let smart = try #require(byID["PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature"])
        #expect(smart["name"] as? String == "Smart playlists")
        #expect(smart["parent"] as? String == "PodcastFeatures/FavouritesFeature")
        #expect(smart["available"] as? Bool == false)
        #expect(smart["conditional"] as? Bool == true)
        let requirements = try #require(smart["requirements"] as? [[String: Any]])
        #expect(requirements.map { $0["kind"] as? String } == ["platform", "purchase", "permission", "parent"])
        for requirement in requirements {
            #expect(
                Set(requirement.keys).isSuperset(of: [
                    "kind", "key", "title", "status", "value", "override", "source", "inheritedFrom",
                ]))
        }
        let unknown = features.filter { $0["available"] is NSNull }
        #expect(!unknown.isEmpty)
        for feature in features {
            let keys: Set = [
                "id", "name", "description", "parent", "conditional", "visible", "available", "requirements", "actions",
            ]
            #expect(Set(feature.keys).isSuperset(of: keys))
        }
    }

    @Test func `the text and JSON lists have the same features`() async throws {
        let features = try #require(try await json("features")["features"] as? [[String: Any]])
        let text = try await flint("features", "--hidden").output
        for feature in features {
            #expect(text.contains(feature["name"] as? String ?? "?"))
        }
    }

    @Test func `JSON has no escaped slashes and standard error is empty`() async throws {
        let result = try await flint("features", "--json")
        #expect(result.errors.isEmpty)
        #expect(!result.output.contains("\\/"))
    }

    // MARK: Names

    @Test(arguments: ["SmartPlaylistsFeature", "smart", "Smart playlists", "FlintPodcasts.SmartPlaylistsFeature"])
    func `a feature is found by any of its names`(name: String) async throws {
        #expect(try await feature(name)["id"] as? String == "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature")
    }

    @Test func `an unknown feature gets suggestions and status 64`() async throws {
        let result = try await flint("why", "Smrt playlists")
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("Did you mean Smart playlists"))
    }

    @Test func `an unknown product gets a suggestion and status 64`() async throws {
        let result = try await flint("set", "purchase", "podcasts.premiun", "purchased")
        #expect(result.status == 64)
        #expect(result.errors.contains("podcasts.premium"))
        #expect(!FileManager.default.fileExists(atPath: folder.path(of: "state.json")))
    }

    @Test(arguments: [
        ("set purchase podcasts.premium bought", "Did you mean purchased?"),
        ("set permission camera maybe", "\"maybe\" is not a status of a permission."),
        ("set user-setting speed perhaps", "Write on, off or none."),
        ("set flag sleep-timer of", "\"of\" is not a value of a flag. Did you mean off? Write on, off or none."),
        ("set flag sleep-timer of --in provider", "Did you mean off?"),
        ("set user-setting speed of", "\"of\" is not a value of a user setting. Did you mean off?"),
        ("set permission camera den", "\"den\" is not a status of a permission. Did you mean denied?"),
        ("set user-setting smart on", "Smart playlists has no user setting."),
        ("what-if photos=denied", "The kind of photos is missing. Did you mean \"permission photos denied\"?"),
        ("perform smart", "\"smart\" does not name an action. Write FEATURE/ACTION, or SCHEME://PATH for a URL."),
        ("perform dynamic set", "The only action of Dynamic Speed is set (SetSpeedAction)."),
        ("perform playback/plaz", "? Choose one of play (PlayAction), pause (PauseAction), seek (SeekAction), "),
        ("perform smart/dance", "Smart playlists has no action \"dance\"."),
        ("perform smart/create one two", "\"one\" is not a value of the input. Write KEY=VALUE."),
        ("features --platform BeOS", "\"BeOS\" is not a platform and version."),
        ("features --nonsense", "Unknown option '--nonsense'"),
    ])
    func `invalid arguments get an error and status 64`(arguments: String, message: String) async throws {
        let result = try await flint(arguments.split(separator: " ").map(String.init))
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test(arguments: [
        "purchase premium purch", "set purchase premium purch", "flag sleep-timer of", "user speed of",
        "system camera den",
    ])
    func `an assumption with an abbreviated value is refused`(assumption: String) async throws {
        let result = try await flint("what-if", assumption)
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors.contains(" Did you mean "), "\(result.errors)")
    }

    @Test(arguments: [
        ["--\u{1b}]0;title\u{7}"], ["\u{1b}[31mred\nforged line"], ["why", "a\u{1b}[2Jb\r\n\u{202e}c"],
        ["store", "consume", "credits", "\u{1b}[31m\n9"], ["set", "\u{9b}31m"],
        ["features", "--platform", "\u{1b}c"], ["features", "is:\u{1b}]0;x\u{7}"],
        ["set", "purchase", "premium", "purchased", "--uses", "\u{1b}[1m"],
    ])
    func `arguments are sanitized on standard error`(arguments: [String]) async throws {
        let result = try await flint(arguments)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
        #expect(HostileText.characters(in: result.errors).isEmpty, "\(result.errors.debugDescription)")
        #expect(!result.errors.contains("\nforged") && !result.errors.contains("\n9"))
    }

    @Test(arguments: [
        ["wait"], ["--"], ["set", "purchase"], ["features", "--platform"], ["perform"], ["set", "flag"],
    ])
    func `names with many combining marks are rejected without being repeated`(arguments: [String]) async throws {
        let name = "e" + String(repeating: "\u{301}", count: 30_000)
        let arguments =
            arguments == ["--"] ? ["--" + name] : arguments + [name, "on"].prefix(arguments.last == "flag" ? 2 : 1)
        let result = try await flint(arguments)
        #expect(result.status == 64)
        #expect(result.errors.utf8.count < 4_000)
    }

    @Test func `help is printed on standard output`() async throws {
        let result = try await flint("--help")
        #expect(result.status == 0)
        #expect(result.output.contains("USAGE: flint"))
        #expect(result.errors.isEmpty)
    }

    @Test(arguments: ["serve --help", "what-if --help", "help compare", "console --help", "undo --nonsense"])
    func `help and usage fit 80 columns`(arguments: String) async throws {
        let result = try await flint(arguments.split(separator: " ").map(String.init))
        let lines = (result.output + result.errors).split(separator: "\n")
        #expect(lines.contains { $0.lowercased().hasPrefix("usage: flint ") })
        #expect(lines.filter { $0.count > 80 } == [])
    }

    // MARK: Overrides

    @Test func `overrides apply to later invocations`() async throws {
        #expect(try await flint("set", "purchase", "podcasts.premium", "purchased").status == 0)
        let facts = try #require(try await json("facts", "purchases")["facts"] as? [[String: Any]])
        let products = facts.compactMap { $0["product"] as? [String: Any] }
        let premium = try #require(products.first { $0["productID"] as? String == "podcasts.premium" })
        #expect(premium["status"] as? String == "not-purchased")
        #expect(premium["override"] as? String == "purchased")
        #expect(premium["effective"] as? String == "purchased")
        #expect(try await feature("smart")["available"] is NSNull)

        #expect(try await flint("set", "permission", "location", "authorized").status == 0)
        #expect(try await feature("smart")["available"] as? Bool == true)

        #expect(try await flint("set", "permission", "location-when-in-use", "none").status == 0)
        #expect(try await flint("set", "purchase", "premium sub", "none").status == 0)
        #expect(try await feature("smart")["available"] as? Bool == false)
    }

    @Test func `a purchase does not unlock a feature whose user setting is off`() async throws {
        #expect(try await flint("set", "purchase", "podcasts.premium", "purchased").status == 0)
        #expect(try await feature("dynamic speed")["available"] as? Bool == false)
        #expect(try await flint("set", "user-setting", "dynamic speed", "on").status == 0)
        #expect(try await feature("dynamic speed")["available"] as? Bool == true)
        #expect(try await flint("set", "all", "none").status == 0)
        #expect(try await feature("dynamic speed")["available"] as? Bool == false)
    }

    @Test func `the state file is readable by its owner only`() async throws {
        _ = try await flint("set", "purchase", "podcasts.premium", "unknown")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(of: "state.json"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test func `a malformed state file is reported, renamed and replaced`() async throws {
        let content = "{\n  \"flint\" : \"overrides\",\n  \"version\" : 2,\n  \"overrides\" : ["
        try folder.write(content, to: "state.json")
        let result = try await flint("features", "--json")
        #expect(result.status == 66)
        #expect(result.errors.contains("is malformed"))
        let change = ["set", "purchase", "podcasts.premium", "purchased", "--ignore-state"]
        #expect(try await flint(change).status == 0)
        #expect(try folder.text("state.json.unreadable-1") == content)
    }

    @Test func `a state file that cannot be written is reported with status 73`() async throws {
        try folder.write("not a directory", to: "file")
        let result = try await flint(
            "set", "purchase", "podcasts.premium", "purchased",
            environment: ["FLINT_STATE": folder.path(of: "file/state.json")])
        #expect(result.status == 73)
        #expect(result.errors.contains("cannot be written"))
    }

    @Test func `overrides of unknown facts are reported and kept`() async throws {
        let record = "{\"kind\": \"purchase\", \"key\": \"other.app\", \"value\": \"purchased\"}"
        try folder.write("{\"flint\": \"overrides\", \"version\": 2, \"overrides\": [\(record)]}", to: "state.json")
        let result = try await flint("set", "purchase", "podcasts.premium", "purchased")
        #expect(result.errors.contains("other.app"))
        #expect(try folder.text("state.json").contains("other.app"))
        #expect(try folder.text("state.json").contains("podcasts.premium"))
    }

    @Test func `clearing removes overrides of unknown facts too`() async throws {
        let record = "{\"kind\": \"purchase\", \"key\": \"other.app\", \"value\": \"purchased\"}"
        try folder.write("{\"flint\": \"overrides\", \"version\": 2, \"overrides\": [\(record)]}", to: "state.json")
        let result = try await flint("set", "all", "none")
        #expect(result.status == 0)
        #expect(result.output.contains("Removed 1 override"))
        #expect(try await flint("features").errors.isEmpty)
    }

    // MARK: Actions

    @Test func `an action of an available feature is performed`() async throws {
        let result = try await flint("perform", "playback/pause")
        #expect(result.status == 0)
        #expect(result.output.contains("success"))
    }

    @Test func `a denied action fails with a suggested override`() async throws {
        let result = try await flint("perform", "smart/create", "name=Morning")
        #expect(result.status == 1)
        #expect(result.errors.contains("Premium subscription is not purchased"))
        #expect(result.errors.contains("SmartPlaylistsFeature --apply"))
    }

    @Test func `a URL is opened with its input after a permission flow`() async throws {
        _ = try await flint("set", "purchase", "podcasts.premium", "purchased")
        let result = try await flint("perform", "podcasts://playlists/new/Morning", "--answer", "location=allow")
        #expect(result.status == 0 && result.output.contains("success"), "\(result)")
        #expect(try await flint("perform", "podcasts://play", "x=1", "--dry-run").status == 64)
    }

    @Test func `a permission flow is answered by options`() async throws {
        _ = try await flint("set", "purchase", "podcasts.premium", "purchased")
        let answer = try await json("perform", "smart/create", "name=Morning", "--answer", "location=allow")
        #expect(answer["status"] as? String == "done")
        let events = try #require(answer["events"] as? [[String: Any]])
        let kinds = events.compactMap { $0["kind"] as? String }
        #expect(
            kinds.filter { $0 != "fact-changed" } == [
                "request-denied", "flow-began", "prompt-shown", "prompt-answered", "flow-ended", "action-began",
                "action-completed",
            ])
    }

    @Test func `a permission that was allowed once is not a difference after the command ends`() async throws {
        let answers = ["--answer", "bluetooth=allow-once", "--answer", "local=allow"]
        #expect(try program(["perform", "nearby/connect", "cloud"] + answers).status == 0)
        let local = "1  permission: Local network: authorized (initially not determined)"
        #expect(try await flint("compare").output == local + "\n")
        #expect(try await flint("compare", "--remove", "1").output.contains("Local network"))
        #expect(try await flint("compare").output == "No differences from the initial state.\n")
    }

    @Test func `a denied flow leaves the permission outstanding`() async throws {
        _ = try await flint("set", "purchase", "podcasts.premium", "purchased")
        let result = try await flint("perform", "smart/create", "name=Morning", "--answer", "location=deny")
        #expect(result.status == 1)
        #expect(result.errors.contains("Still missing: Location when in use"))
    }

    @Test func `a flow without an answer fails with the option to use`() async throws {
        _ = try await flint("set", "purchase", "podcasts.premium", "purchased")
        let result = try await flint("perform", "smart/create", "name=Morning")
        #expect(result.status == 1)
        #expect(result.errors.contains("--answer location-when-in-use=allow"))
    }

    @Test func `an invalid input is refused`() async throws {
        let result = try await flint("perform", "playback/pause", "volume=11")
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors.contains("pause has no input value named volume; it accepts none."))
    }

    // MARK: URLs

    @Test func `the answer to a URL omits the events of the app's start`() async throws {
        _ = try await flint("set", "purchase", "podcasts.premium", "purchased")
        let answer = try await json("perform", "podcasts://play")
        let events = try #require(answer["events"] as? [[String: Any]])
        #expect(!events.isEmpty && events.allSatisfy { $0["cause"] as? String == "command line" })
    }

    @Test func `a URL performs its mapped action`() async throws {
        let result = try await flint("perform", "podcasts://play")
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(result.output == "Podcast playback: play: success.\n")
        #expect(try await flint("perform", "https://podcasts.example/play").status == 0)
        let answer = try await json("perform", "podcasts:seek/soon")
        #expect(answer["status"] as? String == "failed")
        #expect((answer["message"] as? String)?.contains("parameters are missing or invalid") == true)
    }

    @Test func `a URL and a name explain an unavailable feature in the same way`() async throws {
        let result = try await flint("perform", "podcasts://playlists/new/Morning")
        let byName = try await flint("perform", "smart/create", "name=Morning")
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors == byName.errors)
        #expect(result.errors.contains("Smart playlists: “create” denied"))
    }

    @Test func `an unmapped URL fails with the app's schemes`() async throws {
        let result = try await flint("perform", "podcasts://nothing/at/all")
        #expect(result.status == 1)
        #expect(
            result.errors == "Podcasts does not handle this URL. It handles URLs that begin with podcasts://, "
                + "https://podcasts.example/.\n")
        #expect(try await flint("perform", "other://play").status == 1)
        #expect(try await flint("perform", "no URL").status == 64)
    }

    // MARK: Feeds and resources

    @Test func `another feed replaces the bundled feeds`() async throws {
        try folder.write(
            """
            {"version": "https://jsonfeed.org/version/1.1", "title": "Other", "items": [
              {"id": "1", "title": "Only one", "attachments": [
                {"url": "https://example.com/1.mp3", "mime_type": "audio/mpeg", "duration_in_seconds": 60}]}]}
            """, to: "feed.json")
        #expect(try await flint("features", "--feed", folder.path(of: "feed.json")).status == 0)
    }

    @Test func `the error for an invalid feed names the file`() async throws {
        try folder.write("<rss/>", to: "feed.xml")
        let result = try await flint("features", "--feed", folder.path(of: "feed.xml"))
        #expect(result.status == 66)
        #expect(result.errors.contains("feed.xml"))
        #expect(try await flint("features", "--feed", folder.path(of: "missing.json")).status == 66)
    }

    @Test func `missing resources are reported with the searched path`() async throws {
        let result = try await flint("features", environment: ["FLINT_RESOURCES": "/nowhere"])
        #expect(result.status == 66)
        #expect(result.errors.contains("/nowhere"))
    }

    // MARK: Without a terminal

    @Test func `the console prints plain lines without a terminal`() async throws {
        let result = try await flint()
        #expect(result.status == 0)
        #expect(result.output.contains("Smart playlists: not available"))
        #expect(!result.output.contains("\u{1b}"))
    }

    @Test func `the program links FoundationEssentials only`() throws {
        let libraries = try ChildProcess.run("ldd", [BuiltProgram.path]).output
        #expect(libraries.contains("libswiftCore"))
        #expect(!libraries.contains("libFoundation.so"))
        #expect(!libraries.contains("libFoundationInternationalization.so"))
    }
}
