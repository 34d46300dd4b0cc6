import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

/// Tests of the blocking requirements in the rows of the feature list.
struct FeatureReasonsTests {
    private func row(_ name: String, in driver: ConsoleDriver) -> String {
        driver.canvas().lines.first { $0.contains(" \(name) ") } ?? ""
    }

    @Test func `without room for the details, each row shows what blocks its feature`() throws {
        let driver = ConsoleDriver(columns: 80, rows: 24)
        let blocked = driver.app.podcasts.snapshot.features.filter { $0.available != true }
        #expect(!blocked.isEmpty)
        for feature in blocked {
            let reason = try #require(feature.blockingRequirement?.statement)
            #expect(row(feature.name, in: driver).contains("  \(reason) "), "\(feature.name)")
        }
        let blank = String(repeating: " ", count: 53)
        #expect(row("Podcast playback", in: driver).hasSuffix("Podcast playback\(blank)ok │"))
    }

    @Test func `a list beside its details requests no reasons`() {
        let driver = ConsoleDriver(columns: 90, rows: 24)
        #expect(driver.state.reasons.sentences.isEmpty)
        #expect(Set(driver.app.explained) == ["PodcastFeatures", PodcastWorld.speed])
    }

    @Test func `a reason is cut before the name is`() {
        var world = PodcastWorld()
        let (index, name) = (world.declarations.count - 1, String(repeating: "photo ", count: 4) + "sharing")
        world.declarations[index].name = name
        let driver = ConsoleDriver(world, columns: 60, rows: 24)
        let row = row(name, in: driver)
        #expect(row.contains("  Camera is …"))
        #expect(row.hasSuffix(" no │"))
    }

    @Test func `a name without room for a reason stays alone`() {
        var world = PodcastWorld()
        let (index, name) = (world.declarations.count - 1, String(repeating: "photo ", count: 6) + "sharing")
        world.declarations[index].name = name
        let driver = ConsoleDriver(world, columns: 60, rows: 24)
        #expect(row(name, in: driver).hasSuffix("\(name)    no │"))
    }

    @Test func `reasons are found for visible rows only, and once`() {
        var world = PodcastWorld.large(200)
        for index in world.declarations.indices { world.declarations[index].needs = [.purchase("premium")] }
        var driver = ConsoleDriver(world, columns: 80, rows: 24)
        let visible = driver.state.visibleFeatures
        #expect(visible.count == 18)
        #expect(Set(driver.app.explained) == Set(visible))
        let asked = driver.app.explained.count
        driver.type("G")
        #expect(driver.app.explained.count == asked + 19, "a page of reasons and the explanation of the last feature")
        driver.type("g")
        #expect(driver.app.explained.count == asked + 19, "known reasons are not requested again")
    }

    @Test func `a reason follows the app`() {
        var driver = ConsoleDriver(columns: 80, rows: 24)
        #expect(row("Smart playlists", in: driver).contains("Premium subscription is not purchased"))
        driver.change { $0.store["premium"] = .purchased }
        #expect(row("Smart playlists", in: driver).contains("Location when in use is not determined"))
        driver.change { $0.system["location-when-in-use"] = .authorized }
        #expect(row("Smart playlists", in: driver).hasSuffix(" ok │"))
        #expect(!row("Smart playlists", in: driver).contains("Location"))
    }

    @Test func `reasons are found when the window becomes narrow, and in the list again after the details`() {
        var driver = ConsoleDriver()
        driver.resize(80, 24)
        #expect(row("Smart playlists", in: driver).contains("Premium subscription is not purchased"))
        driver.type("<enter>")
        driver.change { $0.store["premium"] = .purchased }
        #expect(driver.state.reasons.sentences.isEmpty)
        driver.type("<esc>")
        #expect(row("Smart playlists", in: driver).contains("Location when in use is not determined"))
    }

    @Test func `a stale reason stays until the new one arrives`() {
        var board = ReasonBoard()
        #expect(board.want(["a", "b"], isStale: false) == ["a", "b"])
        #expect(board.want(["a", "b"], isStale: false).isEmpty, "both have been requested")
        board.receive(["a": "A is off", "b": "B is off", "c": "C is off"])
        #expect(board.want(["a", "d"], isStale: true) == ["a", "d"])
        #expect(board.sentences == ["a": "A is off", "d": ""])
    }
}
