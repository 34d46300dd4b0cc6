import FlintCore
import FlintInspectorTestSupport
import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct FactsTests {
    @Test func `an app without facts shows an empty screen`() {
        var driver = ConsoleDriver(.empty)
        driver.go(to: .flags)
        #expect(driver.state.screen == .flags && driver.state.screens.flags.rows.isEmpty)
        #expect(driver.text().contains("The app has no flags, user settings or runtime switches"))
        driver.type("+")
        #expect(driver.announcement == "There is no fact to choose")
        driver.show(SampleApp.full.world(of: nil))
        #expect(driver.state.selectedFlag?.key == "old-player")
        driver.show(SampleApp.empty.world(of: nil))
        driver.type("+")
        #expect(driver.announcement == "The selected fact was removed: choose another")
    }

    @Test func `a flag is overridden immediately if its effect is on screen`() {
        var driver = ConsoleDriver(.full)
        driver.select(.fact("smart-playlists"))
        driver.press(.overrideOn)
        #expect(driver.app.sent == [.override(.flag, "smart-playlists", to: "on")])
        driver.press(.overrideOff, .removeOverride, .undo)
        #expect(
            driver.app.sent.dropFirst() == [
                .override(.flag, "smart-playlists", to: "off"), .override(.flag, "smart-playlists", to: nil),
                .undo,
            ])
        driver.press(.removeOverride, .removeOverride)
        #expect(driver.announcement == "smart-playlists is not overridden")
    }

    @Test func `a flag is overridden immediately in a window that does not show the effect`() {
        var driver = ConsoleDriver(.full, columns: 60, rows: 16)
        driver.select(.fact("sound-v2"))
        driver.press(.overrideOff)
        #expect(driver.app.sent == [.override(.flag, "sound-v2", to: "off")])
        #expect(driver.state.dialog == nil)
    }

    @Test func `a flag is set and reset in the mutable provider`() {
        var driver = ConsoleDriver(.full)
        driver.select(.fact("smart-playlists"))
        driver.press(.setFlag)
        driver.choose("on")
        #expect(driver.app.sent == [.setFlag(key: "smart-playlists", isOn: true)])
        #expect(driver.state.selectedFlag?.provider == "Debug menu")
        driver.press(.setFlag)
        driver.choose("remove the set value")
        #expect(driver.state.selectedFlag?.provider == "Remote")
        driver.press(.undo)
        #expect(driver.state.selectedFlag?.provider == "Debug menu")
    }

    @Test func `the refusal to set a flag without a mutable provider states the reason`() {
        let app = SampleApp(flags: Array(SampleApp.flags.dropFirst()))
        var driver = ConsoleDriver(app)
        driver.select(.fact("smart-playlists"))
        driver.press(.setFlag)
        let reason = "No provider can be changed, so smart-playlists cannot be set: override it"
        #expect(driver.announcement == reason)
        #expect(driver.app.sent.isEmpty)
        driver.show(
            app.world(of: nil).listing { changes in
                changes.flags = app.readModel().flags.map { flag in
                    var flag = flag
                    flag.answers = []
                    return flag
                }
            })
        driver.select(.fact("old-player"))
        driver.press(.setFlag)
        #expect(driver.announcement.hasPrefix("The app has no flag providers"))
    }

    @Test func `the dialog for setting a flag names the provider with precedence`() {
        let flags = [MutableSampleFlags("Debug menu", .debug, priority: 200)] + SampleApp.flags.dropFirst()
        var driver = ConsoleDriver(SampleApp(flags: flags))
        driver.select(.fact("smart-playlists"))
        driver.press(.setFlag)
        #expect(driver.text().contains("Remote takes precedence over Debug menu"))
    }

    @Test func `a sentence explains the value of a flag`() {
        let flags = SampleApp.busy.snapshot().flags
        func why(_ key: String) -> String { flags.first { $0.key == key }.map(FactDetail.why) ?? "" }
        #expect(why("old-player") == "Build has off; no provider before it has a value (Debug menu, Remote).")
        #expect(why("smart-playlists").hasSuffix("The override takes precedence: the current value is on."))
        #expect(why("sound-v2").hasPrefix("Remote is not ready, so the value is still unknown."))
    }

    @Test func `a flag is overridden from the feature that requires it`() {
        var driver = ConsoleDriver(.full)
        driver.select(.feature("Sound enhancement"))
        driver.press(.override)
        driver.type("<enter>")
        #expect(driver.dialogTitle == "Change Flag sound-v2")
        driver.choose("on")
        #expect(driver.state.selectedFeature?.available == true)
    }

    @Test func `a feature's requirements are opened, and escape returns`() {
        var driver = ConsoleDriver(.full)
        driver.go(to: .flags)
        driver.filter("old")
        driver.select(.feature("Sound enhancement"))
        driver.press(.goTo)
        #expect(driver.state.screen == .flags)
        #expect(driver.state.selectedFlag?.key == "sound-v2")
        driver.type("<esc>")
        #expect(driver.state.screen == .features)
        driver.select(.smartPlaylists)
        driver.press(.goTo)
        driver.choose("Location when in use")
        #expect(driver.state.selectedPermission?.permission == "location-when-in-use")
        driver.type("<esc>")
        driver.press(.goTo)
        driver.choose("Premium subscription")
        #expect(driver.state.selectedProduct?.productID == "premium")
        driver.type("<esc>")
        driver.select(.feature("Podcasts"))
        driver.press(.goTo)
        #expect(driver.announcement == "Podcasts needs no product, permission or other fact")
    }

    @Test func `the filter matches keys and providers of flags`() {
        var driver = ConsoleDriver(.full)
        driver.go(to: .flags)
        driver.filter("build")
        #expect(driver.state.screens.flags.rows == [.heading(.flag), .fact("flag old-player")])
        driver.filter("smart")
        #expect(driver.state.screens.flags.rows == [.heading(.flag), .fact("flag smart-playlists")])
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
            driver.type("4jj<enter>js")
            let bytes = driver.text().unicodeScalars.filter { $0 != "\n" }
            #expect(!bytes.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
        }
    }

    // MARK: Facts other than flags

    /// Returns a console that shows the facts of the observatory, optionally with a filter.
    private func observatory(_ filter: String? = nil) -> ConsoleDriver {
        var driver = ConsoleDriver(.observatory)
        driver.go(to: .flags)
        if let filter { driver.filter(filter) }
        return driver
    }

    @Test func `facts are listed in groups`() {
        #expect(
            observatory().state.screens.flags.rows == [
                .heading(.fact), .fact("fact dome-open"), .fact("fact first-light"), .fact("fact membership"),
                .fact("fact plates"), .fact("fact weather"), .heading(FactKind(rawValue: "telescope")),
                .fact("telescope firmware"), .heading(.userSetting),
                .fact("user-setting ObservatoryFeatures/RemoteControlFeature"), .heading(.runtimeSwitch),
                .fact("runtime-switch ObservatoryFeatures/CloudMapFeature"),
            ])
        let text = observatory().text()
        for heading in ["The app's facts", "Telescope", "User settings", "Runtime switches"] {
            #expect(text.contains("│ \(heading) "), "\(heading)")
        }
        var driver = ConsoleDriver(.full)
        driver.go(to: .flags)
        #expect(driver.state.screens.flags.rows.first == .heading(.flag))
    }

    private static let values: [(key: String, words: [String])] = [
        ("dome-open", ["value       no  app", "the operator: Open the dome", "+ yes", "- no", "Sky/Dome.swift:3"]),
        (
            "weather",
            [
                "value       storm  app", "the user: Choose another site", "if storm, no one: The storm must pass",
                "cloudy", "o choose a value",
            ]
        ),
        ("membership", ["value       guest  app", "the developer", "patron", "o choose a value"]),
        ("plates", ["value       12  app", "the developer: Raise the limit", "o choose or type a value, such as 10"]),
        ("firmware", ["value       3.2  app", "o choose or type a value, such as 9.6"]),
        (
            "first-light",
            ["value       unknown  not reported", "o choose or type a value, such as 2026-11-29T12:00:00Z"]
        ),
        (
            "RemoteControl",
            ["value       off  default", "the user in the app's settings", "s change the value as the user"]
        ),
        ("CloudMap", ["value       on  program", "the developer", "s Runtime switches are set in code: override it"]),
    ]

    @Test(arguments: values.indices)
    func `details state the value, its source, who can change it, and the valid values`(index: Int) {
        let (key, words) = Self.values[index]
        let driver = observatory("id:\(key)")
        for part in words { #expect(driver.text().contains(part), "\(part)") }
        let name = ["RemoteControl": "Remote control", "CloudMap": "Cloud map"][key]
        let users = ["dome-open", "weather", "plates"].contains(key) ? "Pictures" : "Charts"
        #expect(driver.text().contains(name ?? users))
    }

    private static let overrides: [(key: String, typed: String, command: Command, words: String)] = [
        ("dome-open", "+", .override(.fact, "dome-open", to: "yes"), "yes"),
        ("weather", "okk<enter>", .override(.fact, "weather", to: "cloudy"), "cloudy"),
        ("membership", "ok<enter>", .override(.fact, "membership", to: "patron"), "patron"),
        ("plates", "o<end><up><enter>3<enter>", .override(.fact, "plates", to: "3"), "3"),
        (
            "firmware", "o<end><up><enter>4.1<enter>",
            .override(FactKind(rawValue: "telescope"), "firmware", to: "4.1"), "4.1"
        ),
        (
            "first-light", "o<end><up><enter>2026-11-29T12:00:00Z<enter>",
            .override(.fact, "first-light", to: "2026-11-29T12:00:00Z"), "2026-11-29T12:00:00Z"
        ),
        ("RemoteControl", "+", .override(.userSetting, ObservatoryFeatures.remoteControl, to: "on"), "on"),
        (
            "CloudMap", "-", .override(.runtimeSwitch, "ObservatoryFeatures/CloudMapFeature", to: "off"), "off"
        ),
    ]

    @Test(arguments: overrides.indices)
    func `a fact is overridden, and the override is removed and restored`(index: Int) {
        let (key, typed, command, words) = Self.overrides[index]
        var driver = observatory("id:\(key)")
        driver.type(typed)
        #expect(driver.app.sent == [command])
        let sign = driver.state.glyphs.overridden
        #expect(driver.text().contains("override    \(sign) \(words)"))
        #expect(driver.text().contains("current     \(words)"))
        #expect(driver.text().contains("\(sign) \(words)"))
        driver.press(.removeOverride)
        #expect(driver.state.model.overrides.isEmpty && driver.text().contains("override    none"))
        driver.press(.undo)
        #expect(driver.state.model.overrides.count == 1 && driver.text().contains("override    \(sign) \(words)"))
    }

    @Test(arguments: [("weather", "Weather"), ("membership", "Membership"), ("plates", "Plates left")])
    func `on and off are refused for facts with other values`(key: String, title: String) {
        var driver = observatory("id:\(key)")
        driver.press(.overrideOn)
        #expect(driver.announcement == "\(title) is not a matter of yes or no: o overrides it with another value")
        #expect(driver.app.sent.isEmpty)
    }

    @Test func `a user setting is set in the user's name`() {
        var driver = observatory("id:remote")
        driver.press(.setFlag)
        driver.choose("on")
        #expect(driver.app.sent == [.setUserSetting(feature: ObservatoryFeatures.remoteControl, isOn: true)])
        #expect(driver.text().contains("value       on  user"))
        driver.press(.setFlag)
        driver.choose("remove the set value")
        #expect(driver.text().contains("value       off  default"))
    }

    private static let refusals: [(keys: String, reason: String)] = [
        ("/id:plates<enter>s", "The app sets Plates left: override it"),
        ("/id:cloud<enter>s", "Runtime switches are set in code: override it"),
        ("/id:remote<enter>R", "No value of User setting of Remote control waits for a session"),
        ("/id:plates<enter>x", "Plates left is not overridden"),
        ("/id:plates<enter>X", "No facts are overridden"),
        ("g<space><space>o", "The marked facts have different values: override them one by one"),
    ]

    @Test(arguments: refusals.indices)
    func `the refusal of a command that does not apply to a fact states the reason`(index: Int) {
        var driver = observatory()
        driver.type(Self.refusals[index].keys)
        #expect(driver.announcement == Self.refusals[index].reason && driver.app.sent.isEmpty)
    }

    @Test func `a user setting can be watched, even after a restart`() {
        let words = "User setting of Remote control is on now: reported by user"
        var driver = observatory("id:remote")
        driver.press(.watch)
        #expect(driver.announcement == "User setting of Remote control is watched: Y lists everything that is")
        driver.press(.setFlag)
        driver.choose("on")
        #expect(driver.state.messages.recent.map(\.text).contains(words))
        var next = ConsoleDriver(.observatory, place: ConsolePlace(driver.state))
        next.go(to: .features)
        next.press(.showWatched)
        #expect(next.text().contains("User setting of Remote control"))
        next.type("<esc>")
        next.go(to: .flags)
        next.filter("id:remote")
        next.press(.setFlag)
        next.choose("on")
        #expect(next.state.messages.recent.map(\.text).contains(words))
    }

    @Test func `the palette finds user settings and runtime switches`() {
        var driver = ConsoleDriver(.observatory)
        driver.type(":remote control")
        #expect(driver.text().contains("User setting of Remote control"))
        driver.type("<esc>")
        driver.run("user setting")
        #expect(driver.state.screen == .flags && driver.state.selectedFactItem?.reference.kind == .userSetting)
    }

    @Test func `marked facts of several kinds are switched together`() {
        var driver = observatory()
        driver.type("g<space>Gk<space>")
        #expect(driver.announcement == "2 facts marked")
        driver.press(.overrideOn)
        #expect(
            driver.app.sent == [
                .sequence([
                    .override(.fact, "dome-open", to: "yes"),
                    .override(.userSetting, ObservatoryFeatures.remoteControl, to: "on"),
                ])
            ])
    }

    private static let filters: [(filter: String, keys: [String])] = [
        ("kind:telescope", ["firmware"]), ("is:off", ["dome-open", ObservatoryFeatures.remoteControl]),
        ("storm", ["weather"]), ("remote control", [ObservatoryFeatures.remoteControl]), ("firmw", ["firmware"]),
        ("is:unknown", ["first-light"]), ("provider:build", []),
    ]

    @Test(arguments: filters.indices)
    func `the filter matches titles, values, and kinds of facts`(index: Int) {
        let (filter, keys) = Self.filters[index]
        let driver = observatory(filter)
        #expect(driver.state.screens.flags.rows.compactMap(\.itemID).map { FactReference(rowID: $0).key } == keys)
    }

    @Test(arguments: ["old-player", "flag old-player", "user-setting \(PodcastFeatures.speed)"])
    func `a saved selection is restored, even one of an earlier version`(id: String) {
        var place = ConsolePlace()
        (place.screen, place.screens) = ("flags", ["flags": ConsolePlace.Screen(selection: id)])
        var driver = ConsoleDriver(.full, place: place)
        let fact = FactReference(rowID: id)
        func kept() -> FactReference? {
            ConsolePlace(driver.state).screens["flags"]?.selection.map { FactReference(rowID: $0) }
        }
        #expect(driver.state.selectedFactItem?.reference == fact && kept() == fact)
        place.screen = nil
        driver = ConsoleDriver(.full, place: place)
        #expect(kept() == fact, "The place is kept although the screen was not opened.")
        driver.go(to: .flags)
        #expect(driver.state.selectedFactItem?.reference == fact)
    }

    @Test func `watched flags of earlier versions are still watched`() {
        var place = ConsolePlace()
        place.watched = ["flags": ["old-player", "fact weather"]]
        let state = ConsoleState(place: place)
        #expect(
            state.watches.items == [
                .fact(FactReference(kind: .flag, key: "old-player")), .fact(FactReference(kind: .fact, key: "weather")),
            ])
    }

    @Test(arguments: ["flag a b", "fact x", "user-setting A/B", "flag \u{301}k", "x y"])
    func `the id of a row names its fact`(id: String) {
        let fact = FactReference(rowID: id)
        #expect(FactReference(rowID: fact.rowID) == fact)
        #expect(FactReference(rowID: FactReference(kind: .flag, key: id).rowID).key == id)
    }

    @Test func `a feature's own facts can be opened before the screen has been shown`() {
        var driver = ConsoleDriver(.observatory)
        driver.select(.feature("Remote control"))
        driver.press(.goTo)
        #expect(driver.state.selectedFactItem?.reference.kind == .userSetting)
        driver.type("<esc>")
        driver.select(.feature("Charts"))
        driver.press(.goTo)
        driver.type("<down><enter>")
        #expect(driver.state.selectedFactItem?.reference.key == "firmware")
    }

    @Test func `a hostile name is drawn without control characters`() {
        let app = SampleApp.observatory
        app.runtime.set(.hostile, to: true)
        for (columns, rows) in [(60, 16), (120, 40)] {
            var driver = ConsoleDriver(app, columns: columns, rows: rows)
            driver.go(to: .flags)
            driver.filter("id:hostile")
            #expect(driver.state.selectedFactItem?.title.contains("\u{1B}") == true)
            driver.type("<enter>")
            let bytes = driver.text().unicodeScalars.filter { $0 != "\n" }
            #expect(!bytes.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
        }
    }

    @Test @MainActor func `facts of a past moment are listed`() {
        let app = SampleApp.observatory
        app.runtime.set(.isDomeOpen, to: true)
        let terminal = MemoryTerminal(size: TerminalSize(columns: 120, rows: 40))
        let shell = ConsoleShell(
            screen: terminal, inspector: app, findMoment: { _ in SampleApp.observatory },
            host: ConsoleHost(timeZone: .utc, changeInterval: 0, patience: nil))
        shell.start {}
        func isShown(_ line: String) -> Bool { terminal.canvas.lines.contains { $0.contains(line) } }
        terminal.type("4/id:dome<enter><esc>")
        #expect(isShown("current     yes"))
        terminal.type("5g@4")
        #expect(shell.state.isInThePast && isShown("current     no"))
    }

    @Test func `facts of a what-if session are listed`() {
        var driver = observatory("id:dome")
        driver.type("<esc>")
        driver.press(.whatIf, .overrideOn)
        #expect(driver.state.app.whatIf != nil && driver.app.sent.isEmpty)
        #expect(driver.text().contains("current     yes"))
        driver.filter("is:overridden")
        #expect(driver.state.screens.flags.rows.compactMap(\.itemID) == ["fact dome-open"])
    }

    @Test func `a fact is copied as JSON`() throws {
        let driver = observatory("id:weather")
        let value = try #require(FactsScreen().selectedValue(in: driver.state))
        let text = try TextFormat.indentedJSON(of: value)
        #expect(text.contains(#""value" : "storm""#) && text.contains(#""kind" : "fact""#))
        #expect(FactsScreen().selectedID(in: driver.state) == "weather")
    }
}
