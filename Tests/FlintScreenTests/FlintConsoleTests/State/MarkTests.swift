import FlintWorld
import Testing

@testable import FlintConsole

/// Tests of changing several marked items together.
struct MarkTests {
    private var keys: [String] {
        var driver = ConsoleDriver(.full)
        driver.type("4")
        return driver.state.model.flags.map(\.key)
    }

    @Test func `an override changes all marked flags and is undone as one change`() {
        var driver = ConsoleDriver(.full)
        driver.type("4g<space><space>")
        #expect(driver.announcement == "2 flags marked" && driver.text().contains("Facts, 2 marked"))
        driver.type("+")
        let both = keys.prefix(2).sorted().map { Command.override(.flag, $0, to: "on") }
        #expect(driver.app.sent == [.sequence(both)])
        driver.type("x")
        #expect(driver.app.sent.last == .sequence(keys.prefix(2).sorted().map { .override(.flag, $0, to: nil) }))
    }

    @Test func `the dialog of values states the number of marked items`() {
        var driver = ConsoleDriver(.full)
        driver.type("4g<space><space>o")
        #expect(driver.text().contains("Override 2 flags"))
        driver.type("-")
        #expect(driver.app.sent == [.sequence(keys.prefix(2).sorted().map { .override(.flag, $0, to: "off") })])
    }

    @Test func `escape removes all marks, and space removes a single mark`() {
        var driver = ConsoleDriver(.full)
        driver.type("4g<space><space>g<space>")
        #expect(driver.announcement == "1 flag marked")
        driver.type("<esc>")
        #expect(driver.announcement == "Nothing is marked" && driver.state.view.marks.isEmpty)
        driver.type("g+")
        #expect(driver.app.sent == [.override(.flag, keys[0], to: "on")])
    }

    @Test func `marks on one screen have no effect on another screen`() {
        var driver = ConsoleDriver(.full)
        driver.type("4g<space>2gb")
        guard case .setOverride(let fact, _)? = driver.app.sent.last else {
            Issue.record("\(driver.app.sent) is not a single override")
            return
        }
        #expect(fact.kind == .purchase && driver.app.sent.count == 1)
    }

    @Test func `removing overrides is refused if no marked item is overridden`() {
        var driver = ConsoleDriver(.full)
        driver.type("4g<space><space>x")
        #expect(driver.announcement == "None of the marked items is overridden" && driver.app.sent.isEmpty)
    }
}
