import FlintWorld
import Testing

@testable import FlintConsole

/// Tests of the list of recent messages.
struct MessagesTests {
    @Test func `the last messages are listed in full, the newest first`() {
        var driver = ConsoleDriver()
        let long = "Premium: overridden, on until removed; " + String(repeating: "Playlists is available, ", count: 8)
        for message in ["first", long] {
            driver.feed(.commandFinished(.undo, .change, CommandResult(status: .done, message: message)))
        }
        driver.type("M")
        guard case .choices(let choices)? = driver.state.dialog else {
            Issue.record("no list")
            return
        }
        #expect(choices.options.map(\.details) == [long, "first"])
    }

    @Test func `the last line of a narrow screen keeps the effect`() {
        var driver = ConsoleDriver(columns: 80, rows: 24)
        let result = CommandResult(
            done: CommandChange(
                [CommandChange.Part("Premium subscription", "overridden, purchased until removed")],
                effect: CommandEffect(text: "Playlists is available, Premiere is undetermined", count: 2)),
            inverse: nil)
        driver.feed(.commandFinished(.undo, .change, result))
        #expect(driver.text().contains("; Playlists is available, Premiere is undetermined."))
        #expect(driver.announcement == result.message)
    }

    @Test func `the number of kept messages is limited`() {
        var driver = ConsoleDriver()
        for number in 0..<(Messages.limit + 5) {
            driver.feed(.commandFinished(.undo, .change, CommandResult(status: .failed, message: "\(number)")))
        }
        #expect(driver.state.messages.recent.count == Messages.limit)
        #expect(driver.state.messages.recent.first == "5")
    }

    @Test func `an announcement that does not fit is kept, and read in full`() {
        var driver = ConsoleDriver(columns: 60, rows: 16)
        let words = (1...120).map { "word\($0)" }.joined(separator: " ")
        driver.state.announce("short", .notice)
        driver.state.announce(words, .notice)
        driver.type("M")
        #expect(driver.state.messages.recent == [words])
        #expect(driver.text().contains("…"), "the list shows the beginning")
        driver.type("<enter>")
        #expect(driver.dialogTitle == "Message")
        for _ in 0..<20 { driver.type("<pgdn>") }
        #expect(driver.text().contains("word120"))
        driver.type("<enter>")
        #expect(driver.state.dialog == nil)
    }

    @Test func `without a message there is no list`() {
        var driver = ConsoleDriver()
        driver.type("M")
        #expect(driver.state.dialog == nil)
        #expect(driver.announcement == "There are no messages yet")
    }
}
