import FlintInspectorTestSupport
import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct PaletteTests {
    private func palette(_ driver: ConsoleDriver) -> PaletteDialog? {
        if case .palette(let palette) = driver.state.dialog { palette } else { nil }
    }

    private func found(_ driver: ConsoleDriver) -> [String] {
        (palette(driver)?.entries ?? []).map { entry in
            switch entry {
            case .command(let binding): "command \(binding.command.rawValue)"
            case .source(let source): "source \(source.title)"
            case .compareSource(let source): "compare \(source.title)"
            case .scenario(let scenario): "play \(scenario.title)"
            case .feature(let id): "feature \(driver.state.feature(id)?.name ?? id)"
            case .fact(let fact): "\(fact.kind.rawValue) \(fact.key)"
            case .typedPlatform(let value): "platform \(value)"
            case .impact(let fact): "impact \(fact.key)"
            case .comparePersona(let name): "compare \(name)"
            case .applyPersona(let name): "apply \(name)"
            case .action(_, _, let name): "action \(name)"
            case .event(let id): "event \(id)"
            case .logLine(let id): "line \(id)"
            case .link(let url): "link \(url)"
            case .shell(let command): "shell \(command.name)"
            }
        }
    }

    @Test func `a step above the first entry marks the last one`() throws {
        var driver = ConsoleDriver()
        driver.type(":podcast<up>")
        let found = try #require(palette(driver))
        #expect(found.entries.count > 1)
        #expect(found.selected == found.entries.count - 1)
        driver.type("<down>")
        #expect(palette(driver)?.selected == 0)
    }

    @Test(arguments: [":", "<ctrl-p>"])
    func `the palette begins with the commands that apply`(key: String) {
        var driver = ConsoleDriver()
        driver.type(key)
        let entries = palette(driver)?.entries ?? []
        let applies = entries.map { driver.state.reasonNotAllowed($0) == nil }
        #expect(applies.first == true)
        #expect(applies == applies.sorted { $0 && !$1 })
        #expect(found(driver).first == "command perform" || found(driver).first == "command why")
        driver.type("<esc>")
        #expect(driver.state.dialog == nil)
    }

    @Test func `every command that can be run outside of dialogs is found by its summary`() {
        var driver = ConsoleDriver()
        driver.type(":")
        let listed = Set(found(driver))
        let typing: Set<KeyContext> = [.cramped, .filter, .choices, .overriding, .sources, .form, .help, .palette]
        for binding in Keymap.standard.bindings where !typing.contains(binding.context) && binding.command != .palette {
            #expect(listed.contains("command \(binding.command.rawValue)"))
        }
    }

    @Test func `enter runs a command`() {
        var driver = ConsoleDriver()
        driver.type(":timeline<enter>")
        #expect(driver.state.screen == .timeline)
        #expect(driver.state.dialog == nil)
        driver.run("pause or")
        #expect(driver.app.sent == [.setBackgroundWork(isRunning: true)])
    }

    @Test func `a command that does not apply is shown with the reason and refused`() {
        var driver = ConsoleDriver()
        driver.type(":undo the")
        #expect(driver.text().contains("There is nothing to undo"))
        driver.type("<enter>")
        #expect(driver.announcement == "There is nothing to undo")
        #expect(driver.state.dialog != nil)
        driver.type("<ctrl-u>skip this perm")
        #expect(driver.text().contains("only during a permission flow"))
        #expect(driver.app.sent.isEmpty)
        #expect(driver.effects == [.ring])
    }

    @Test func `a command of another screen leads to that screen, and changes nothing`() {
        var driver = ConsoleDriver()
        driver.type(":expire")
        #expect(driver.text().contains("Simulate a store event  – on screen 2, Purchases"))
        driver.type("<esc>")
        driver.run("simulate a store")
        #expect(driver.state.screen == .purchases && driver.state.dialog == nil && driver.app.sent.isEmpty)
        #expect(driver.announcement == "s here: Simulate a store event")
    }

    @Test func `the list of keys finds commands by words that their summaries do not contain`() {
        var driver = ConsoleDriver()
        driver.type("?replay")
        #expect(driver.text().contains("Record the changes as a scenario"))
    }

    @Test func `a feature is shown with its groups expanded, and escape returns`() {
        var driver = ConsoleDriver()
        driver.type("<left>")
        driver.go(to: .purchases)
        driver.run("smart")
        #expect(driver.state.screen == .features)
        #expect(driver.state.selectedFeature?.name == "Smart playlists")
        driver.type("<esc>")
        #expect(driver.state.screen == .purchases)
    }

    @Test(arguments: [
        ("premium", ConsoleScreen.purchases, "premium"), ("microphone", .permissions, "microphone"),
        ("location", .permissions, "location-when-in-use"),
    ])
    func `a fact is shown on its screen, and escape returns`(text: String, screen: ConsoleScreen, id: String) {
        var driver = ConsoleDriver()
        driver.run(text)
        #expect(driver.state.screen == screen)
        #expect(driver.state.screen.behavior.selectedFact(in: driver.state)?.key == id)
        driver.type("<esc>")
        #expect(driver.state.screen == .features)
    }

    @Test func `a flag is found by its key`() throws {
        var driver = ConsoleDriver(.full)
        let key = try #require(driver.state.model.flags.last?.key)
        driver.run(key)
        #expect(driver.state.screen == .flags)
        #expect(driver.state.selectedFlag?.key == key)
    }

    @Test func `an action is found by its name and shown in the details of its feature`() {
        var driver = ConsoleDriver()
        driver.run("merge")
        #expect(driver.state.selectedFeature?.id == PodcastFeatures.smart && driver.state.pane == .detail)
        driver.type("<enter>")
        #expect(driver.dialogTitle == "Perform: Smart playlists" && driver.app.sent.isEmpty)
    }

    @Test func `events and log lines are found by their text, after all named entries`() {
        var driver = ConsoleDriver(.used)
        driver.log { $0.write(.info, "Turbo is fast") }
        driver.type(":turbo")
        guard case .palette(let palette) = driver.state.dialog else {
            Issue.record("The palette is not open.")
            return
        }
        let kinds = palette.entries.map { driver.state.paletteParts(of: $0).kind }
        let first = kinds.firstIndex(of: "log") ?? 0
        #expect(first > 0 && kinds[..<first].contains("feature") && !kinds[first...].contains("feature"), "\(kinds)")
        driver.type("<ctrl-u>turbo is fast<enter>")
        #expect(driver.state.screen == .logs && driver.state.selectedLine?.text == "Turbo is fast")
        driver.type("<esc>")
        driver.run("premium purchased not")
        #expect(driver.state.screen == .timeline)
        #expect(driver.state.screens.timeline.tail.selected?.entry.event.title.contains("Premium") == true)
    }

    @Test func `a link is opened in the app`() {
        var driver = ConsoleDriver()
        driver.run("podcasts://episode/1")
        #expect(driver.app.sent == [.openURL("podcasts://episode/1")])
    }

    @Test func `the platform is overridden`() {
        var driver = ConsoleDriver()
        driver.run("override the plat")
        driver.choose("another value")
        driver.submit("watchOS 9")
        #expect(driver.app.sent == [.override(.platform, FactReference.platformKey, to: "watchOS 9")])
    }

    @Test func `a platform and its version are offered as an override, or as a trial in a what-if session`() {
        var driver = ConsoleDriver()
        driver.type(":watchos 9")
        #expect(found(driver).first == "platform watchOS 9.0")
        #expect(driver.text().contains("Override the platform: watchOS 9.0"))
        driver.type("<enter>")
        #expect(driver.app.sent == [.override(.platform, FactReference.platformKey, to: "watchOS 9.0")])
        driver.press(.undo, .whatIf)
        driver.type(":watchos 9")
        #expect(driver.text().contains("Try the platform watchOS 9.0"))
        driver.type("<ctrl-u>tvos")
        #expect(found(driver).first == "command override-platform")
    }

    @Test func `a persona is found by its name, compared, and applied`() {
        var driver = ConsoleDriver(.populated)
        driver.type(":child")
        #expect(found(driver) == ["compare Child account", "apply Child account"])
        driver.type("<enter>")
        #expect(driver.state.screen == .matrix)
        #expect(driver.state.screens.matrix.matrix?.columns[driver.state.screens.matrix.column].name == "Child account")
        #expect(
            driver.state.screens.matrix.rows
                == driver.state.screens.matrix.matrix?.differences(from: 0, to: 1).map(\.featureID))
        driver.type("<esc><esc>")
        #expect(driver.state.screen == .features)
        driver.type(":child<down><enter>")
        #expect(driver.dialogTitle == "Apply Child account?")
    }

    @Test func `the impact of a product is found by its command and its name`() {
        var driver = ConsoleDriver()
        driver.type(":impact prem")
        #expect(found(driver) == ["impact premium"])
        driver.type("<enter>")
        #expect(driver.dialogTitle == "What stops working without Premium subscription")
        driver.type("<esc>:impact")
        #expect(found(driver).first == "command impact")
    }

    @Test(arguments: [
        ("privacy", "command permissions"), ("export", "command save-report"), ("time travel", "command earlier"),
        ("persona", "command matrix"), ("price", "command unlock"),
    ])
    func `a command is found by a synonym`(text: String, command: String) {
        var driver = ConsoleDriver()
        driver.type(":\(text)")
        #expect(found(driver).contains(command))
    }

    @Test func `commands of the command line are found, listed if no entry matches, and copied`() {
        var driver = ConsoleDriver()
        driver.state.environment.shellCommands = [
            ShellCommand(name: "lint", text: "flint lint", summary: "Find mistakes in requirements."),
            ShellCommand(name: "check", text: "flint check", summary: "Compare the app with a file."),
        ]
        driver.type(":mistakes")
        #expect(found(driver) == ["shell lint"])
        driver.type("<enter>")
        #expect(driver.effects == [.copy("flint lint", title: "Command")])
        driver.type(":xyzzy")
        #expect(found(driver) == ["shell lint", "shell check"])
        #expect(driver.text().contains("No matches; these commands work on the command line"))
    }

    @Test func `a command of the console comes before one of the command line`() {
        var driver = ConsoleDriver()
        driver.state.environment.shellCommands = [
            ShellCommand(name: "undo", text: "flint undo", summary: "Undo the latest change.")
        ]
        driver.type(":undo")
        #expect(found(driver).first != "shell undo" && found(driver).contains("shell undo"))
    }

    @Test func `better matches come first, and equal matches keep their order`() {
        var features = [
            "Unzip", "The zip", "Zone in port", "Zipper", "Zip", "Zip code", "None",
        ].map { DeclaredFeature(id: "F/\($0.filter { $0 != " " })", name: $0) }
        features.append(DeclaredFeature(id: "F/ZipHidden", name: "Other"))
        var driver = ConsoleDriver(.declaring { $0 = features })
        driver.type(":zip")
        #expect(
            found(driver).filter { $0.hasPrefix("feature") } == [
                "feature Zip", "feature Zipper", "feature Zip code", "feature The zip", "feature Unzip",
                "feature Other",
            ])
        driver.type(" co")
        #expect(found(driver) == ["feature Zip code"])
    }

    @Test func `scattered letters match only if no better match exists`() {
        var driver = ConsoleDriver()
        driver.type(":prem")
        #expect(found(driver).contains("purchase premium"))
        #expect(!found(driver).contains("command previous-match"))
        #expect(palette(driver)?.matchCount == found(driver).count)
        driver.type("<ctrl-u>smpls")
        #expect(found(driver) == ["feature Smart playlists"])
    }

    @Test func `each line shows the kind of its entry, and the keys of a command`() {
        var driver = ConsoleDriver()
        driver.type(":prem")
        #expect(driver.text().contains(/> product +Premium subscription/))
        driver.type("<ctrl-u>redo the")
        #expect(driver.text().contains(/> command +Redo the last undone change .* ctrl-r/))
    }

    @Test func `the letters of a command are searched in its name, not in its summary`() {
        var driver = ConsoleDriver()
        driver.type(":rmall")
        #expect(found(driver) == ["command remove-all-overrides"])
        driver.type("<ctrl-u>pre")
        #expect(!found(driver).contains("command perform"))
    }

    @Test func `the number of entries is bounded`() {
        var driver = ConsoleDriver(.large(5_000))
        driver.type(":feature")
        #expect(palette(driver)?.entries.count == PaletteDialog.limit)
        #expect((palette(driver)?.matchCount ?? 0) >= 4_999)
        #expect(driver.text().contains("the first 200 listed"))
        driver.type(" 4321<enter>")
        #expect(driver.state.selectedFeature?.name == "Feature 4321")
    }

    @Test func `an open palette follows registrations and removals`() {
        var driver = ConsoleDriver()
        driver.type(":smart")
        driver.show(driver.app.world(of: nil).declaring { $0.removeAll { $0.id == PodcastFeatures.smart } })
        #expect(found(driver).filter { $0.hasPrefix("feature") }.isEmpty)
        driver.show(
            driver.app.world(of: nil).declaring { $0.append(DeclaredFeature(id: "New", name: "Smart watch")) })
        driver.type("<pgup><enter>")
        #expect(driver.state.selectedFeature?.name == "Smart watch")
    }

    @Test func `escape sequences in names and in typed text never reach the screen`() {
        var driver = ConsoleDriver(.hostile)
        driver.type(":e")
        driver.feed(.terminal(.paste("\u{1B}[31m\u{9B}2J\u{202E}")))
        for suffix in ["", "<ctrl-u>r", "e", "<down><down>"] {
            driver.type(suffix)
            #expect(!driver.text().unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" || $0 == "\u{202E}" })
        }
    }

    @Test func `the palette can be drawn in every size`() {
        for (columns, rows) in [(60, 16), (61, 17), (80, 24), (300, 100)] {
            var driver = ConsoleDriver(columns: columns, rows: rows)
            driver.type(":<pgdn><pgdn>o")
            #expect(driver.canvas().size == TerminalSize(columns: columns, rows: rows))
            driver.resize(1, 1)
            driver.resize(columns, rows)
            #expect(driver.text().contains("Commands, features"))
        }
    }
}

