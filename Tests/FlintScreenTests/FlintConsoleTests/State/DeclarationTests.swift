import FlintInspectorTestSupport
import FlintModel
import FlintWorld
import Testing

@testable import FlintConsole

struct DeclarationTests {
    private static let timer = CodeLocation(fileID: "PodcastApp/SleepTimer.swift", line: 12)
    private static let declared = Declaration(
        owner: "Playback", kind: .killSwitch, since: "2.1", reviewDate: "2027-03-01", link: "https://example.com/1",
        location: timer)

    /// Returns a console whose features, flags, and products all have the declaration.
    private func driver(_ declaration: Declaration? = declared) -> ConsoleDriver {
        var driver = ConsoleDriver(.declared(declaration))
        driver.select(.feature("Turbo downloads"))
        return driver
    }

    private func detail(_ driver: ConsoleDriver) -> [String] {
        driver.state.screen.behavior.detailLines(in: driver.state).map(\.text)
    }

    @Test(arguments: [ConsoleScreen.features, .purchases, .flags])
    func `the details end with the owner, the source code, and the link`(screen: ConsoleScreen) throws {
        var driver = driver()
        driver.go(to: screen)
        let lines = detail(driver)
        let heading = try #require(lines.firstIndex(of: "Declared"))
        #expect(
            lines[heading...].prefix(4) == [
                "Declared", "   Playback, kill switch, since 2.1, review 2027-03-01",
                " d PodcastApp/SleepTimer.swift:12",
                "   https://example.com/1",
            ])
    }

    @Test(arguments: [ConsoleScreen.features, .purchases, .flags])
    func `the source code and the link can be opened with the mouse even if they wrap`(screen: ConsoleScreen) {
        var driver = driver()
        driver.go(to: screen)
        let spans = driver.state.screen.behavior.detailLines(in: driver.state).flatMap(\.spans)
        #expect(spans.compactMap(\.link) == ["source:PodcastApp/SleepTimer.swift:12", "https://example.com/1"])
        let wrapped = StyledLine("See ").adding("a long page", link: "https://example.com").wrapped(to: 8)
        #expect(wrapped.flatMap(\.spans).filter { $0.link != nil }.map(\.text).joined() == "alongpage")
    }

    @Test func `the address of source code is the address of its file, if the file is known`() {
        #expect(LinkAddress.source(LinkAddress.source(Self.timer)) == Self.timer)
        #expect(LinkAddress.source("https://example.com/1") == nil)
        #expect(LinkAddress.file("/a b/ü.swift", line: 3) == "file:///a%20b/%C3%BC.swift#3")
    }

    @Test(arguments: [ConsoleScreen.features, .purchases, .flags])
    func `the key opens the recorded line in the editor`(screen: ConsoleScreen) {
        var driver = driver()
        driver.go(to: screen)
        driver.effects = []
        driver.type("d")
        #expect(driver.effects == [.edit(Self.timer)])
    }

    @Test(arguments: [ConsoleScreen.features, .purchases, .flags])
    func `an item without a recorded line opens no editor and is named`(screen: ConsoleScreen) throws {
        var driver = driver(nil)
        driver.go(to: screen)
        #expect(!detail(driver).contains("Declared"))
        driver.effects = []
        driver.type("d")
        #expect(driver.effects == [.ring])
        let announcement = driver.announcement
        #expect(announcement.hasPrefix("The app does not record where "))
        #expect(announcement.hasSuffix(" is declared"))
    }

    @Test func `the result of opening the editor is announced`() {
        var driver = driver()
        driver.feed(.edited(Self.timer, .shown(path: "Sources/PodcastApp/SleepTimer.swift")))
        #expect(driver.announcement == "Opened Sources/PodcastApp/SleepTimer.swift:12")
        driver.feed(.edited(Self.timer, .failed("Set EDITOR.")))
        #expect(driver.announcement == "Set EDITOR.")
    }
}

extension SampleApp {
    /// The app with developers' notes about every feature and product.
    static func declared(_ notes: Declaration?) -> SampleApp {
        let app = declaring { features in
            for index in features.indices { features[index].declaration = notes }
        }
        let world = app.world(of: nil)
        app.show(
            world.listing { changes in
                changes.products = world.model.products.map { product in
                    var product = product
                    product.declaration = notes
                    return product
                }
            })
        return app
    }
}
