import FlintWorld
import Testing

@testable import FlintCLI

struct NameResolverTests {
    private let resolver = NameResolver<Int>(
        kind: "feature",
        candidates: [
            .init(element: 1, names: ["App/Favourites", "Demo.Favourites"], title: "Podcast favourites"),
            .init(
                element: 2, names: ["App/Favourites/SmartPlaylists", "Demo.SmartPlaylists"], title: "Smart playlists"),
            .init(element: 3, names: ["App/Playback", "Demo.Playback"], title: "Podcast playback"),
            .init(element: 4, names: ["App/Speed", "Demo.Speed"], title: "Speed"),
            .init(element: 5, names: ["App/SpeedLimit", "Demo.SpeedLimit"], title: "Speed limit"),
        ])

    @Test(arguments: [
        ("App/Favourites/SmartPlaylists", 2), ("Demo.SmartPlaylists", 2), ("Smart playlists", 2),
        ("smart PLAYLISTS", 2), ("SmartPlaylists", 2), ("playlists", 2), ("smart-play", 2), ("App/Favourites", 1),
        ("Favourites", 1), ("playback", 3), ("limit", 5),
    ])
    func `whole names and unambiguous parts are found`(text: String, expected: Int) throws {
        #expect(try resolver.resolve(text) == expected)
    }

    @Test func `a whole name takes precedence over a part of another`() throws {
        #expect(try resolver.resolve("speed") == 4)
    }

    private static let typed: [(text: String, expected: Int?)] = [
        ("tur", 1), ("tures", 3), ("feat", nil), ("nat", 2), ("futures", 3), ("podcast", nil), ("TurboFeature", 1),
        ("load", 4),
    ]

    @Test(arguments: typed)
    func `titles match before types, beginnings before middles, and suffixes never`(text: String, expected: Int?) {
        let resolver = NameResolver<Int>(
            kind: "feature",
            candidates: [
                .init(element: 1, names: ["PodcastFeatures/TurboFeature", "TurboFeature"], title: "Turbo"),
                .init(element: 2, names: ["PodcastFeatures/SoundFeature", "SoundFeature"], title: "Natural sound"),
                .init(element: 3, names: ["PodcastFeatures/FuturesFeature", "FuturesFeature"], title: "Markets"),
                .init(element: 4, names: ["PodcastFeatures/LoadFeature", "LoadFeature"], title: "Downloads"),
            ])
        #expect((try? resolver.resolve(text)) == expected)
    }

    @Test func `an ambiguous part suggests three names and counts the others`() {
        let resolver = NameResolver<Int>(
            kind: "flag", candidates: (0..<9).map { .init(element: $0, names: ["new-\($0)"], title: "new-\($0)") })
        let error = #expect(throws: CommandLineError.self) { try resolver.resolve("new") }
        #expect(error?.message == "\"new\" is ambiguous. Matches: new-0, new-1, new-2, and 6 more.")
    }

    @Test func `the error of an ambiguous part lists its matches`() {
        let error = #expect(throws: CommandLineError.self) { try resolver.resolve("podcast") }
        #expect(error?.status == 64)
        #expect(error?.message.contains("Podcast favourites (App/Favourites)") == true)
        #expect(error?.message.contains("Podcast playback") == true)
        #expect(error?.message.contains("Smart playlists") == false)
    }

