import FlintInspectorTestSupport
import FlintWorld
import Testing

@testable import FlintConsole

struct HiddenFeaturesTests {
    private static let tools = [
        DeclaredFeature(id: "Tools", name: "Tools", isVisible: false),
        DeclaredFeature(id: "Tools/Recorder", name: "Recorder", parent: "Tools", isVisible: false),
    ]

    /// The sample app with three hidden features in place of those of the framework.
    private static var app: SampleApp {
        .declaring { features in
            features.removeAll { !$0.summary.isVisible }
            features.append(
                DeclaredFeature(
                    id: "PodcastFeatures/Checks", name: "Checks", parent: "PodcastFeatures", isVisible: false))
            features += tools
        }
    }

    private static var appWithoutHiddenFeatures: SampleApp {
        .declaring { $0.removeAll { !$0.summary.isVisible } }
    }

    private func names(_ driver: ConsoleDriver) -> [String] {
        driver.state.screens.features.rows.filter { !$0.isContext }.map { driver.state.model.features[$0.index].name }
    }

    @Test func `hidden features are neither counted nor listed, and the title states this`() {
        let driver = ConsoleDriver(Self.app)
        #expect(driver.state.model.features.count == 14)
        #expect(driver.text().contains("5 of 11 available"))
        #expect(names(driver).count == 11)
        #expect(driver.text().contains("Features \(driver.state.glyphs.dash) 3 hidden (.)"))
        #expect(!ConsoleDriver(Self.appWithoutHiddenFeatures).text().contains("hidden"))
    }

    @Test func `a key lists hidden features`() {
        var driver = ConsoleDriver(Self.app)
        driver.type(".")
        #expect(driver.announcement == "Hidden features are listed")
        #expect(names(driver).suffix(3) == ["Checks", "Tools", "Recorder"])
        #expect(driver.text().contains("Recorder (hidden)"))
        #expect(!driver.text().contains("3 hidden"))
        #expect(driver.text().contains("8 of 14 available"))
        driver.type(".")
        #expect(names(driver).count == 11)
    }

    @Test func `a command on a selected feature that is no longer listed is refused`() {
        var driver = ConsoleDriver(Self.app)
        driver.press(.showHidden)
        driver.type("G")
        #expect(driver.state.selectedFeature?.name == "Recorder")
        driver.press(.showHidden)
        #expect(driver.state.screens.features.browser.list.isPresent)
        #expect(driver.state.selectedFeature?.name == "Photo sharing")
    }

    @Test func `an app without hidden features refuses the key`() {
        var driver = ConsoleDriver(Self.appWithoutHiddenFeatures)
        driver.type(".")
        #expect(driver.announcement == "No feature is hidden from users")
        #expect(!driver.state.screens.features.showsHidden)
    }

    @Test func `a filter finds hidden features, and a selected one remains listed`() {
        var driver = ConsoleDriver(Self.app)
        driver.filter("is:hidden")
        #expect(names(driver) == ["Checks", "Tools", "Recorder"])
        driver.press(.showHidden)
        #expect(driver.announcement == "The filter also searches hidden features")
        driver.type("j<esc>")
        #expect(driver.state.selectedFeature?.name == "Tools")
        #expect(driver.state.screens.features.browser.list.isPresent)
        #expect(names(driver).count == 14)
    }

    @Test func `an abandoned filter lists no hidden features`() {
        var driver = ConsoleDriver(Self.app)
        driver.type("/recorder<esc>")
        #expect(driver.state.selectedFeature?.name == "Podcasts")
        #expect(names(driver).count == 11)
    }

    @Test func `the palette goes to a hidden feature`() {
        var driver = ConsoleDriver(Self.app)
        driver.go(to: .purchases)
        driver.run("recorder")
        #expect(driver.state.screen == .features)
        #expect(driver.state.selectedFeature?.name == "Recorder")
        #expect(driver.state.screens.features.browser.list.isPresent)
    }

    @Test func `the choice is restored at the next launch`() {
        var left = ConsoleDriver(Self.app)
        #expect(ConsolePlace(left.state).showsHidden == nil)
        left.press(.showHidden)
        left.type("G")
        let driver = ConsoleDriver(Self.app, place: ConsolePlace(left.state), startsAtTop: false)
        #expect(names(driver).count == 14)
        #expect(driver.state.selectedFeature?.name == "Recorder")
    }

    @Test func `an app that registers visible features late is opened on the first unavailable one`() {
        var driver = ConsoleDriver(.declaring { $0 = Self.tools }, startsAtTop: false)
        #expect(driver.state.screens.features.browser.list.selection == nil)
        #expect(driver.text().contains("The app has only features that are hidden from users."))
        driver.show(SampleApp().world(of: nil))
        #expect(driver.state.selectedFeature?.name == "Dynamic speed")
    }

    @Test func `an app with adopted flags and without visible features opens with its flags`() {
        var flag = FlagSnapshot(
            key: "new-player", value: false, reason: "DEFAULT", provider: "FeatureFlag", override: nil,
            effective: false, answers: [], features: nil)
        flag.declaration = .unspecified
        let app = SampleApp.declaring { $0 = Self.tools }.prepared { [flag] app in
            app.show(app.world(of: nil).listing { $0.flags = [flag] })
        }
        var driver = ConsoleDriver(app, startsAtTop: false)
        #expect(driver.state.screen == .flags)
        driver.go(to: .features)
        #expect(driver.text().contains("All features are hidden from users; the flags are among the facts."))
    }

    @Test func `the matrix lists hidden features only after the key`() {
        var driver = ConsoleDriver(Self.app)
        driver.go(to: .matrix)
        #expect(driver.state.screens.matrix.rows.count == 11)
        #expect(driver.text().contains("Matrix \(driver.state.glyphs.dash) 3 hidden (.)"))
        driver.type(".")
        #expect(driver.state.screens.matrix.rows.count == 14 && !driver.text().contains("3 hidden"))
        driver.type(".")
        #expect(driver.state.screens.matrix.rows.count == 11)
    }

    @Test func `the plain report counts hidden features without listing them`() {
        let lines = PlainReport.lines(of: Self.app.world(of: nil), events: [])
        #expect(lines.first?.hasSuffix(": 5 of 11 features available") == true)
        #expect(lines.contains("  and 3 hidden features"))
        #expect(!lines.contains { $0.contains("Recorder") || $0.contains("Checks") })
        let app = Self.app
        app.show(
            app.world(of: nil).declaring {
                $0.append(DeclaredFeature(id: "Tools/Notes", name: "Notes", parent: "Tools"))
            })
        let more = PlainReport.lines(of: app.world(of: nil), events: [])
        #expect(more.contains("  Tools: available") && more.contains("    Notes: available"))
        #expect(more.contains("  and 2 hidden features"))
    }
}