struct PaletteQueryTests {
    @Test(arguments: [
        ("smart playlists", PaletteRank.exact), ("smart", .prefix), ("smart p", .prefix), ("play", .wordPrefix),
        ("play sm", .wordPrefix),
        ("lists", .part), ("list mar", .part), ("favour", .elsewhere), ("favour smart", .elsewhere), ("sply", .letters),
    ])
    func `matching text has a rank`(query: String, rank: PaletteRank) {
        #expect(PaletteQuery(query).rank(of: "Smart Playlists", secondary: "FavouritesFeature") == rank)
    }

    @Test(arguments: ["x", "smartz", "ylps"])
    func `text that does not match has no rank`(query: String) {
        #expect(PaletteQuery(query).rank(of: "Smart Playlists", secondary: "FavouritesFeature") == nil)
    }

    @Test func `the index ranks features like a search of each feature`() {
        let words = ["Alpha", "beta", "gamma delta", "éclair", "ab", "a b"]
        for _ in 0..<200 {
            let features = (0..<12).map {
                DeclaredFeature(
                    id: "G/\(words.randomElement()!)\($0)", name: "\(words.randomElement()!) \(words.randomElement()!)")
            }
            let tree = World(features, in: World()).model.tree
            let text = String((0..<Int.random(in: 1...4)).map { _ in "abegl mé".randomElement()! })
            let query = PaletteQuery(text)
            guard !query.isEmpty else { continue }
            var ranks: [Int: PaletteRank] = [:]
            FeatureIndex(tree, texts: FeatureTexts()).rank(query) { ranks[$0] = $1 }
            for (index, feature) in tree.features.enumerated() {
                #expect(ranks[index] == query.rank(of: feature.name, secondary: feature.id.lastPart), "\(text)")
            }
        }
    }
}