    @Test func `a misspelled name gets the nearest name as a suggestion`() {
        let error = #expect(throws: CommandLineError.self) { try resolver.resolve("Smrat playlist") }
        #expect(error?.status == 64)
        #expect(
            error?.message == "There is no feature \"Smrat playlist\". Did you mean "
                + "Smart playlists (App/Favourites/SmartPlaylists)?")
    }

    @Test func `a misspelled word of a name gets the nearest name as a suggestion`() {
        let error = #expect(throws: CommandLineError.self) { try resolver.resolve("smrt") }
        #expect(error?.message.contains("Did you mean Smart playlists (App/Favourites/SmartPlaylists)?") == true)
    }

    @Test func `a name without a similar one gets a short list of all`() {
        let error = #expect(throws: CommandLineError.self) { try resolver.resolve("zzzzzzzzzzzzzzzzzzzzzz") }
        #expect(
            error?.message.hasPrefix(
                "There is no feature \"zzzzzzzzzzzzzzzzzzzzzz\". Choose one of Podcast favourites (App/Favourites), ")
                == true)
    }

    @Test func `a name without a similar one among many gets no suggestion`() {
        let many = NameResolver<Int>(
            kind: "feature",
            candidates: (0..<9).map { .init(element: $0, names: ["App/F\($0)"], title: "Feature \($0)") })
        let error = #expect(throws: CommandLineError.self) { try many.resolve("zzzzzzzzzzzzzzzzzzzzzz") }
        #expect(error?.message == "There is no feature \"zzzzzzzzzzzzzzzzzzzzzz\".")
    }

    @Test func `a short name is suggested if at most three changes are needed`() {
        func message(_ text: String) -> String? {
            let resolver = NameResolver<Int>(
                kind: "flag", candidates: [.init(element: 1, names: ["beta"], title: "beta")])
            return #expect(throws: CommandLineError.self) { try resolver.resolve(text) }?.message
        }
        #expect(message("bxyz") == "There is no flag \"bxyz\". Did you mean beta?")
        #expect(message("wxyz") == "There is no flag \"wxyz\". The only flag is beta.")
    }

    @Test func `the three nearest names are suggested`() {
        let resolver = NameResolver<Int>(
            kind: "flag",
            candidates: ["player-1234", "player-1", "player-123", "player-12"].enumerated().map {
                .init(element: $0.offset, names: [$0.element], title: $0.element)
            })
        let error = #expect(throws: CommandLineError.self) { try resolver.resolve("playex-1") }
        #expect(
            error?.message == "There is no flag \"playex-1\". Did you mean player-1, player-12, player-123?")
    }

    @Test func `a resolver that lists all candidates does so next to a suggestion`() {
        func message(_ text: String, among names: [String]) -> String? {
            let resolver = NameResolver<String>(
                kind: "action", owner: "Player", candidates: names.map { .init(element: $0, names: [$0], title: $0) },
                listsAll: true)
            return #expect(throws: CommandLineError.self) { try resolver.resolve(text) }?.message
        }
        let names = (1...9).map { "record-\($0)" } + ["play"]
        #expect(
            message("plai", among: names) == "Player has no action \"plai\". Did you mean play? "
                + "Choose one of \(names.joined(separator: ", ")).")
        #expect(
            message("zzzzzzzzzzzz", among: names) == "Player has no action \"zzzzzzzzzzzz\". "
                + "Choose one of \(names.joined(separator: ", ")).")
        #expect(message("plai", among: ["play"]) == "Player has no action \"plai\". Did you mean play?")
    }

    @Test func `an empty name matches no candidate`() {
        #expect(throws: CommandLineError.self) { try resolver.resolve("") }
    }
}

struct NamesTests {
    private func model(needing needed: [String]) -> AppModel {
        AppModel(
            permissions: ["camera", "location-always", "location-when-in-use"].map { name in
                PermissionSnapshot(
                    permission: name, title: name, usage: "", status: .notDetermined, override: nil,
                    effective: .notDetermined, features: needed.contains(name) ? ["App/Feature"] : [])
            })
    }

    @Test func `a part of a permission prefers the required one`() throws {
        let found = try Names.key("location", of: .permission, in: model(needing: ["location-when-in-use", "camera"]))
        #expect(found == "location-when-in-use")
    }

    @Test func `a part of several required permissions is refused`() {
        #expect(throws: CommandLineError.self) {
            try Names.key("location", of: .permission, in: model(needing: ["location-when-in-use", "location-always"]))
        }
    }

    @Test func `a whole permission is found even if it is not required`() throws {
        let found = try Names.key("location-always", of: .permission, in: model(needing: []))
        #expect(found == "location-always")
    }

    @Test func `the value none removes the override`() throws {
        #expect(try Names.value("none", of: .purchase) == nil)
    }

    @Test(arguments: [
        ("of", FactKind.flag, "Did you mean off?"), ("o", .flag, "Did you mean on or off?"),
        ("On", .userSetting, "Did you mean on?"), ("purch", .purchase, "Did you mean purchased?"),
        ("auth", .permission, "Did you mean authorized?"), ("non", .purchase, "Did you mean none?"),
    ])
    func `the beginning of a value is refused, and the value is suggested`(
        text: String, kind: FactKind, suggestion: String
    ) {
        let error = #expect(throws: CommandLineError.self) { try Names.value(text, of: kind) }
        #expect(error?.status == 64)
        #expect(error?.message.contains("is not a \(kind.valueTitle). \(suggestion) Write ") == true)
    }

    @Test func `a kind of fact can be abbreviated`() throws {
        #expect(try Assumption.kind("pur", in: .empty) == .purchase)
        #expect(throws: CommandLineError.self) { try Assumption.kind("p", in: .empty) }
    }

    @Test func `the error of an invalid value lists the valid ones`() {
        let error = #expect(throws: CommandLineError.self) {
            try Names.value("bought", of: .purchase)
        }
        #expect(error?.status == 64)
        #expect(
            error?.message == "\"bought\" is not a status of a product. Did you mean purchased? "
                + "Write purchased, not-purchased, unknown or none.")
    }
}

struct EditDistanceTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "", 3), ("", "abc", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2), ("same", "same", 0),
    ])
    func `the distance counts insertions, deletions and replacements`(first: String, second: String, distance: Int) {
        #expect(EditDistance.between(first, second) == distance)
        #expect(EditDistance.between(second, first) == distance)
    }
}
