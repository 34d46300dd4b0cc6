import FlintInspectorTestSupport
import FlintWorld
import Testing

@testable import FlintConsole

struct CoverageTests {
    private func driver() -> ConsoleDriver {
        var driver = ConsoleDriver()
        driver.go(to: .matrix)
        driver.effects = []
        return driver
    }

    private func report(_ driver: ConsoleDriver) throws -> CoverageReport {
        let world = driver.app.world(of: nil)
        var coverage = GateCoverage(of: world)
        try coverage.observe(driver.app, at: world)
        return coverage.report
    }

    private func detail(_ driver: ConsoleDriver) -> [String] {
        driver.state.screen.behavior.detailLines(in: driver.state).map(\.text)
    }

    @Test func `the key requests the coverage, and the list leads to the features`() throws {
        var driver = driver()
        let report = try report(driver)
        driver.type("s")
        guard case .choices(let dialog) = driver.state.dialog else {
            Issue.record("The list is not open.")
            return
        }
        let first = try #require(report.unseen.first)
        #expect(dialog.options.first?.title == first.featureName)
        #expect(Set(dialog.options.map(\.title)) == Set(report.unseen.map(\.featureName)))
        #expect(dialog.options.first?.note.hasPrefix("never ") == true)
        #expect(
            dialog.body.map(\.text) == [
                "The app has been in 1 state and has shown \(report.percent) % of what its gates can do."
            ])
        driver.type("<enter>")
        #expect(driver.state.screen == .features)
        let lines = detail(driver)
        let heading = try #require(lines.firstIndex(of: "Never seen"))
        // Long parts are wrapped.
        let shown = lines[(heading + 1)...].prefix { !$0.isEmpty }.flatMap { $0.split(separator: " ") }
        #expect(shown == report.unseenFeatures.first?.parts.flatMap { $0.split(separator: " ") })
    }

    @Test func `details mention unseen values only after the list was shown`() {
        var driver = driver()
        driver.go(to: .features)
        #expect(!detail(driver).contains("Never seen"))
    }

    @Test func `an app with too many features is referred to the command line`() {
        var driver = driver()
        driver.feed(.coverage(.failure(CoverageRefusal())))
        #expect(driver.state.dialog == nil)
        #expect(driver.announcement == "The app has more than 2000 features: use \"coverage\" on the command line")
    }
}
