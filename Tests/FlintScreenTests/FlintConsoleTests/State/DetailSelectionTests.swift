import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct DetailSelectionTests {
    /// Returns a console with the focus on the details of "Smart playlists".
    private func smart(rows: Int = 40) -> ConsoleDriver {
        var driver = ConsoleDriver(rows: rows)
        driver.select(.smartPlaylists)
        driver.type("<enter>")
        return driver
    }

    @Test func `a key moves to the next line with a destination, and each kind of line can be reached`() {
        var driver = smart()
        #expect(
            driver.selectedDetail?.contains("purchase    Premium subscription") == true,
            "The blocking requirement is selected.")
        for text in [
            "Premium subscription", "Location when in use", " 1  buy", "Create", "Podcasts/Features.swift",
        ] {
            driver.select(line: text)
        }
        driver.type("gk")
        #expect(driver.state.details.top == 0)
        #expect(driver.selectedDetail?.contains("iOS 11.0 or later") == true)
    }

    @Test(arguments: ["<enter>", "v"])
    func `a requirement leads to its fact and back`(key: String) {
        var driver = smart()
        driver.select(line: "Location when in use")
        driver.type(key)
        #expect(driver.state.screen == .permissions)
        #expect(driver.state.selectedPermission?.permission == "location-when-in-use")
        driver.type("<esc>")
        #expect(driver.state.screen == .features)
        #expect(driver.state.selectedFeature?.id == PodcastFeatures.smart && driver.state.pane == .detail)
    }

    @Test func `a plan and an action open dialogs, which only offer them`() {
        var driver = smart()
        driver.select(line: " 1  buy")
        driver.type("<enter>")
        #expect(driver.dialogTitle == "Unlock Smart playlists")
        driver.type("<esc>")
        driver.select(line: "Show")
        driver.type("<enter>")
        #expect(driver.dialogTitle == "Perform: Smart playlists")
        #expect(driver.text().contains("no Unavailable: 2 of 4 requirements are not met: Premium"))
        #expect(driver.app.sent.isEmpty)
    }

    @Test func `the override key changes only the selected requirement`() {
        var driver = smart()
        driver.select(line: "Location when in use")
        driver.type("o")
        #expect(driver.dialogTitle == "Change Location when in use")
    }

    @Test func `a fact leads to the features that need it`() {
        var driver = ConsoleDriver(.full)
        driver.select(.premium)
        driver.press(.goTo)
        #expect(driver.dialogTitle.hasPrefix("Features that need "))
        driver.type("<esc><enter>")
        let text = driver.selectedDetail ?? ""
        driver.type("<enter>")
        #expect(driver.state.screen == .features)
        #expect(text.hasSuffix(driver.state.selectedFeature?.name ?? "-"), "\(text)")
        driver.type("<esc>")
        #expect(driver.state.screen == .purchases)
    }

    @Test func `the selected line stays in its place while facts change`() throws {
        var driver = smart(rows: 16)
        driver.select(line: "Show")
        let (text, before) = (driver.selectedDetail, driver.state.details)
        let line = try #require(before.selection?.line)
        driver.change { $0.perform(.override(.purchase, "premium", to: "purchased")) }
        #expect(driver.selectedDetail == text)
        let after = driver.state.details
        #expect(after.selection?.line != line, "Fewer lines precede the requirement.")
        #expect(try #require(after.selection?.line) - after.top == line - before.top || after.top == 0)
    }

    @Test func `text without selectable lines scrolls by line`() {
        var driver = ConsoleDriver(.full, columns: 60, rows: 16)
        driver.go(to: .timeline)
        driver.type("G<tab>")
        let lines = driver.state.detailLines()
        for _ in lines { driver.type("j") }
        #expect(driver.state.details.top == max(0, lines.count - driver.state.layout.detailHeight(of: .timeline)))
    }

    @Test func `a click selects a line, and a second one opens it`() throws {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        let rows = driver.canvas().lines
        let row = try #require(rows.firstIndex { $0.contains("permission  Location when in use") })
        let column = driver.state.layout.detailArea(of: .features).column + 8
        for isSecond in [false, true] {
            let point = Point(column: column, row: row)
            driver.feed(.terminal(.mouse(MouseEvent(kind: .press, button: .left, position: point))))
            driver.feed(.terminal(.mouse(MouseEvent(kind: .release, button: .left, position: point))))
            #expect(driver.state.screen == (isSecond ? .permissions : .features))
        }
        #expect(driver.state.selectedPermission?.permission == "location-when-in-use")
    }

    @Test func `only the key for actions performs an action, after a question`() {
        for keys in ["<space>", "<enter><enter>", "<enter>G<enter>", "l<enter>"] {
            var driver = ConsoleDriver(.full)
            driver.select(.feature("Turbo downloads"))
            driver.type(keys)
            #expect(!driver.app.sent.contains { if case .perform = $0 { true } else { false } }, "\(keys)")
        }
    }

    @Test func `marked features are unlocked together`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.mark)
        driver.select(.feature("Turbo downloads"))
        driver.press(.mark)
        #expect(driver.announcement == "2 features marked")
        driver.press(.unlock)
        #expect(driver.dialogTitle == "Unlock 2 features")
        driver.type("<enter>")
        let available = driver.state.markedFeatures.map(\.isAvailable)
        #expect(available == [true, true])
        driver.press(.undo)
        driver.type("<esc>")
        #expect(driver.state.view.marks.isEmpty)
    }

    @Test func `one mark is sufficient, and the lines of the details refer to their own feature`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.mark, .unlock)
        #expect(driver.dialogTitle == "Unlock Smart playlists")
        driver.type("<esc>")
        driver.select(.feature("Turbo downloads"))
        driver.select(line: " 1  buy")
        driver.type("<enter>")
        #expect(driver.dialogTitle == "Unlock Turbo downloads")
    }

    @Test(arguments: ["Show", " 1  buy"])
    func `a line is not opened if its command is refused`(text: String) {
        var driver = smart()
        driver.select(line: text)
        driver.change { $0.setStatus { $0.isReadOnly = true } }
        driver.type("<enter>")
        #expect(driver.state.dialog == nil && driver.announcement.hasPrefix("The app is read-only"))
    }

    @Test func `a line that was scrolled out of view is not opened`() {
        var driver = smart(rows: 16)
        let position = Point(column: driver.state.layout.detailArea(of: .features).column + 4, row: 6)
        for _ in 0..<8 {
            driver.feed(.terminal(.mouse(MouseEvent(kind: .wheelDown, button: .none, position: position))))
        }
        driver.type("<enter>")
        #expect(driver.state.screen == .features && driver.state.dialog == nil)
        #expect(driver.announcement == "There is nothing to open here")
        driver.type("j")
        #expect(driver.selectedDetail != nil)
    }
}
