import ArgumentParser
import FlintConsole
import Testing

@testable import FlintCLI

struct ConsoleSettingsTests {
    private func settings(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> ConsoleSettings {
        try ConsoleSettings(
            ConsoleSettingsOptions.parse(arguments), commandName: "no-such-program", environment: environment)
    }

    @Test func `the automatic theme is the standard one until the terminal reports its background`() throws {
        for settings in [try settings(["--theme", "auto"]), try settings([], ["FLINT_THEME": "auto"])] {
            #expect(settings.adaptsTheme && settings.theme == .standard && settings.problems.isEmpty)
        }
        #expect(try !settings(["--theme", "dark"]).adaptsTheme)
    }

    @Test func `the alert is a notification unless an option or a variable selects another`() throws {
        #expect(try settings().alert == .notification)
        #expect(try settings([], ["FLINT_ALERT": "bell"]).alert == .bell)
        #expect(try settings(["--alert", "message"], ["FLINT_ALERT": "bell"]).alert == .message)
        let unknown = try settings([], ["FLINT_ALERT": "horn"])
        #expect(unknown.alert == .notification)
        #expect(
            unknown.problems == ["FLINT_ALERT has an unknown value. The values are message, bell, notification."])
    }

    @Test func `the keyboard protocol is used unless an option forbids it`() throws {
        #expect(try settings().usesKeyboardProtocol)
        #expect(try !settings(["--no-keyboard-protocol"]).usesKeyboardProtocol)
    }

    @Test func `the options are passed to another command`() throws {
        let arguments = ["--keymap", "k", "--theme", "t", "--alert", "bell", "--no-keyboard-protocol"]
        #expect(try ConsoleSettingsOptions.parse(arguments).arguments == arguments)
        #expect(try ConsoleSettingsOptions.parse([]).arguments.isEmpty)
    }
}
