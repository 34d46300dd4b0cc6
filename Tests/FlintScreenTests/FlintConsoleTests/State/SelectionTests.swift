import FeatureGating
import FlintInspectorTestSupport
import FlintModel
import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct SelectionTests {
    @Test func `features added above the selection do not move it`() {
        var driver = ConsoleDriver(.large(200), columns: 80, rows: 24)
        driver.type("<pgdn><pgdn><pgdn>kkkkkkkk")
        let id = driver.state.selectedFeature?.id
        let line = driver.canvas().cursor?.row
        let new = (0..<7).map { DeclaredFeature(id: "Root/New\($0)", name: "New \($0)", parent: "Root") }
        driver.show(driver.app.world(of: nil).declaring { $0.insert(contentsOf: new, at: 1) })
        #expect(driver.state.selectedFeature?.id == id)
        #expect(driver.canvas().cursor?.row == line)
    }

    @Test func `a removed selection is not replaced, and commands on it are refused`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.show(driver.app.world(of: nil).declaring { $0.removeAll { $0.id == PodcastFeatures.smart } })
        driver.press(.perform)
        #expect(driver.announcement == "The selected feature was removed: choose another")
        #expect(driver.app.sent.isEmpty)
        #expect(driver.text().contains("The selected item was removed."))
        driver.type("j")
        #expect(driver.state.selectedFeature?.name == "Sharing")
    }

    @Test(arguments: ["a", "o", "t", "f"])
    func `no key selects a feature that the filter hides`(key: String) {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.filter("nothing like it")
        driver.type(key)
        #expect(driver.announcement.hasSuffix(" is hidden by the filter: esc shows everything"))
        #expect(driver.app.sent.isEmpty)
        #expect(driver.state.dialog == nil)
        driver.type("<esc>")
        driver.press(.perform)
        #expect(driver.state.dialog != nil)
    }

    @Test func `a product that the filter hides is not overridden`() {
        var driver = ConsoleDriver()
        driver.go(to: .purchases)
        driver.filter("nothing like it")
        driver.press(.overridePurchased)
        #expect(driver.announcement.contains("hidden by the filter"))
        #expect(driver.app.sent.isEmpty)
    }

    @Test func `an open dialog refuses a removed feature`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.perform)
        driver.show(driver.app.world(of: nil).declaring { $0.removeAll { $0.id == PodcastFeatures.smart } })
        driver.type("<enter>")
        #expect(driver.announcement == "\(PodcastFeatures.smart) was removed: nothing was changed")
        #expect(driver.app.sent.isEmpty)
        #expect(driver.state.dialog == nil)
    }

    @Test func `an open form refuses a removed action`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.perform)
        driver.choose("Create")
        driver.type("walk<tab>")
        driver.show(
            driver.app.world(of: nil).declaring { features in
                for place in features.indices { features[place].actions = [] }
            })
        driver.type("<enter>")
        #expect(driver.announcement == "CreateAction was removed: nothing was performed")
        #expect(driver.app.sent.isEmpty)
    }

    @Test func `an open override dialog refuses a removed product`() {
        var driver = ConsoleDriver()
        driver.select(.premium)
        driver.press(.override)
        driver.show(driver.app.world(of: nil).listing { $0.allProducts = [] })
        driver.choose("purchased")
        #expect(driver.announcement == "premium was removed: nothing was changed")
        #expect(driver.app.sent.isEmpty)
    }

    @Test func `the filter keeps ancestors, and clearing it keeps the selection`() {
        var driver = ConsoleDriver()
        driver.type("/smart<enter>")
        #expect(driver.state.screens.features.rows.map(\.isContext) == [true, true, false])
        #expect(driver.state.selectedFeature?.name == "Smart playlists")
        driver.type("<esc>")
        #expect(driver.state.screens.features.rows.count == 11)
        #expect(driver.state.selectedFeature?.name == "Smart playlists")
    }

    @Test func `a filter without matches keeps the selection`() {
        var driver = ConsoleDriver()
        driver.type("jj/nothing like it<enter>")
        #expect(driver.state.screens.features.rows.isEmpty)
        driver.type("<esc>")
        #expect(driver.state.selectedFeature?.name == "Dynamic speed")
    }

    @Test func `the filter shows features of collapsed groups`() {
        var driver = ConsoleDriver()
        driver.type("<left>/smart<enter>")
        #expect(driver.state.selectedFeature?.name == "Smart playlists")
        driver.type("<esc>")
        // The group is expanded to show the match inside it.
        #expect(driver.state.screens.features.rows.count == 11)
        #expect(driver.state.screens.features.browser.list.selection == PodcastFeatures.smart)
    }

    @Test func `left and right collapse, expand and change panes`() {
        var driver = ConsoleDriver()
        driver.type("jj<left>")
        #expect(driver.state.selectedFeature?.name == "Podcast playback")
        driver.type("h")
        #expect(driver.state.screens.features.rows.count == 9)
        driver.type("l")
        #expect(driver.state.screens.features.rows.count == 11)
        #expect(driver.state.pane == .list)
        driver.type("<enter><enter>")
        #expect(driver.state.screens.features.rows.count == 11)
        #expect(driver.state.pane == .list)
        driver.type("l")
        #expect(driver.state.pane == .detail)
        driver.type("h")
        #expect(driver.state.pane == .list)
    }

    @Test func `enter opens the details of a narrow screen, and escape returns`() {
        var driver = ConsoleDriver(columns: 80, rows: 24)
        driver.type("jj<enter>")
        #expect(driver.canvas().text(row: 2).contains("┌ Dynamic speed"))
        driver.type("<esc>")
        #expect(driver.canvas().text(row: 2).contains("┌ Features"))
    }

    @Test func `headings of products are never selected`() {
        var driver = ConsoleDriver()
        driver.go(to: .purchases)
        driver.type("g")
        #expect(driver.state.selectedProduct?.productID == "turbo")
        driver.type("j")
        #expect(driver.state.selectedProduct?.productID == "credits")
        driver.type("kk")
        #expect(driver.state.selectedProduct?.productID == "turbo")
        driver.type("G")
        #expect(driver.state.selectedProduct?.productID == "premium")
    }

    @Test func `the mouse selects, scrolls and changes screens`() {
        var driver = ConsoleDriver()
        func click(_ column: Int, _ row: Int) -> ConsoleEvent {
            .terminal(
                .mouse(MouseEvent(kind: .press, button: .left, position: Point(column: column, row: row))))
        }
        driver.feed(click(8, 10))
        #expect(driver.state.selectedFeature?.name == "Smart playlists")
        driver.feed(click(8, 30))
        #expect(driver.state.selectedFeature?.name == "Smart playlists")
        driver.feed(
            .terminal(.mouse(MouseEvent(kind: .wheelUp, position: Point(column: 8, row: 10)))))
        #expect(driver.state.selectedFeature?.name == "Podcast downloading")
        driver.feed(click(60, 10))
        #expect(driver.state.pane == .detail)
        driver.feed(click(16, 1))
        #expect(driver.state.screen == .purchases)
        driver.feed(click(8, 4))
        #expect(driver.state.selectedProduct?.productID == "turbo")
    }

    @Test func `the number of drawn rows depends only on the screen's height`() {
        var driver = ConsoleDriver(.large(10_000))
        #expect(driver.rowsDrawn == 34)
        driver.type("G")
        #expect(driver.rowsDrawn == 34)
        #expect(driver.text().contains("Feature 9999"))
        driver.type("/Feature 77")
        #expect(driver.state.matchCount == 280)
    }
}

extension SampleApp {
    /// An app with a number of features, which have no requirements unless they are given.
    static func large(_ count: Int, needs: Requirement<Condition>? = nil) -> SampleApp {
        declaring { features in
            features = [DeclaredFeature(id: "Root", name: "Root", needs: needs)]
            features += (1..<count).map {
                DeclaredFeature(id: "Root/F\($0)", name: "Feature \($0)", parent: "Root", needs: needs)
            }
        }
    }
}
