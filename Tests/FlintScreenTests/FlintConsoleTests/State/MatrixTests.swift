import FeatureGating
import FlintInspectorTestSupport
import FlintTerminal
import Testing

@testable import FlintConsole
@testable import FlintWorld

struct MatrixTests {
    @Test func `the available features of each column are counted`() {
        let state = ConsoleDriver(.lively).state
        var driver = ConsoleDriver(.lively)
        driver.go(to: .matrix)
        let totals = driver.state.screens.matrix.totals
        #expect(totals.first?.visible == state.model.visibleAvailableCount)
        #expect(totals.count == driver.state.screens.matrix.matrix?.columns.count)
        let line = driver.canvas().lines.first { $0.contains("│ available") } ?? ""
        #expect(line.split(separator: " ").compactMap { Int($0) }.first == totals.first?.visible)
    }

    @Test func `three keys show the features that a child's account would lose`() {
        var driver = ConsoleDriver(.populated)
        let all = driver.state.model.features.count
        driver.type("8<right>d")
        let state = driver.state
        #expect(state.screens.matrix.matrix?.columns.map(\.name) == ["now", "Child account", "Premium user"])
        #expect(!state.screens.matrix.rows.isEmpty && state.screens.matrix.rows.count < all)
        let expected = state.screens.matrix.matrix?.differences(from: 0, to: 1).map(\.featureID)
        #expect(state.screens.matrix.rows == expected)
    }

    @Test func `a comparison that the palette starts marks the first feature that differs`() {
        var driver = ConsoleDriver(.populated)
        driver.go(to: .matrix)
        driver.run("compare child")
        let list = driver.state.screens.matrix.browser.list
        #expect(list.isPresent && list.selection == driver.state.screens.matrix.rows.first)
    }

