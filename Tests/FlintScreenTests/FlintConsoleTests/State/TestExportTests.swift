import FlintWorld
import Testing

@testable import FlintConsole

struct TestExportTests {
    private func driver() -> ConsoleDriver {
        var driver = ConsoleDriver(.used)
        driver.state.environment.canTravel = true
        driver.go(to: .timeline)
        driver.type("G")
        return driver
    }

    @Test func `a test of the selected event is written to the typed file`() throws {
        var driver = driver()
        let event = try #require(driver.state.selectedTimelineRow?.entry.event.id)
        driver.press(.exportTest)
        #expect(driver.text().contains("Event\(event)Tests.swift"))
        driver.submit("BugTests.swift")
        #expect(driver.effects.last == .write(.test(event: event), path: "BugTests.swift"))
        driver.feed(.written(.test(event: event), path: "BugTests.swift", .complete("The test sets 1 fact.")))
        #expect(driver.announcement == "BugTests.swift: The test sets 1 fact." && driver.state.dialog == nil)
    }

    @Test func `the form shows why a test was not written`() {
        var driver = driver()
        driver.press(.exportTest)
        driver.submit()
        driver.feed(.written(.test(event: 3), path: "3.swift", .failed("3.swift is not the name of a Swift type.")))
        #expect(driver.text().contains("3.swift is not the name of a Swift type."))
    }

    @Test func `a console that cannot write tests reports it`() {
        var driver = driver()
        driver.state.environment.exportsTests = false
        driver.press(.exportTest)
        #expect(driver.announcement == "Tests cannot be written from here")
    }
}
