import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct TabLineTests {
    private static let activity = "playing “Why is ice slippery today?” 2:06"

    /// Returns a console whose app has eight tabs and an activity.
    private func driver(columns: Int, activity: String = Self.activity) -> ConsoleDriver {
        var driver = ConsoleDriver(.full, columns: columns, rows: 24)
        var changes = ModelChanges(revision: driver.state.model.revision)
        changes.status = driver.state.model.status
        changes.status?.activity = activity
        driver.feed(.changed(changes))
        return driver
    }

    @Test(arguments: [110, 120, 160, 200])
    func `a wide window shows the complete activity above the complete titles`(columns: Int) {
        let driver = driver(columns: columns)
        #expect(driver.canvas().text(row: 0).contains(Self.activity))
        #expect(TabLine(driver.state).activity.isEmpty)
        #expect(driver.canvas().text(row: 1).contains("2 Purchases"))
    }

    @Test func `an activity does not shorten the titles`() {
        for columns in 60...200 {
            let tabs = TabLine(driver(columns: columns).state)
            let idle = TabLine(driver(columns: columns, activity: "").state)
            #expect(tabs.tabs.map(\.text) == idle.tabs.map(\.text), "\(columns)")
            #expect(tabs.tabs.last.map { $0.columns.upperBound <= columns } == true, "\(columns)")
        }
    }

    @Test func `a long activity leaves the titles readable`() {
        let driver = driver(columns: 200, activity: String(repeating: "long ", count: 100_000))
        #expect(driver.canvas().text(row: 1).contains("2 Purchases"))
        #expect(driver.canvas().text(row: 0).contains("long long"))
        #expect(driver.canvas().text(row: 0).contains("…"))
    }

    @Test func `a banner in the first line moves the activity to the line of tabs`() {
        var driver = driver(columns: 160)
        driver.press(.whatIf)
        #expect(!driver.canvas().text(row: 0).contains("Daily Byte"))
        #expect(driver.canvas().text(row: 1).contains("The Daily Byte, 12:04 of 31:20"))
    }
}