    @Test func `in the past, the first column is named after the event`() {
        var driver = ConsoleDriver(.populated)
        driver.state.environment.canTravel = true
        driver.feed(.travelled(34, problem: nil))
        driver.go(to: .matrix)
        #expect(
            driver.state.screens.matrix.matrix?.columns.map(\.name) == ["event 34", "Child account", "Premium user"])
    }

    @Test func `overrides that a persona does not mention are said to apply in its column too`() throws {
        var driver = ConsoleDriver(.populated)
        driver.change { app in
            app.perform(.override(.purchase, "premium", to: "not-purchased"))
            app.perform(.override(.userSetting, PodcastFeatures.speed, to: "on"))
        }
        driver.select(.persona("Premium user"))
        #expect(driver.canvas().text(row: 2).contains("personas keep 1 override "))
        let line = try #require(driver.text().split(separator: "\n").first { $0.contains("overridden here too") })
        #expect(line.contains("● overridden here too: User setting of Dynamic speed"))
        #expect(!line.contains("Premium"))
        driver.change { $0.perform(.removeAllOverrides) }
        #expect(!driver.text().contains("overridden here too") && !driver.text().contains("personas keep"))
    }

    @Test func `names of columns are not truncated beside free room`() throws {
        let names = ["Child account", "Free account", "Offline tester", "Premium account", "Watch account"]
        var driver = ConsoleDriver(
            SampleApp(personas: PersonaList(personas: names.map { Persona(name: $0) })), columns: 80, rows: 24)
        driver.go(to: .matrix)
        let heading = try #require(driver.canvas().lines.first { $0.contains("│ feature") })
        #expect(heading.contains("=now   Child account   Free account   Offline tester "), "\(heading)")
    }

    @Test func `any two columns are compared`() {
        var driver = ConsoleDriver(.populated)
        driver.select(.persona("Child account"))
        driver.press(.compareWith)
        driver.select(.persona("Premium user"))
        driver.press(.onlyDifferences)
        #expect(
            driver.state.screens.matrix.rows
                == driver.state.screens.matrix.matrix?.differences(from: 1, to: 2).map(\.featureID))
        driver.type("<esc>")
        #expect(driver.state.screens.matrix.rows.count == driver.state.model.visibleCount)
    }

    @Test func `the differences are named and explained`() {
        var driver = ConsoleDriver(.populated)
        driver.select(.persona("Child account"))
        let groups = "1 lost (Turbo downloads), 1 unavailable instead of undetermined (Smart playlists)"
        #expect(driver.text().contains("Child account against now: \(groups)"))
        driver.press(.compareWith)
        driver.select(.persona("Premium user"))
        let gained = "4 gained (Turbo downloads, Smart playlists and 2 more)"
        #expect(driver.text().contains("Premium user against Child account: \(gained)"))
    }

    @Test func `the selected cell names the requirement that blocks the feature for the persona`() {
        var driver = ConsoleDriver(.populated)
        driver.go(to: .matrix)
        driver.type("G")
        driver.select(.persona("Child account"))
        #expect(driver.state.detailLines().contains { $0.text == "> no  Child account  Camera is restricted" })
        driver.type("<right>")
        #expect(
            driver.state.detailLines().contains { $0.text == "  no  Child account  May not buy, and is not asked" },
            "Only the selected cell is explained.")
        driver.type("<left><left>")
        #expect(driver.state.screens.matrix.explained == nil)
    }

    @Test func `a persona's details list the facts that differ`() {
        var driver = ConsoleDriver(.populated)
        driver.select(.persona("Child account"))
        let lines = driver.state.detailLines().map(\.text)
        #expect(lines.contains("Child account differs from now in 21 facts"))
        #expect(lines.contains("   Premium subscription: purchased → not purchased"))
        #expect(lines.contains("   Camera: denied → restricted"))
        driver.change { $0.permit(.camera, .restricted) }
        #expect(driver.state.detailLines().map(\.text).contains("Child account differs from now in 20 facts"))
    }

    @Test func `the facts are compared with the base column`() {
        var driver = ConsoleDriver(.populated)
        driver.select(.persona("Premium user"))
        driver.press(.compareWith)
        driver.select(.persona("Child account"))
        let lines = driver.state.detailLines().map(\.text)
        #expect(lines.contains { $0.hasPrefix("Child account differs from Premium user in ") })
        #expect(!lines.contains { $0.contains("Premium subscription: purchased → purchased") })
        driver.type("<right>")
        #expect(!driver.state.detailLines().contains { $0.text.contains("differs from") })
    }

    @Test func `the base column stays visible beside a distant one in a narrow window`() {
        let app = SampleApp(personas: PersonaList(personas: (1...9).map { Persona(name: "Persona number \($0)") }))
        var driver = ConsoleDriver(app, columns: 60, rows: 16)
        driver.go(to: .matrix)
        let last = driver.state.screens.matrix.matrix?.columns.count ?? 0
        driver.type(String(repeating: "l", count: last))
        let heading = driver.text().split(separator: "\n").first { $0.contains("feature ") } ?? ""
        #expect(heading.contains("=now") && driver.text().contains("columns "))
        driver.type("=" + String(repeating: "h", count: last))
        let other = driver.text().split(separator: "\n").first { $0.contains("feature ") } ?? ""
        #expect(other.contains(" now") && other.contains("="))
    }

    @Test func `the names of differences are shortened first in a narrow window`() {
        var driver = ConsoleDriver(.populated, columns: 80, rows: 24)
        driver.select(.persona("Child account"))
        #expect(driver.text().contains("1 lost, 1 unavailable instead of undetermined"))
    }

    @Test func `choosing the base column explains how to choose the other column`() {
        var driver = ConsoleDriver(.populated)
        driver.select(.persona("Child account"))
        driver.press(.compareWith)
        #expect(driver.announcement.hasPrefix("Compared with Child account: left and right choose the other column, d"))
    }

    @Test func `names of features and personas are complete if they fit`() {
        let name = "Podcast playback with everything that belongs to it"
        var personas = SampleApp.samplePersonas
        personas.personas += [Persona(name: "Family member without purchases"), Persona(name: "Guest")]
        let app = SampleApp()
        app.show(app.world(of: nil).declaring { $0[1].summary.name = name }, personas: personas)
        var driver = ConsoleDriver(app)
        driver.go(to: .matrix)
        let lines = driver.canvas().lines
        #expect(lines.contains { $0.contains(name) && $0.contains("ok") })
        driver.resize(160, 40)
        let heading = driver.canvas().lines[4]
        for name in ["=now", "Child account", "Premium user", "Family member without purchases", "Guest"] {
            #expect(heading.contains(name))
        }
    }

    @Test func `the widest columns are shortened first, and the selected column is always visible`() {
        let app = SampleApp(personas: PersonaList(personas: (1...12).map { Persona(name: "Persona number \($0)") }))
        var driver = ConsoleDriver(app, columns: 80, rows: 24)
        driver.go(to: .matrix)
        for number in 1...12 {
            driver.type("<right>")
            let text = driver.text()
            #expect(text.contains(" of 13"), "The number of columns is shown.")
            #expect(driver.canvas().lines[4].contains("Persona"), "\(number)")
        }
        #expect(driver.text().contains("-13 of 13"))
    }

    @Test func `comparing with the current column explains how to choose another`() {
        var driver = ConsoleDriver(.populated)
        driver.go(to: .matrix)
        driver.press(.compareWith)
        #expect(driver.announcement.hasPrefix("Already compared with now"))
    }

    @Test func `a persona that names an unknown item is omitted with the reason`() {
        var driver = ConsoleDriver(.populated)
        driver.go(to: .matrix)
        #expect(driver.state.screens.matrix.problems.count == 1)
        #expect(driver.state.screens.matrix.problems.first?.contains("the product gone") == true)
    }

    @Test func `an omitted persona is counted and listed among the problems`() {
        var driver = ConsoleDriver(.populated)
        driver.type("!")
        #expect(driver.state.dialog == nil, "The personas have not been read.")
        driver.go(to: .matrix)
        #expect(driver.text().contains("! 1 problem"))
        driver.type("!")
        #expect(driver.dialogTitle == "Problems with the app's files")
        #expect(driver.text().contains("The persona Lost names the product gone"))
    }

    @Test func `the matrix follows changes of the app`() {
        var driver = ConsoleDriver(.populated)
        driver.go(to: .matrix)
        let before = driver.state.screens.matrix.matrix?.columns.first
        driver.change { $0.override(.purchase(productID: "premium"), .truth(.false)) }
        #expect(driver.state.screens.matrix.matrix?.columns.first != before)
    }

    @Test func `a persona is applied as overrides in one step that can be undone`() {
        var driver = ConsoleDriver(.populated)
        driver.go(to: .matrix)
        driver.press(.applyPersona)
        #expect(driver.state.messages.announcement?.text.hasSuffix("choose the column of a persona first") == true)
        driver.select(.persona("Child account"))
        driver.press(.applyPersona)
        driver.choose("Apply")
        let overrides = driver.state.model.overrides.count
        #expect(overrides > 3)
        driver.press(.undo)
        #expect(driver.state.model.overrides.isEmpty)
    }

    @Test(arguments: [("a", true), ("r", false)])
    func `overrides of facts that a persona does not mention stay, or are removed`(key: String, isKept: Bool) {
        var driver = ConsoleDriver(.populated)
        let fact = FactReference(kind: .userSetting, key: PodcastFeatures.speed)
        driver.change { _ = $0.perform(.setOverride(fact, Override(value: "on"))) }
        driver.select(.persona("Child account"))
        driver.press(.applyPersona)
        driver.type(key)
        let overrides = driver.state.model.overrides.map(\.kind)
        #expect(overrides.contains(.permission) && overrides.contains(.userSetting) == isKept)
    }

    @Test func `an expiry can be chosen for a persona's overrides, which keep their reason`() {
        var driver = ConsoleDriver(.populated)
        driver.select(.persona("Child account"))
        driver.press(.applyPersona, .nextExpiry)
        driver.choose("Apply")
        #expect(!driver.state.model.overrides.isEmpty)
        #expect(
            driver.state.model.overrides.allSatisfy {
                $0.expiry == .untilQuit && $0.reason == "persona Child account"
            })
    }

    @Test func `the current state is saved as a persona with the typed name`() {
        var driver = ConsoleDriver(.populated)
        driver.go(to: .matrix)
        driver.press(.savePersona)
        driver.submit()
        #expect(driver.state.dialog != nil, "A name is required.")
        driver.submit("My state", "for a test")
        #expect(driver.app.sent == [.savePersona(name: "My state", description: "for a test")])
    }

    @Test(arguments: [("The whole state", Persona.Scope.state), ("Only the 1 override", .overrides)])
    func `an app with overrides asks whether to save only these`(title: String, scope: Persona.Scope) {
        var driver = ConsoleDriver(.populated)
        driver.override(.premium, as: "purchased")
        driver.go(to: .matrix)
        let before = driver.app.sent.count
        driver.press(.savePersona)
        driver.choose(title)
        driver.submit("Mine")
        #expect(driver.app.sent.dropFirst(before) == [.savePersona(name: "Mine", description: nil, of: scope)])
    }

    @Test func `saving with the name of an existing persona asks before replacing it`() {
        var driver = ConsoleDriver(.populated)
        driver.go(to: .matrix)
        driver.press(.savePersona)
        driver.submit("Child account")
        #expect(driver.dialogTitle == "Replace the persona Child account?")
        driver.type("<enter>")
        #expect(driver.app.sent.isEmpty, "The default choice keeps the persona.")
        driver.press(.savePersona)
        driver.submit("Child account")
        driver.choose("Replace it")
        #expect(driver.app.sent == [.savePersona(name: "Child account", description: nil)])
        driver.press(.undo)
        let kept = driver.state.screens.matrix.personas.first { $0.name == "Child account" }
        #expect(kept != nil && kept == SampleApp.samplePersonas.personas.first { $0.name == "Child account" })
    }

    @Test func `the chosen persona is deleted after a question, and undo restores it`() {
        var driver = ConsoleDriver(.populated)
        driver.go(to: .matrix)
        driver.press(.deletePersona)
        #expect(driver.announcement.hasSuffix("choose the column of a persona first"))
        driver.select(.persona("Child account"))
        driver.press(.deletePersona)
        driver.type("<enter>")
        #expect(driver.app.sent.isEmpty)
        driver.press(.deletePersona)
        driver.choose("Delete it")
        #expect(driver.app.sent == [.setPersona(name: "Child account", persona: nil)])
        #expect(driver.state.screens.matrix.matrix?.columns.map(\.name) == ["now", "Premium user"])
        driver.press(.undo)
        #expect(Set(driver.state.screens.matrix.personas.map(\.name)) == ["Child account", "Premium user"])
    }

    @Test func `the chosen persona can be renamed, but not to the name of another persona`() {
        var driver = ConsoleDriver(.populated)
        driver.select(.persona("Child account"))
        driver.press(.renamePersona)
        driver.submit("Premium user")
        #expect(driver.text().contains("There is already a persona Premium user"))
        driver.submit("Minor")
        #expect(Set(driver.state.screens.matrix.personas.map(\.name)) == ["Minor", "Premium user"])
        #expect(driver.app.sent.count == 1)
        driver.press(.undo)
        #expect(Set(driver.state.screens.matrix.personas.map(\.name)) == ["Child account", "Premium user"])
    }

    @Test func `the chosen and the compared persona stay chosen when another is saved before them`() {
        var driver = ConsoleDriver(.populated)
        driver.select(.persona("Premium user"))
        driver.press(.compareWith, .savePersona)
        driver.submit("Another")
        #expect(
            driver.state.screens.matrix.matrix?.columns.map(\.name) == [
                "now", "Another", "Child account", "Premium user",
            ])
        #expect(driver.state.screens.matrix.selectedPersona?.name == "Premium user")
        #expect(driver.state.screens.matrix.base == driver.state.screens.matrix.column)
        driver.press(.renamePersona)
        driver.submit("A first one")
        #expect(driver.state.screens.matrix.selectedPersona?.name == "A first one")
    }

    @Test func `a persona of the app can be neither renamed nor deleted`() {
        var personas = SampleApp.samplePersonas
        personas.bundled = ["Child account"]
        var driver = ConsoleDriver(SampleApp(personas: personas))
        driver.select(.persona("Child account"))
        for command in [KeyCommand.renamePersona, .deletePersona] {
            driver.press(command)
            #expect(driver.announcement == "Child account comes with the app; only saved personas can be changed")
            #expect(driver.state.dialog == nil)
        }
        driver.select(.persona("Premium user"))
        driver.press(.deletePersona)
        #expect(driver.dialogTitle == "Delete the persona Premium user?")
    }

    @Test func `the states of the selected feature are counted and shown`() throws {
        var driver = ConsoleDriver(.populated)
        driver.go(to: .matrix)
        driver.filter("smart")
        let id = try #require(driver.state.screens.matrix.browser.list.selection)
        #expect(driver.state.screens.matrix.states[id] != nil)
        #expect(driver.state.screens.matrix.count == nil)
    }

    @Test func `a count shows its progress, can be canceled, and ends when another feature is selected`() throws {
        var state = ConsoleDriver(.populated).state
        state.screen = .matrix
        let inspector = SampleApp.populated
        let matrix = try inspector.matrix(of: [], in: inspector.world(of: nil))
        _ = state.update(.matrix(matrix, PersonaList()))
        let id = try #require(state.screens.matrix.browser.list.selection)
        #expect(state.screens.matrix.count == MatrixState.StateCount(featureID: id, share: 0))
        _ = state.update(.counting(id, 0.42))
        #expect(state.detailLines().contains { $0.text.contains("Counting its states: 42 % (c stops)") })
        #expect(state.update(.terminal(.key(KeyPress(.character("c"))))) == [.stopCounting])
        _ = state.update(.states(id, nil))
        #expect(state.detailLines().contains { $0.text.contains("The count was stopped; c counts again") })
        let effects = state.update(.terminal(.key(KeyPress(.down))))
        let next = try #require(state.screens.matrix.browser.list.selection)
        #expect(next != id && effects.contains(.countStates(next)))
    }

    // MARK: Adopted flags

    @Test func `adopted flags follow the features, and lead to their fact`() throws {
        var driver = ConsoleDriver(.full)
        driver.go(to: .matrix)
        let matrix = try #require(driver.state.screens.matrix.matrix)
        let key = try #require(driver.state.model.flags.first?.key)
        let flags = [
            AvailabilityMatrix.FlagRow(key: key, values: [true, false, nil]),
            AvailabilityMatrix.FlagRow(key: "same", values: [true, true, true]),
        ]
        let names = ["Child account", "Premium user"]
        let columns = (["now"] + names).map {
            AvailabilityMatrix.Column(name: $0, availability: matrix.columns[0].availability)
        }
        driver.feed(
            .matrix(
                AvailabilityMatrix(features: matrix.features, columns: columns, flags: flags),
                PersonaList(personas: names.map { Persona(name: $0) })))
        #expect(driver.state.screens.matrix.rows.suffix(2) == ["flag \(key)", "flag same"])
        driver.type("G<up><right>d")
        #expect(driver.state.screens.matrix.rows.last == "flag \(key)")
        let line = try #require(driver.canvas().lines.first { $0.contains("flag \(key) ") })
        #expect(line.split(separator: " ").filter { ["on", "off*", "?*"].contains($0) } == ["on", "off*", "?*"])
        #expect(driver.state.detailLines().map(\.text).suffix(3).map { $0.prefix(5) } == ["  on ", "> off", "  ?  "])
        driver.type("c")
        #expect(driver.announcement == "A flag has no gate whose states could be counted")
        driver.type("v")
        #expect(driver.state.screen == .flags && driver.state.selectedFactItem?.title == key)
    }
}
