import FlintWorld
import Testing

@testable import FlintConsole

struct ListOrderTests {
    @Test func `a key cycles through the orders, and the selection stays`() {
        var driver = ConsoleDriver(.full)
        driver.go(to: .flags)
        driver.filter("kind:flag")
        driver.type("G")
        func rows() -> [String] { driver.state.screens.flags.rows.compactMap(\.itemID) }
        let (declared, selection) = (rows(), driver.state.screens.flags.browser.list.selection)
        driver.type("z")
        #expect(driver.announcement == "Sorted by name" && rows() == declared.sorted())
        driver.type("z")
        #expect(driver.announcement == "Sorted by state")
        let values = rows().map { driver.state.flag(FactReference(rowID: $0).key)?.effective }
        let ranks = values.map { $0.map { $0 ? 2 : 0 } ?? 1 }
        #expect(ranks == ranks.sorted() && Set(ranks).count > 1)
        driver.type("zz")
        #expect(driver.announcement == "In the app's order" && rows() == declared)
        #expect(driver.state.screens.flags.browser.list.selection == selection)
    }

    @Test func `a change of a value moves the item`() {
        var driver = ConsoleDriver(.full)
        driver.go(to: .flags)
        driver.filter("kind:flag")
        driver.press(.sort, .sort, .sort)
        #expect(driver.announcement == "Overridden ones first")
        let last = driver.state.screens.flags.rows.last?.itemID
        driver.type("G")
        driver.press(.overrideOn)
        let (rows, selection) = (driver.state.screens.flags.rows, driver.state.screens.flags.browser.list.selection)
        #expect(rows[1].itemID == last && selection == last)
    }

    @Test func `products are sorted within their type`() {
        var driver = ConsoleDriver(.populated)
        driver.go(to: .purchases)
        let headings = driver.state.screens.purchases.rows.filter { $0.itemID == nil }
        driver.press(.sort)
        let rows = driver.state.screens.purchases.rows
        #expect(rows.filter { $0.itemID == nil } == headings)
        let groups = rows.split { $0.itemID == nil }.map {
            $0.compactMap { $0.itemID.flatMap(driver.state.product)?.name }
        }
        #expect(groups.allSatisfy { $0.map { $0.lowercased() } == $0.map { $0.lowercased() }.sorted() })
    }

    @Test func `the order is restored at the next launch`() {
        var driver = ConsoleDriver(.full)
        driver.go(to: .flags)
        driver.press(.sort)
        driver.go(to: .permissions)
        driver.press(.sort, .sort)
        let state = ConsoleState(place: ConsolePlace(driver.state))
        #expect(state.screens.flags.browser.order == .name && state.screens.permissions.browser.order == .state)
    }
}
