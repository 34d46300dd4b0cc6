import FlintCore
import FlintInspectorTestSupport
import FlintWorld
import Testing

@testable import FlintConsole

struct FlagsTests {
    @Test func `the flags screen is hidden without flags and keeps its number`() {
        var driver = ConsoleDriver()
        #expect(!driver.text().contains("4 Flags"))
        driver.type("4")
        #expect(driver.announcement == "No feature requires a flag, and no provider has one")
        #expect(driver.state.screen == .features)
        driver.show(SampleApp.full.world(of: nil))
        driver.type("4")
        #expect(driver.state.screen == .flags)
        driver.show(SampleApp().world(of: nil))
        #expect(driver.text().contains("4 Flags"), "the current screen stays listed")
        driver.type("+")
        #expect(driver.announcement == "The selected flag was removed: choose another")
    }

    @Test func `a flag is overridden at once when its effect is on screen`() {
        var driver = ConsoleDriver(.full)
        driver.type("4j+")
        #expect(driver.app.sent == [.override(.flag, "smart-playlists", to: "on")])
        driver.type("-xu")
        #expect(
            driver.app.sent.dropFirst() == [
                .override(.flag, "smart-playlists", to: "off"), .override(.flag, "smart-playlists", to: nil),
                .undo,
            ])
        driver.type("xx")
        #expect(driver.announcement == "smart-playlists is not overridden")
    }

    @Test func `a flag is overridden at once in a window that does not show the effect`() {
        var driver = ConsoleDriver(.full, columns: 60, rows: 16)
        driver.type("4G-")
        #expect(driver.app.sent == [.override(.flag, "sound-v2", to: "off")])
        #expect(driver.state.dialog == nil)
    }

    @Test func `a flag is set and reset in the mutable provider`() {
        var driver = ConsoleDriver(.full)
        driver.type("4js+")
        #expect(driver.app.sent == [.setFlag(key: "smart-playlists", isOn: true)])
        #expect(driver.state.selectedFlag?.provider == "Debug menu")
        driver.type("sx")
        #expect(driver.state.selectedFlag?.provider == "Remote")
        driver.type("u")
        #expect(driver.state.selectedFlag?.provider == "Debug menu")
    }

    @Test func `setting a flag without a mutable provider is refused with the reason`() {
        let app = SampleApp(flags: Array(SampleApp.flags.dropFirst()))
        var driver = ConsoleDriver(app)
        driver.type("4js")
        let reason = "No provider can be changed, so smart-playlists cannot be set: override it"
        #expect(driver.announcement == reason)
        #expect(driver.app.sent.isEmpty)
        driver.show(
            app.world(of: nil).listing { changes in
                changes.flags = app.list().flags.map { flag in
                    var flag = flag
                    flag.answers = []
                    return flag
                }
            })
        driver.type("gs")
        #expect(driver.announcement.hasPrefix("The app has no flag providers"))
    }

    @Test func `the dialog for setting a flag names the provider with precedence`() {
        let flags = [MutableSampleFlags("Debug menu", .debug, priority: 200)] + SampleApp.flags.dropFirst()
        var driver = ConsoleDriver(SampleApp(flags: flags))
        driver.type("4js")
        #expect(driver.text().contains("Remote takes precedence over Debug menu"))
    }

    @Test func `a sentence explains the value of a flag`() {
        let flags = SampleApp.busy.snapshot().flags
        func why(_ key: String) -> String { flags.first { $0.key == key }.map(FlagDetail.why) ?? "" }
        #expect(why("old-player") == "Build has off; no provider before it has a value (Debug menu, Remote).")
        #expect(why("smart-playlists").hasSuffix("The override takes precedence: the current value is on."))
        #expect(why("sound-v2").hasPrefix("Remote is not ready, so the value is still unknown."))
    }

    @Test func `a flag is overridden from the feature that requires it`() {
        var driver = ConsoleDriver(.full)
        driver.type("/sound<enter>o<enter>")
        #expect(driver.dialogTitle == "Override Flag sound-v2")
        driver.type("+")
        #expect(driver.state.selectedFeature?.available == true)
    }

    @Test func `a feature's requirements are visited, and escape returns`() {
        var driver = ConsoleDriver(.full)
        driver.type("4/old<enter>1/sound<enter>v")
        #expect(driver.state.screen == .flags)
        #expect(driver.state.selectedFlag?.key == "sound-v2")
        driver.type("<esc>")
        #expect(driver.state.screen == .features)
        driver.type("<esc>/smart<enter>vjj<enter>")
        #expect(driver.state.selectedPermission?.permission == "location-when-in-use")
        driver.type("<esc>vj<enter>")
        #expect(driver.state.selectedProduct?.productID == "premium")
        driver.type("<esc><esc>gv")
        #expect(driver.announcement == "Podcasts needs no product, permission or flag")
    }

    @Test func `the filter matches keys and providers of flags`() {
        var driver = ConsoleDriver(.full)
        driver.type("4/build<enter>")
        #expect(driver.state.screens.flags.rows == ["old-player"])
        driver.type("<esc>/smart<enter>")
        #expect(driver.state.screens.flags.rows == ["smart-playlists"])
    }

    @Test func `hostile flags draw no control characters`() {
        let flags = [
            MutableSampleFlags("Debug menu", .debug, priority: 900),
            SampleFlags(
                "\u{1B}]0;x\u{7}", .remote, priority: 300,
                [
                    "sound-v2": FlagEvaluation(
                        errorCode: FlagErrorCode(rawValue: String(repeating: "E", count: 9_000)),
                        message: "a\nb\u{1B}[2J"),
                    FeatureKey(rawValue: String(repeating: "k\u{301}", count: 5_000)): FlagEvaluation(value: true),
                ]),
        ]
        for (columns, rows) in [(60, 16), (120, 40)] {
            var driver = ConsoleDriver(SampleApp(flags: flags), columns: columns, rows: rows)
            driver.type("4G<enter>js")
            let bytes = driver.text().unicodeScalars.filter { $0 != "\n" }
            #expect(!bytes.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
        }
    }
}
