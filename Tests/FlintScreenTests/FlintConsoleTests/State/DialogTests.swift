import FlintCore
import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct DialogTests {
    @Test func `a form sends the filled fields and omits the empty ones`() {
        var driver = ConsoleDriver()
        driver.change { app in
            app.own("premium")
            app.permit(.location(usage: .whenInUse))
        }
        driver.select(.smartPlaylists)
        driver.perform("Create", input: "Morning walk")
        #expect(
            driver.app.sent == [
                .perform(
                    ActionInvocation(
                        feature: PodcastFeatures.smart, action: "CreateAction", input: ["name": "Morning walk"]))
            ])
        #expect(driver.announcement == "Smart playlists: Create: success, which cannot be undone")
    }

    @Test func `a required field must be filled in`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.perform("Create")
        #expect(driver.text().contains("name is required"))
        #expect(driver.app.sent.isEmpty)
        driver.type("x")
        #expect(!driver.text().contains("name is required"))
    }

    @Test func `a sensitive field is masked`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.perform)
        driver.choose("Create")
        driver.type("x<tab>secret")
        #expect(!driver.text().contains("secret"))
        #expect(driver.text().contains("******"))
    }

    @Test func `pasted text is inserted on one line, and only into a text field`() {
        var driver = ConsoleDriver()
        driver.feed(.terminal(.paste("qqq")))
        #expect(driver.announcement == "Text can be pasted only where text is typed")
        driver.select(.smartPlaylists)
        driver.press(.perform)
        driver.choose("Create")
        driver.feed(.terminal(.paste("two\nlines\u{1B}[31m")))
        guard case .form(let form) = driver.state.dialog else {
            Issue.record("No form is open.")
            return
        }
        #expect(form.fields[0].field.text == "two lines␛[31m")
    }

    @Test func `a truncated or unterminated paste is reported`() {
        var driver = ConsoleDriver()
        driver.feed(.terminal(.pasteProblem(.tooLong)))
        #expect(driver.announcement == "Only the first 64 KB of the text were pasted")
        // The report follows the key that ended the paste, because that key would clear the announcement.
        driver.feed(.terminal(.key(KeyPress(.down))))
        driver.feed(.terminal(.pasteProblem(.unfinished)))
        #expect(driver.announcement == "The paste had no end; the last key ended it")
    }

    @Test func `the refusal of an action whose input cannot be typed states the reason`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.perform("Merge")
        #expect(driver.announcement == "Merge needs Playlists, which cannot be entered as text")
        #expect(driver.app.sent.isEmpty)
    }

    /// An app with one action, whose input has the given fields.
    private func routes(fields: [InputFieldSnapshot]) -> SampleApp {
        let input = ActionInputSnapshot(type: "Route", isDecodable: true, fields: fields)
        let action = ActionSnapshot(
            id: "Go", name: "Go", description: "", published: false, input: input, presenter: nil)
        return .declaring { $0 = [DeclaredFeature(id: "Root", name: "Root", actions: [action])] }
    }

    @Test func `an input without named fields is typed as name=value pairs`() {
        var driver = ConsoleDriver(routes(fields: []))
        driver.press(.perform)
        driver.type("to<enter>")
        #expect(driver.text().contains("to is not of the form name=value"))
        driver.type("=home speed=2<enter>")
        #expect(
            driver.app.sent == [
                .perform(ActionInvocation(feature: "Root", action: "Go", input: ["to": "home", "speed": "2"]))
            ])
    }

    @Test func `a form shows as many fields as fit, including the current one`() {
        let fields = (1...4).map {
            InputFieldSnapshot(name: "field\($0)", description: "", isRequired: false)
        }
        var driver = ConsoleDriver(routes(fields: fields), columns: 60, rows: 16)
        func shown() -> [Int] { (1...4).filter { driver.text().contains("field\($0)") } }
        driver.press(.perform)
        #expect(driver.text().contains("1 of 4"))
        #expect(shown() == [1, 2, 3])
        driver.type("<tab><tab><tab>")
        #expect(shown() == [2, 3, 4])
        driver.resize(60, 22)
        #expect(shown() == [1, 2, 3, 4])
    }

    @Test func `a step past an end of a dialog's list leads to the other end`() throws {
        var driver = ConsoleDriver(.changed)
        driver.type("O")
        let last = try #require(driver.choices?.options.indices.last)
        #expect(driver.choices?.selected == 0)
        #expect(driver.choices?.options[0].intent == .close)
        driver.type("<up>")
        #expect(driver.choices?.selected == last)
        driver.type("j")
        #expect(driver.choices?.selected == 0)
        driver.type("<esc>?<up>")
        let help = try #require(driver.help)
        #expect(help.selected == help.matches.count - 1)
    }

    @Test func `the help list runs the selected command`() {
        var driver = ConsoleDriver()
        driver.type("?5<enter>")
        #expect(driver.state.dialog == nil)
        #expect(driver.state.screen == .timeline)
    }

    @Test func `the help list shows why a command does not apply`() {
        var driver = ConsoleDriver()
        driver.type("?perform")
        #expect(driver.text().contains("unavailable: Podcasts has no actions"))
        driver.type("<enter>")
        #expect(driver.announcement == "Podcasts has no actions")
    }

    @Test func `the help list has a heading for each context`() {
        var driver = ConsoleDriver()
        driver.type("?")
        for title in ["│ Features ", "│ Lists ", "│ Moving "] { #expect(driver.text().contains(title), "\(title)") }
        driver.type("quit")
        #expect(driver.text().contains("│ Every screen ") && !driver.text().contains("│ Moving "))
    }

    @Test(arguments: [60, 80, 120])
    func `descriptions in the help list are complete`(columns: Int) {
        var driver = ConsoleDriver(columns: columns, rows: 24)
        driver.type("?")
        guard case .help(let help) = driver.state.dialog else {
            Issue.record("The list is not open.")
            return
        }
        for entry in help.entries {
            let text = driver.text()
            for word in entry.description.split(separator: " ") { #expect(text.contains(word), "\(entry.description)") }
            driver.type("<down>")
        }
    }

    @Test(arguments: [(60, 16), (80, 24)])
    func `paging through the help list shows every line, and each entry with its key`(columns: Int, rows: Int) {
        var driver = ConsoleDriver(columns: columns, rows: rows)
        driver.type("?")
        guard case .help(let help) = driver.state.dialog else {
            Issue.record("The list is not open.")
            return
        }
        var text = ""
        for _ in help.entries {
            text +=
                driver.text().replacing("│ > ", with: "  ").replacing("│", with: " ").replacing("\n", with: " ") + " "
            driver.type("<pgdn>")
        }
        let shown = text.split(separator: " ").joined(separator: " ")
        for entry in help.entries {
            let isKey = entry.command != nil
            #expect(shown.contains((isKey ? entry.term + " " : "") + entry.description), "\(entry.description)")
        }
        for _ in help.entries { driver.type("<pgup>") }
        #expect(driver.help?.selected == 0)
    }

    @Test(arguments: [(true, "●"), (false, "*")])
    func `the help list ends with the signs and explains the chosen sign`(usesUTF8: Bool, sign: String) {
        var driver = ConsoleDriver(usesUTF8: usesUTF8)
        driver.type("?overridden; in")
        #expect(driver.text().contains(" Signs "))
        driver.type("<enter>")
        #expect(driver.announcement.hasPrefix("\(sign): Overridden; "))
        #expect(driver.help != nil)
    }

    @Test func `a click on a wrapped line marks its key`() {
        var driver = ConsoleDriver(columns: 60, rows: 24)
        driver.type("?needs")
        let lines = driver.canvas().lines
        let row = lines.firstIndex { $0.contains("needs; esc") } ?? 0
        driver.feed(
            .terminal(
                .mouse(MouseEvent(kind: .press, button: .left, position: Point(column: 30, row: row)))))
        guard case .help(let help) = driver.state.dialog, help.matches.indices.contains(help.selected) else {
            Issue.record("The list is not open.")
            return
        }
        #expect(help.selected == 1 && help.matches[1].description.contains("needs; esc"))
    }

    @Test func `a consumable is offered as an override and not as a store status`() {
        var driver = ConsoleDriver(SampleApp(group: BulkFeatures.self))
        driver.perform("Download")
        #expect(driver.dialogTitle == "Bulk is not available")
        #expect(driver.text().contains("Override 9 × Download credits as purchased"))
        #expect(!driver.text().contains("Buy Download credits"))
        driver.change { $0.setStatus { $0.store = nil } }
        driver.type("<esc>")
        driver.select(.product("Download credits"))
        driver.press(.simulate)
        #expect(driver.state.dialog == nil)
        #expect(
            driver.announcement == "The store has no status for Download credits, a consumable: override it")
    }

    @Test func `an alternative that is not needed is the last choice for overriding`() {
        var driver = ConsoleDriver()
        driver.change { $0.own("premium") }
        driver.select(.feature("Turbo downloads"))
        let rows = driver.state.selectedFeature.map(ConsoleState.overridableRows) ?? []
        #expect(rows.map(\.title).suffix(2) == ["Premium subscription", "Turbo pack"])
    }

    @Test func `an unbound key in a dialog is announced with the place where its keys are listed`() {
        var driver = ConsoleDriver()
        driver.override(.premium, as: "purchased")
        driver.press(.removeAllOverrides)
        driver.type("?")
        #expect(driver.announcement == "? is not bound here; the last line lists the keys")
    }

    @Test(arguments: [(120, 40), (60, 16)])
    func `a purchase is overridden immediately and restored by undo`(columns: Int, rows: Int) {
        var driver = ConsoleDriver(columns: columns, rows: rows)
        driver.select(.premium)
        driver.press(.overridePurchased)
        #expect(driver.app.sent == [.override(.purchase, "premium", to: "purchased")])
        #expect(driver.state.dialog == nil)
        driver.press(.removeOverride)
        #expect(driver.app.sent.last == .override(.purchase, "premium", to: nil))
        driver.press(.undo)
        #expect(driver.app.sent.last == .undo)
    }

    @Test func `the effect of a choice is previewed and follows changes in the app`() {
        var driver = ConsoleDriver()
        driver.select(.permission("Location when in use"))
        driver.press(.override)
        driver.change { $0.own("premium") }
        driver.type("gj")
        #expect(driver.text().contains("Effect: ?→ok Smart playlists"))
        driver.change { $0.own("premium", false) }
        #expect(driver.text().contains("Effect: no availability changes"))
    }

    @Test func `a truncated effect can be read in full, and the options return unchanged`() {
        let features = (1...30).map {
            DeclaredFeature(id: "Chapter \($0)", name: "Chapter \($0)", needs: .purchase("premium"))
        }
        var driver = ConsoleDriver(.declaring { $0 = features }, columns: 80, rows: 24)
        driver.select(.premium)
        driver.press(.override)
        driver.type("g")
        let options = driver.text()
        #expect(options.contains("no→ok Chapter 1") && options.contains("… v") && !options.contains("Chapter 30"))
        driver.type("v")
        #expect(driver.text().contains("Effect of “purchased”") && driver.text().contains(" v options "))
        #expect(driver.text().contains("Chapter 1: not available → available"))
        for _ in 1...4 { driver.feed(.terminal(.key(KeyPress(.pageDown)))) }
        #expect(driver.text().contains("Chapter 30: not available → available"))
        driver.type("<esc>")
        #expect(driver.text() == options)
        #expect(driver.app.sent.isEmpty)
    }

    @Test func `a dialog whose options change nothing shows no effect`() {
        var driver = ConsoleDriver()
        driver.type("yv")
        #expect(driver.announcement == "The options do not change the app")
        #expect(driver.state.dialog != nil)
    }

    @Test func `a simulated permission status is not an override`() {
        var driver = ConsoleDriver()
        driver.select(.permission("Location when in use"))
        driver.press(.simulate)
        driver.choose("authorized")
        #expect(
            driver.app.sent == [.setPermission(permission: "location-when-in-use", status: .authorized)])
        #expect(driver.state.model.overrides.isEmpty)
        driver.press(.reset)
        #expect(
            driver.app.sent.last == .setPermission(permission: "location-when-in-use", status: .notDetermined))
        driver.press(.reset)
        #expect(driver.announcement == "Location when in use has not been requested yet")
    }

    @Test func `a permission is overridden with every status`() {
        for status in PermissionStatus.allCases {
            var driver = ConsoleDriver()
            driver.select(.permission("Camera"))
            driver.press(.override)
            let command = Command.override(.permission, "camera", to: status.rawValue)
            driver.type(String(ConsoleState.letter(for: command) ?? " "))
            #expect(driver.state.selectedPermission?.effective == status)
        }
    }

    private func marked(_ driver: ConsoleDriver) -> String {
        guard case .choices(let choices) = driver.state.dialog else { return "no choices" }
        return choices.options[choices.selected].title
    }

    @Test(arguments: [
        ("2Go", "no override"), ("2Gbo", "purchased"), ("2Gmo", "not purchased"), ("2Gs", "Cancel"),
        ("2c", "rate: paused"), ("2cfc", "rate: a day per second"), ("3o", "no override"), ("3s", "denied"),
        ("3js", "restricted"), ("4jo", "no override"), ("4j-o", "off"), ("4js", "remove the set value"),
        ("4js+s", "on"),
    ])
    func `a dialog opens with the current value marked`(keys: String, title: String) {
        var driver = ConsoleDriver(.full)
        driver.type(keys)
        #expect(marked(driver) == title)
        // Choosing the marked value leaves the features as they are.
        let features = driver.state.model.features
        driver.type("<enter>")
        #expect(driver.state.model.features == features)
    }

    @Test func `the dialog of a clock with a custom rate marks a choice that only asks`() {
        var driver = ConsoleDriver(.full)
        driver.change { $0.perform(.store(.setRate(7))) }
        driver.go(to: .purchases)
        driver.press(.storeClock)
        #expect(marked(driver) == "advance by a duration")
    }

    @Test(arguments: [
        ("3jjjo", [Command.setPermission(permission: "location-when-in-use", status: .authorized)], "a"),
        ("2Go", [.store(.buy(productID: "premium", ending: .succeed))], "b"),
        ("/dynamic<enter><esc>o<enter>", [.setUserSetting(feature: PodcastFeatures.speed, isOn: true)], "+"),
    ])
    func `a dialog overrides a fact or, after tab, changes its actual value`(
        keys: String, sent: [Command], letter: String
    ) {
        var driver = ConsoleDriver(.full)
        driver.type(keys)
        #expect(driver.dialogTitle.hasPrefix("Change "))
        #expect(driver.text().contains("[as an override]"))
        driver.type("<tab>" + letter)
        #expect(driver.app.sent == sent)
    }

    @Test(arguments: [":change the permission<enter>", "?the simulated system's settings<enter>"])
    func `a letter that a dialog shows chooses its option, even after a search`(keys: String) {
        var driver = ConsoleDriver()
        driver.select(.permission("Location when in use"))
        driver.type(keys)
        #expect(driver.dialogTitle == "Change Location when in use")
        driver.type("a")
        #expect(driver.app.sent == [.setPermission(permission: "location-when-in-use", status: .authorized)])
    }

    @Test func `a choice that is wider than the window is wrapped, and each of its lines can be clicked`() throws {
        var driver = ConsoleDriver(columns: 60, rows: 16)
        driver.select(.smartPlaylists)
        driver.press(.unlock)
        let row = try #require(driver.canvas().lines.firstIndex { $0.contains("> 1  Override: buy Premium") })
        #expect(driver.canvas().lines[row].contains("subscription and allow"))
        #expect(driver.canvas().lines[row + 1].contains("     Location when in use"))
        driver.type("<up>")
        #expect(marked(driver) == "Cancel")
        let point = Point(column: 20, row: row + 1)
        driver.feed(.terminal(.mouse(MouseEvent(kind: .press, button: .left, position: point))))
        #expect(marked(driver).hasPrefix("Override: buy Premium"))
    }

    @Test func `the text of a dialog scrolls if the window is too small for it`() {
        var driver = ConsoleDriver(columns: 60, rows: 16)
        driver.select(.smartPlaylists)
        driver.press(.unlock)
        #expect(driver.text().contains("Blocked by: Premium subscription"))
        #expect(driver.text().contains("1 more line  pgdn"))
        driver.type("<pgdn><pgdn>")
        #expect(!driver.text().contains("Blocked by: Premium subscription"))
        #expect(driver.text().contains("   allow Location when in use"))
        #expect(driver.text().contains("1 line above  pgup"))
        #expect(marked(driver).hasPrefix("Override: buy Premium"))
        driver.type("<pgup>")
        #expect(driver.text().contains("Blocked by: Premium subscription"))
    }

    @Test func `the options of a dialog are paged if all of its text is visible`() {
        var driver = ConsoleDriver(.changed, columns: 60, rows: 16)
        driver.press(.showOverrides)
        driver.type("<pgdn>")
        #expect(marked(driver) == "Camera")
        driver.type("<pgdn><pgdn><pgdn>")
        #expect(marked(driver) == "Everything")
        driver.type("<pgup><pgup><pgup>")
        #expect(marked(driver) == "Keep everything")
    }

    @Test func `a dialog survives a resize`() {
        var driver = ConsoleDriver()
        driver.select(.premium)
        driver.press(.override)
        driver.resize(60, 16)
        #expect(driver.text().contains("> x  no override"))
        driver.resize(50, 12)
        driver.type("b")
        #expect(driver.app.sent.isEmpty)
        driver.resize(120, 40)
        driver.type("b")
        #expect(driver.app.sent.count == 1)
    }
}

/// A group that needs more credits than the user has.
private final class BulkFeatures: ConditionalFeature, FeatureGroup {
    static let name = "Bulk"
    static let description = "Downloads a whole podcast."
    static var subfeatures: [FeatureDefinition.Type] { [] }
    static let download = action(DownloadAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(PodcastFeatures.credits, quantity: 9)
    }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(download) }
}
