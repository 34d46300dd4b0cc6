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
    func wholeNamesAndUnambiguousPartsAreFound(text: String, expected: Int) throws {
        #expect(try resolver.resolve(text) == expected)
    }

    @Test func aWholeNameBeatsAPartOfALongerOne() throws {
        #expect(try resolver.resolve("speed") == 4)
    }

    @Test func anAmbiguousPartNamesWhatItFits() {
        let error = #expect(throws: CommandLineError.self) { try resolver.resolve("podcast") }
        #expect(error?.status == 64)
        #expect(error?.message.contains("Podcast favourites (App/Favourites)") == true)
        #expect(error?.message.contains("Podcast playback") == true)
        #expect(error?.message.contains("Smart playlists") == false)
    }

    @Test func aMisspeltNameGetsTheNearest() {
        let error = #expect(throws: CommandLineError.self) { try resolver.resolve("Smrat playlist") }
        #expect(error?.status == 64)
        #expect(
            error?.message == "There is no feature \"Smrat playlist\". Did you mean "
                + "Smart playlists (App/Favourites/SmartPlaylists)?")
    }

    @Test func aMisspeltWordOfANameGetsTheNearest() {
        let error = #expect(throws: CommandLineError.self) { try resolver.resolve("smrt") }
        #expect(error?.message.contains("Did you mean Smart playlists (App/Favourites/SmartPlaylists)?") == true)
    }

    @Test func aNameLikeNothingGetsEverythingIfThatIsLittle() {
        let error = #expect(throws: CommandLineError.self) { try resolver.resolve("zzzzzzzzzzzzzzzzzzzzzz") }
        #expect(
            error?.message.hasPrefix(
                "There is no feature \"zzzzzzzzzzzzzzzzzzzzzz\". There are Podcast favourites (App/Favourites), ")
                == true)
    }

    @Test func aNameLikeNothingGetsNoOfferAmongMany() {
        let many = NameResolver<Int>(
            kind: "feature",
            candidates: (0..<9).map { .init(element: $0, names: ["App/F\($0)"], title: "Feature \($0)") })
        let error = #expect(throws: CommandLineError.self) { try many.resolve("zzzzzzzzzzzzzzzzzzzzzz") }
        #expect(error?.message == "There is no feature \"zzzzzzzzzzzzzzzzzzzzzz\".")
    }

    @Test func anEmptyNameFitsNothing() {
        #expect(throws: CommandLineError.self) { try resolver.resolve("") }
    }
}
