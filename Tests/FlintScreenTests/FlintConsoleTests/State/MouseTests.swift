import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct MouseTests {
    private func click(_ column: Int, _ row: Int, _ driver: inout ConsoleDriver, times: Int = 1) {
        for _ in 0..<times {
            let point = Point(column: column, row: row)
            driver.feed(.terminal(.mouse(MouseEvent(kind: .press, button: .left, position: point))))
            driver.feed(.terminal(.mouse(MouseEvent(kind: .release, button: .left, position: point))))
        }
    }

    /// Clicks text that appears on the screen exactly once.
    private func click(
        _ text: String, _ driver: inout ConsoleDriver, times: Int = 1, row: Int? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (index, line) in driver.canvas().lines.enumerated() where row == nil || row == index {
            guard let range = line.firstRange(of: text) else { continue }
            click(line.distance(from: line.startIndex, to: range.lowerBound), index, &driver, times: times)
            return
        }
        Issue.record("\(text) is not on the screen", sourceLocation: sourceLocation)
    }

    @Test func `a second click on the same row opens it, and one on another row does not`() {
        var driver = ConsoleDriver()
        click("Podcast downloading", &driver)
        #expect(driver.state.pane == .list)
        click("Turbo downloads", &driver)
        #expect(driver.state.pane == .list)
        click("Podcast downloading", &driver)
        click("Turbo downloads", &driver, times: 2)
        #expect(driver.state.selectedFeature?.name == "Turbo downloads")
        #expect(driver.state.pane == .detail)
    }

    @Test func `a key between two clicks separates them`() {
        var driver = ConsoleDriver()
        click(10, 8, &driver)
        driver.type("j")
        driver.type("k")
        click(10, 8, &driver)
        #expect(driver.state.pane == .list)
    }

    @Test func `clicking a group's sign collapses or expands the group`() {
        var driver = ConsoleDriver()
        let count = driver.state.screens.features.rows.count
        click("▾ Podcast playback", &driver)
        #expect(driver.state.screens.features.collapsed == ["PodcastFeatures/PlaybackFeature"])
        click("▸ Podcast playback", &driver)
        #expect(driver.state.screens.features.collapsed.isEmpty)
        #expect(driver.state.screens.features.rows.count == count)
        click("Podcast playback", &driver)
        #expect(driver.state.screens.features.collapsed.isEmpty, "A click on the name does not collapse the group.")
    }

    @Test func `the keys of the last line can be clicked`() {
        var driver = ConsoleDriver()
        click("? help", &driver)
        guard case .help = driver.state.dialog else {
            Issue.record("The list of keys is not open.")
            return
        }
        click("esc close", &driver)
        #expect(driver.state.dialog == nil)
        click("q quit", &driver)
        #expect(driver.effects.contains(.quit))
    }

    @Test func `the keys under a filter can be clicked`() {
        var driver = ConsoleDriver()
        driver.type("/smart")
        click("esc clear", &driver, row: 39)
        #expect(!driver.state.filter.isActive)
    }

    @Test func `the header's platform, differences and activity can be clicked`() {
        var driver = ConsoleDriver()
        driver.override(.premium, as: "purchased")
        click("1 override", &driver, row: 0)
        #expect(driver.dialogTitle.contains("differs") || driver.dialogTitle.contains("verride"))
        driver.type("<esc>")
        click("paused", &driver, row: 0)
        #expect(driver.app.sent.last == .setBackgroundWork(isRunning: true))
        click(driver.state.model.status.platform.description, &driver, row: 0)
        #expect(driver.dialogTitle == "Override the platform")
    }

    @Test func `a click marks a choice, and a second click takes it`() throws {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.override)
        let title = driver.dialogTitle
        let choices = try #require(driver.choices)
        let last = choices.options.count - 1
        let row = driver.canvas().lines.lastIndex { $0.contains(choices.options[last].title) }
        click(choices.options[last].title, &driver, row: row)
        #expect(driver.choices?.selected == last && driver.dialogTitle == title)
        click(choices.options[last].title, &driver, row: row)
        #expect(driver.dialogTitle != title)
    }

    @Test func `a click outside a dialog closes it, and a click inside does not`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.perform)
        click(60, 13, &driver)
        click(2, 20, &driver)
        #expect(driver.state.dialog == nil)
    }

    @Test func `a click selects a field of a form`() throws {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.perform)
        driver.choose("Create")
        let form = try #require(driver.form)
        try #require(form.fields.count > 1)
        click(form.fields[1].name, &driver)
        driver.type("typed")
        #expect(driver.form?.fields[1].field.text == "typed")
    }

    @Test func `an entry of the palette is run by a second click`() {
        var driver = ConsoleDriver()
        driver.type(":turbo")
        click("Turbo downloads", &driver, times: 2, row: driver.canvas().lines.firstIndex { $0.contains("> feature") })
        #expect(driver.state.dialog == nil)
        #expect(driver.state.selectedFeature?.name == "Turbo downloads")
    }

    @Test func `an answer of a permission flow is given by a second click`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.perform("Show")
        driver.choose("Override Premium subscription as purchased")
        driver.perform("Show")
        click("Continue", &driver, times: 2, row: driver.canvas().lines.firstIndex { $0.contains("c  Continue") })
        #expect(driver.state.model.status.flow?.stage == .prompt)
    }

    @Test func `the wheel moves the mark of a dialog`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.perform)
        driver.feed(.terminal(.mouse(MouseEvent(kind: .wheelDown, position: Point(column: 60, row: 20)))))
        #expect(driver.choices?.selected == 1)
        for _ in 0..<9 {
            driver.feed(.terminal(.mouse(MouseEvent(kind: .wheelUp, position: Point(column: 60, row: 20)))))
        }
        #expect(driver.choices?.selected == 0, "Only keys lead from one end to the other.")
    }

    @Test func `the line between list and details can be dragged while both keep their minimum size`() {
        var driver = ConsoleDriver()
        func drag(to point: Point) {
            driver.feed(.terminal(.mouse(MouseEvent(kind: .drag, button: .left, position: point))))
        }
        let edge = driver.state.layout.listArea(of: .features).maxColumn - 1
        driver.feed(
            .terminal(.mouse(MouseEvent(kind: .press, button: .left, position: Point(column: edge, row: 20)))))
        drag(to: Point(column: 69, row: 3))
        #expect(driver.state.layout.listArea(of: .features).columns == 70)
        drag(to: Point(column: 0, row: 3))
        #expect(driver.state.layout.listArea(of: .features).columns == 30)
        drag(to: Point(column: 119, row: 3))
        #expect(driver.state.layout.listArea(of: .features).columns == 80)
        driver.feed(
            .terminal(.mouse(MouseEvent(kind: .release, button: .left, position: Point(column: 119, row: 3)))))
        drag(to: Point(column: 50, row: 3))
        #expect(driver.state.layout.listArea(of: .features).columns == 80, "The button has been released.")
        driver.go(to: .timeline)
        let row = driver.state.layout.listArea(of: .timeline).maxRow - 1
        driver.feed(
            .terminal(.mouse(MouseEvent(kind: .press, button: .left, position: Point(column: 20, row: row)))))
        drag(to: Point(column: 20, row: 12))
        #expect(driver.state.layout.listArea(of: .timeline).rows == 10)
    }
}
