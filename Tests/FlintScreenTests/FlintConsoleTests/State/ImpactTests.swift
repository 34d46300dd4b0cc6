import FlintInspectorTestSupport
import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct ImpactTests {
    private func choices(_ driver: ConsoleDriver) -> ChoiceDialog? {
        if case .choices(let dialog) = driver.state.dialog { dialog } else { nil }
    }

    private func rows(_ driver: ConsoleDriver) -> [String] {
        choices(driver)?.options.map { "\($0.title): \($0.note)" } ?? []
    }

    @Test func `a key on a product lists the features that are gained with it and those that remain blocked`() {
        var driver = ConsoleDriver()
        driver.select(.premium)
        driver.press(.impact)
        #expect(driver.dialogTitle == "What stops working without Premium subscription")
        #expect(
            rows(driver) == [
                "Turbo downloads: gained with it", "Smart playlists: undetermined with it",
                "Dynamic speed: blocked by other requirements", "Sound enhancement: blocked by other requirements",
            ])
        #expect(
            choices(driver)?.body.map(\.text) == [
                "if not purchased: no feature is lost",
                "if purchased: 1 feature becomes available, 1 feature becomes undetermined",
                "2 more need it but are blocked by other requirements",
            ])
        #expect(driver.app.sent.isEmpty)
        driver.type("<enter>")
        #expect(driver.state.selectedFeature?.name == "Turbo downloads")
    }

    @Test func `the features that personas lose are also listed`() {
        var driver = ConsoleDriver(.populated)
        driver.select(.premium)
        driver.press(.impact)
        let lines = choices(driver)?.body.map(\.text) ?? []
        #expect(lines.contains { $0.hasPrefix("for Premium user: ") && $0.contains(" lost (") }, "\(lines)")
        #expect(!lines.contains { $0.hasPrefix("for Child account: ") })
    }

    @Test func `a key on an owned product lists lost features and those that an alternative keeps`() {
        let app = SampleApp()
        app.own("premium")
        app.own("turbo")
        app.perform(.setUserSetting(feature: PodcastFeatures.speed, isOn: true))
        var driver = ConsoleDriver(app)
        driver.select(.premium)
        driver.press(.impact)
        #expect(rows(driver).first == "Dynamic speed: lost without it")
        #expect(rows(driver).last == "Turbo downloads: available either way")
        #expect(choices(driver)?.body.first?.text == "if not purchased: 2 features become unavailable")
    }

    @Test func `a key on a permission or a flag lists its impact`() throws {
        var driver = ConsoleDriver(.full)
        driver.select(.permission("Camera"))
        driver.press(.impact)
        #expect(driver.dialogTitle == "What stops working without Camera")
        #expect(rows(driver).contains("Photo sharing: undetermined with it"))
        driver.type("<esc>")
        driver.select(.fact("sound-v2"))
        driver.press(.impact)
        #expect(rows(driver) == ["Sound enhancement: lost without it", "Sound enhancement: gained with it"])
    }

    @Test func `a key on a feature asks for one of its facts`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.impact)
        #expect(choices(driver)?.options.map(\.title).sorted() == ["Location when in use", "Premium subscription"])
        driver.type("<enter>")
        #expect(driver.dialogTitle.hasPrefix("What stops working without "))
        #expect(rows(driver).contains("Smart playlists: undetermined with it"))
        driver.type("<esc>")
        driver.select(.feature("Podcasts"))
        driver.press(.impact)
        #expect(driver.state.dialog == nil)
        #expect(driver.announcement == "Podcasts needs no product, permission, setting or flag")
    }

    @Test func `a product that no feature needs has no impact`() {
        var driver = ConsoleDriver()
        driver.show(driver.app.world(of: nil).declaring { $0.removeAll { !$0.summary.isVisible } })
        driver.select(.product("Download credits"))
        driver.press(.impact)
        #expect(driver.state.dialog == nil)
        #expect(driver.announcement == "No feature needs Download credits")
    }
}
