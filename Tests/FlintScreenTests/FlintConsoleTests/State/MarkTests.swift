import FlintWorld
import Testing

@testable import FlintConsole

struct MarkTests {
    private var keys: [String] {
        var driver = ConsoleDriver(.full)
        driver.go(to: .flags)
        return driver.state.model.flags.map(\.key)
    }

    /// Returns a console in which the first two flags are marked.
    private func marked() -> ConsoleDriver {
        var driver = ConsoleDriver(.full)
        driver.go(to: .flags)
        driver.press(.mark, .mark)
        return driver
    }

    @Test func `an override changes all marked flags and is undone as one change`() {
        var driver = marked()
        #expect(driver.announcement == "2 flags marked" && driver.text().contains("Facts, 2 marked"))
        func overrides() -> [Bool?] { driver.state.model.flags.prefix(2).map(\.override) }
        let before = overrides()
        driver.press(.overrideOn)
        #expect(overrides() == [true, true])
        let both = keys.prefix(2).sorted().map { Command.override(.flag, $0, to: "on") }
        #expect(driver.app.sent == [.sequence(both)])
        driver.press(.removeOverride)
        #expect(driver.app.sent.last == .sequence(keys.prefix(2).sorted().map { .override(.flag, $0, to: nil) }))
        driver.press(.undo)
        #expect(overrides() == [true, true])
        driver.press(.undo)
        #expect(overrides() == before)
    }

    @Test func `the dialog of values states the number of marked items`() {
        var driver = marked()
        driver.press(.override)
        #expect(driver.text().contains("Override 2 flags"))
        driver.choose("off")
        #expect(driver.app.sent == [.sequence(keys.prefix(2).sorted().map { .override(.flag, $0, to: "off") })])
    }

    @Test func `escape removes all marks, and space removes a single mark`() {
        var driver = marked()
        driver.type("g<space>")
        #expect(driver.announcement == "1 flag marked")
        driver.type("<esc>")
        #expect(driver.announcement == "Nothing is marked" && driver.state.view.marks.isEmpty)
        driver.type("g")
        driver.press(.overrideOn)
        #expect(driver.app.sent == [.override(.flag, keys[0], to: "on")])
    }

    @Test func `marks on one screen have no effect on another screen`() {
        var driver = ConsoleDriver(.full)
        driver.go(to: .flags)
        driver.press(.mark)
        driver.select(.product("Turbo pack"))
        driver.press(.overridePurchased)
        guard case .setOverride(let fact, _)? = driver.app.sent.last else {
            Issue.record("\(driver.app.sent) is not a single override")
            return
        }
        #expect(fact.kind == .purchase && driver.app.sent.count == 1)
    }

    @Test func `removing overrides is refused if no marked item is overridden`() {
        var driver = marked()
        driver.press(.removeOverride)
        #expect(driver.announcement == "None of the marked items is overridden" && driver.app.sent.isEmpty)
    }
}
