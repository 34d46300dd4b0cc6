import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

struct MessagesTests {
    @Test func `the last messages are listed in full, beginning with the newest`() {
        var driver = ConsoleDriver()
        let long = "Premium: overridden, on until removed; " + String(repeating: "Playlists is available, ", count: 8)
        for message in ["first", long] {
            driver.feed(.commandFinished(.undo, .change, CommandResult(status: .done, message: message)))
        }
        driver.press(.showMessages)
        guard case .choices(let choices)? = driver.state.dialog else {
            Issue.record("The list is not open.")
            return
        }
        #expect(choices.options.map(\.details) == [long, "first"])
    }

    @Test func `each listed message begins with its time`() {
        var driver = ConsoleDriver()
        for (second, message) in ["first", "second"].enumerated() {
            driver.state.messages.date = Date(timeIntervalSince1970: 36_900 + Double(second))
            driver.feed(.commandFinished(.undo, .change, CommandResult(status: .done, message: message)))
        }
        driver.type("M")
        guard case .choices(let choices)? = driver.state.dialog else {
            Issue.record("The list is not open.")
            return
        }
        #expect(choices.options.map(\.title) == ["10:15:01  second", "10:15:00  first"])
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

    @Test(arguments: [("console", true), ("store", true), ("saved", false), ("expiry", false), ("console 7", false)])
    func `the message about a change gives way to a later change by others`(cause: String, isShown: Bool) {
        var driver = ConsoleDriver(SampleApp(news: .expired))
        let change = CommandChange([CommandChange.Part("Premium subscription", "overridden, purchased")])
        driver.feed(.commandFinished(.undo, .change, CommandResult(done: change, inverse: nil)))
        var log = News.expired
        log.append(.changed(), "Premium subscription: override removed", cause: cause)
        driver.feed(.events([log.events[log.events.count - 1]]))
        let (isAnnounced, text) = (!driver.announcement.isEmpty, driver.text())
        #expect(isAnnounced == isShown)
        #expect(text.contains("Premium subscription: override removed") == !isShown)
    }

    @Test func `the number of kept messages is limited`() {
        var driver = ConsoleDriver()
        for number in 0..<(Messages.limit + 5) {
            driver.feed(.commandFinished(.undo, .change, CommandResult(status: .failed, message: "\(number)")))
        }
        #expect(driver.state.messages.recent.count == Messages.limit)
        #expect(driver.state.messages.recent.first?.text == "5")
    }

    @Test func `an announcement that does not fit is kept and can be read in full`() {
        var driver = ConsoleDriver(columns: 60, rows: 16)
        let words = (1...120).map { "word\($0)" }.joined(separator: " ")
        driver.state.announce("short", .notice)
        driver.state.announce(words, .notice)
        driver.press(.showMessages)
        #expect(driver.state.messages.recent.map(\.text) == [words])
        #expect(driver.text().contains("…"), "The list shows the beginning.")
        driver.type("<enter>")
        #expect(driver.dialogTitle == "Message")
        for _ in 0..<20 { driver.type("<pgdn>") }
        #expect(driver.text().contains("word120"))
        driver.type("<enter>")
        #expect(driver.state.dialog == nil)
    }

    @Test func `the command line of a change follows its message and can be copied from the list`() {
        var driver = ConsoleDriver()
        driver.state.environment.invocation = ShellInvocation(program: "flint", options: ["--state", "my state"])
        let line = "flint set flag up-next on --state 'my state'"
        driver.feed(
            .commandFinished(
                .override(.flag, "up-next", to: "on"), .change, CommandResult(status: .done, message: "on")))
        #expect(driver.text().contains("ok  on  \(line)"))
        driver.press(.showMessages, .copy)
        #expect(driver.effects.last == .copy(line, title: "The command line"))
        driver.type("<enter>")
        #expect(driver.dialogTitle == "Message" && driver.text().contains(line))
    }

    @Test func `refused commands and commands without an equivalent show no command line`() {
        var driver = ConsoleDriver()
        driver.state.environment.invocation = ShellInvocation(program: "flint")
        let results: [(Command, CommandResult.Status)] = [
            (.restartApp, .done), (.override(.flag, "up-next", to: "on"), .failed),
            (.sequence([.undo, .restartApp]), .done),
        ]
        for (command, status) in results {
            driver.feed(.commandFinished(command, .change, CommandResult(status: status, message: "text")))
        }
        #expect(driver.state.messages.recent.flatMap(\.commandLines).isEmpty)
        driver.press(.showMessages, .copy)
        #expect(driver.announcement == "No command line makes this change")
    }

    @Test func `in a dialog, the command line of the marked option is copied with its terms`() {
        var driver = ConsoleDriver()
        driver.state.environment.invocation = ShellInvocation(program: "flint")
        let option = ChoiceDialog.Option(
            title: "on", intent: .change(.override(.flag, "up-next", to: "on")), hasPreview: true)
        var dialog = ChoiceDialog(title: "Flag", options: [option])
        dialog.terms.expiry = .uses(3)
        driver.state.dialog = .choices(dialog)
        driver.press(.copy)
        #expect(driver.effects.last == .copy("flint set flag up-next on --uses=3", title: "The command line"))
    }

    @Test func `an action with sensitive or unknown input has no command line`() {
        let driver = ConsoleDriver()
        var state = driver.state
        state.environment.invocation = ShellInvocation(program: "flint")
        let invocation = ActionInvocation(feature: "App/Player", action: "Play", input: ["password": "secret"])
        #expect(state.commandLines(of: .perform(invocation)).isEmpty)
        let other = ActionInvocation(feature: "App/Player", action: "Play")
        #expect(state.commandLines(of: .perform(other)) == ["flint perform App/Player/Play"])
    }

    @Test func `the list does not open without a message`() {
        var driver = ConsoleDriver()
        driver.press(.showMessages)
        #expect(driver.state.dialog == nil)
        #expect(driver.announcement == "There are no messages yet")
    }
}
