import ArgumentParser
import FlintConsole
import FlintTestSupport
import Testing

@testable import FlintCLI

struct ConsoleSettingsTests {
    private func settings(
        _ arguments: [String] = [], _ environment: [String: String] = [:],
        preferences: ConsolePreferences = ConsolePreferences()
    ) throws -> ConsoleSettings {
        try ConsoleSettings(
            ConsoleSettingsOptions.parse(arguments), preferences: preferences, commandName: "no-such-program",
            environment: environment)
    }

    @Test func `the automatic theme is the standard theme until the terminal reports its background`() throws {
        for settings in [
            try settings([]), try settings(["--theme", "auto"]), try settings([], ["FLINT_THEME": "auto"]),
        ] {
            #expect(settings.options.reportsColorScheme && settings.options.theme == .standard)
            #expect(settings.problems.isEmpty)
        }
        #expect(try !settings(["--theme", "dark"]).options.reportsColorScheme)
    }

    @Test func `the alert is a notification unless an option or a variable selects another`() throws {
        #expect(try settings().options.alert == .notification)
        #expect(try settings([], ["FLINT_ALERT": "bell"]).options.alert == .bell)
        #expect(try settings(["--alert", "message"], ["FLINT_ALERT": "bell"]).options.alert == .message)
        let unknown = try settings([], ["FLINT_ALERT": "horn"])
        #expect(unknown.options.alert == .notification)
        #expect(
            unknown.problems == ["FLINT_ALERT has an unknown value. The values are message, bell, notification."])
    }

    @Test func `options and variables take precedence over choices in the console`() throws {
        var preferences = ConsolePreferences()
        (preferences.theme, preferences.alert) = ("light", "bell")
        let chosen = try settings(preferences: preferences).options
        #expect(chosen.theme == .light && chosen.alert == .bell && !chosen.showsNotifications)
        let given = try settings(["--theme", "dark"], ["FLINT_ALERT": "message"], preferences: preferences).options
        #expect(given.theme == .dark && given.alert == .message && given.preferences == preferences)
        (preferences.theme, preferences.alert) = ("no such theme", "horn")
        let unknown = try settings(preferences: preferences)
        #expect(unknown.options.theme == .standard && unknown.options.alert == .notification)
        #expect(unknown.problems.isEmpty)
    }

    @Test(arguments: [(["--theme", "drak"], [:]), ([], ["FLINT_THEME": "drak"])])
    func `the error for an unknown theme lists the available themes`(arguments: [String], environment: [String: String])
    {
        let error = #expect(throws: CommandLineError.self) { try settings(arguments, environment) }
        #expect(error?.exitStatus == .usage)
        #expect(
            error?.message == "There is no theme drak. The themes are standard, dark, light, high-contrast and auto.")
    }

    @Test func `the choices in the console are saved beside its last position`() throws {
        let file = PlaceFile(statePath: try TemporaryFolder().path(of: "overrides.json"))
        var preferences = ConsolePreferences()
        preferences.theme = "dark"
        file.store(preferences)
        #expect(file.read().preferences == preferences)
        file.save(ConsolePlace())
        #expect(file.read().preferences == preferences)
        file.store(ConsolePreferences())
        #expect(file.read().preferences == nil)
    }

    @Test func `the keyboard protocol is used unless an option forbids it`() throws {
        #expect(try settings().usesKeyboardProtocol)
        #expect(try !settings(["--no-keyboard-protocol"]).usesKeyboardProtocol)
    }

    @Test func `links are shown unless an option forbids it`() throws {
        #expect(try settings().usesLinks)
        #expect(try !settings(["--no-links"]).usesLinks)
    }
}
