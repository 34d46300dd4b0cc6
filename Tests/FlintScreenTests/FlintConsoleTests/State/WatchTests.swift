import FlintModel
import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct WatchTests {
    /// Returns a console in which Turbo downloads is selected.
    private func driver(_ app: SampleApp = SampleApp(), place: ConsolePlace? = nil) -> ConsoleDriver {
        var driver = ConsoleDriver(app, place: place)
        driver.select(.feature("Turbo downloads"))
        return driver
    }

    private func rows(_ driver: ConsoleDriver) -> [String] {
        guard case .choices(let dialog) = driver.state.dialog else { return [] }
        return dialog.options.map { "\($0.title): \($0.note)" }
    }

    // MARK: Watched items

    @Test func `a change of a watched feature is announced with its reason`() {
        var driver = driver()
        driver.press(.watch)
        #expect(driver.announcement == "Turbo downloads is watched: Y lists everything that is")
        driver.change { $0.own("premium") }
        #expect(driver.announcement == "Turbo downloads is available now: Premium subscription is purchased")
        #expect(driver.state.messages.recent.last?.text == driver.announcement)
        driver.change { $0.own("premium", false) }
        #expect(
            driver.announcement == "Turbo downloads is not available now: Premium subscription is not purchased")
    }

    @Test func `the reason is the event that names the feature`() {
        var driver = driver()
        driver.press(.watch)
        driver.change { app in
            app.permit(.camera)
            app.own("premium")
            app.permit(.location(usage: .whenInUse))
        }
        #expect(driver.announcement == "Turbo downloads is available now: Premium subscription is purchased")
    }

    @Test func `several simultaneous changes produce one announcement and several messages`() {
        var driver = driver()
        driver.press(.watch)
        driver.select(.premium)
        driver.press(.watch)
        driver.change { $0.own("premium") }
        #expect(
            driver.announcement
                == "Turbo downloads is available now: Premium subscription is purchased (1 more: M)")
        #expect(driver.state.messages.recent.last?.text == "Premium subscription is purchased now: reported by store")
    }

    @Test func `a change of a watched permission and of a watched flag is announced`() {
        var driver = ConsoleDriver(.full)
        driver.select(.permission("Camera"))
        driver.press(.watch)
        driver.select(.fact("sound-v2"))
        driver.press(.watch)
        driver.change { $0.permit(.camera) }
        #expect(driver.announcement == "Camera is authorized now: reported by system")
        driver.press(.overrideOn)
        #expect(driver.announcement.hasPrefix("Flag sound-v2 is on now: overridden by console. "))
    }

    @Test func `the result of the user's own command follows the report`() {
        var driver = driver()
        driver.press(.watch)
        driver.override(.premium, as: "purchased")
        #expect(driver.announcement.hasPrefix("Turbo downloads is available now: Premium subscription is purchased. "))
        #expect(driver.announcement.contains("Premium subscription: overridden, purchased until removed"))
    }

    @Test func `no change is announced without a watched item or after its removal`() {
        var driver = driver()
        driver.change { $0.own("premium") }
        #expect(driver.state.messages.recent.isEmpty)
        driver.press(.watch, .watch)
        #expect(driver.announcement == "Turbo downloads is no longer watched")
        driver.change { $0.own("premium", false) }
        #expect(driver.state.messages.recent.isEmpty)
    }

    @Test func `tried changes are not reported as changes of the app`() {
        var driver = driver()
        driver.press(.watch, .whatIf)
        driver.override(.premium, as: "purchased")
        #expect(driver.state.feature(PodcastFeatures.turbo)?.isAvailable == true)
        #expect(!driver.state.messages.recent.contains { $0.text.hasPrefix("Turbo downloads is available now") })
    }

    @Test func `the alert is a message, a bell, or a notification`() {
        for alert in WatchAlert.allCases {
            var driver = driver()
            driver.state.options.alert = alert
            driver.press(.watch)
            driver.effects = []
            driver.change { $0.own("premium") }
            switch alert {
            case .message: #expect(driver.effects.isEmpty)
            case .bell: #expect(driver.effects == [.ring])
            case .notification: #expect(driver.effects == [.notify(driver.announcement)])
            }
        }
    }

    @Test func `watched items have a sign in every list`() throws {
        var driver = driver()
        driver.press(.watch)
        driver.select(.premium)
        driver.press(.watch)
        #expect(driver.text().contains(">◉ Premium subscription"))
        driver.go(to: .features)
        #expect(driver.text().contains(">◉"))
        driver.go(to: .matrix)
        #expect(driver.canvas().lines.contains { $0.contains("◉") && $0.contains("Turbo downloads") })
        var ascii = ConsoleDriver(usesUTF8: false)
        ascii.select(.feature("Turbo downloads"))
        ascii.press(.watch)
        #expect(ascii.text().contains(">%"))
    }

    @Test func `a key lists the watched items with their values and goes to one`() {
        var driver = driver()
        driver.type("Y")
        #expect(
            driver.announcement == "Nothing is watched: e watches the selected feature, product, permission or fact")
        driver.press(.watch)
        driver.select(.premium)
        driver.press(.watch)
        driver.type("Y")
        #expect(rows(driver) == ["Turbo downloads: not available", "Premium subscription: purchase, not purchased"])
        driver.type("<enter>")
        #expect(driver.state.screen == .features)
        #expect(driver.state.selectedFeature?.name == "Turbo downloads")
    }

    @Test func `watched items are restored, and only later changes are announced`() {
        var left = driver()
        left.press(.watch)
        left.select(.premium)
        left.press(.watch)
        let place = ConsolePlace(left.state)
        let app = SampleApp()
        app.own("premium")
        var driver = ConsoleDriver(app, place: place)
        #expect(driver.state.watches.items == left.state.watches.items)
        #expect(driver.state.messages.recent.isEmpty)
        driver.change { $0.own("premium", false) }
        #expect(driver.announcement.hasPrefix("Turbo downloads is not available now: "))
        #expect(ConsolePlace(driver.state).watched == place.watched)
    }

    @Test func `an item that the app lacks stays watched until the user removes it`() {
        var place = ConsolePlace()
        place.watched = ["features": ["Gone"], "games": ["x"]]
        var driver = ConsoleDriver(place: place)
        driver.press(.showWatched)
        #expect(rows(driver) == ["Gone: not in this app; enter stops watching it"])
        driver.type("<enter>")
        #expect(driver.announcement == "Gone is no longer watched")
        #expect(driver.state.watches.isEmpty)
    }
}
