import FlintInspectorTestSupport
import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct OpeningTests {
    @Test func `the console opens on the first unavailable feature`() {
        let driver = ConsoleDriver(startsAtTop: false)
        #expect(driver.state.selectedFeature?.name == "Dynamic speed")
        #expect(driver.text().contains("Unavailable: "))
    }

    @Test func `the console opens on the first feature if every feature is available`() {
        let app = SampleApp()
        app.own("premium")
        for feature in [PodcastFeatures.speed, PodcastFeatures.sound] {
            app.perform(.setUserSetting(feature: feature, isOn: true))
        }
        for permission in app.readModel().permissions where permission.isRequired {
            app.perform(.setPermission(permission: permission.permission, status: .authorized))
        }
        let driver = ConsoleDriver(app, startsAtTop: false)
        #expect(driver.state.selectedFeature?.name == "Podcasts")
    }

    @Test func `an app that registers its features late is opened on the first unavailable one`() {
        var driver = ConsoleDriver(.empty, startsAtTop: false)
        #expect(driver.state.screens.features.browser.list.selection == nil)
        driver.show(SampleApp().world(of: nil))
        #expect(driver.state.selectedFeature?.name == "Dynamic speed")
    }

    @Test func `the console opens at its last position`() {
        var left = ConsoleDriver(.busy)
        left.filter("smart")
        left.select(.premium)
        left.select(.fact("smart-playlists"))
        left.go(to: .timeline)
        left.filter("denied")
        left.go(to: .logs)
        left.press(.nextLevel)
        let place = ConsolePlace(left.state)
        let driver = ConsoleDriver(.busy, place: place, startsAtTop: false)
        #expect(driver.state.screen == .logs)
        #expect(driver.state.screens.logs.minimumLevel == left.state.screens.logs.minimumLevel)
        #expect(driver.state.screens.logs.minimumLevel != .trace)
        #expect(driver.state.screens.features.browser.filter.field.text == "smart")
        #expect(driver.state.screens.features.browser.list.selection == PodcastFeatures.smart)
        #expect(driver.state.selectedProduct?.productID == left.state.selectedProduct?.productID)
        #expect(driver.state.screens.timeline.tail.browser.filter.field.text == "denied")
        #expect(ConsolePlace(driver.state) == place)
    }

    @Test func `a filter that matches nothing is not kept`() {
        var left = ConsoleDriver(.busy)
        left.filter("xyzzy")
        left.go(to: .purchases)
        left.filter("premium")
        left.go(to: .timeline)
        left.filter("xyzzy")
        let kept = ConsolePlace(left.state).screens.compactMapValues(\.filter)
        #expect(kept == ["purchases": "premium"])
    }

    @Test func `collapsed groups and the divider are restored`() {
        var left = ConsoleDriver()
        left.type("j<left>")
        left.state.pointer.divider = Divider(columns: 61, rows: 12)
        let driver = ConsoleDriver(place: ConsolePlace(left.state), startsAtTop: false)
        #expect(driver.state.screens.features.collapsed == ["PodcastFeatures/PlaybackFeature"])
        #expect(driver.state.layout.listArea(of: .features).columns == 61)
        #expect(driver.state.selectedFeature?.name == "Podcast playback")
    }

    @Test func `items that no longer exist are omitted`() {
        var place = ConsolePlace()
        place.screen = "games"
        place.screens = ["features": .init(selection: "Gone"), "games": .init(selection: "x", filter: "y")]
        place.collapsed = ["Gone"]
        place.minimumLevel = "shout"
        place.divider = Divider(columns: -5, rows: 1_000_000)
        let driver = ConsoleDriver(place: place, startsAtTop: false)
        #expect(driver.state.screen == .features)
        #expect(driver.state.selectedFeature?.name == "Dynamic speed")
        #expect(driver.state.screens.logs.minimumLevel == .trace)
        for screen in ConsoleScreen.allCases {
            #expect(driver.state.layout.listArea(of: screen).columns >= 30)
            #expect(driver.state.layout.detailArea(of: screen).columns >= 40)
            #expect(driver.state.layout.detailArea(of: screen).rows >= 5)
        }
    }

    @Test func `escape clears a restored filter that no longer matches`() {
        var place = ConsolePlace()
        place.screens = ["features": .init(filter: "xyzzy\u{1B}[2J")]
        var driver = ConsoleDriver(place: place, startsAtTop: false)
        #expect(driver.state.matchCount == 0)
        #expect(!driver.text().contains("\u{1B}"))
        driver.type("<esc>")
        #expect(driver.state.matchCount > 0)
    }
}
