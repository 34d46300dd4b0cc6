// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintWorld

struct ConsoleSettingsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the keymap in this file.",
            discussion: """
                Default: FLINT_KEYMAP, or else keymap in the XDG configuration folder. For the format, see: help keymap
                """,
            valueName: "file"),
        completion: .file())
    var keymap: String?

    @Option(
        help: ArgumentHelp(
            "Use a theme: standard, dark, light, high-contrast, or auto.",
            discussion: """
                Default: FLINT_THEME, or else the theme chosen in the console, or else auto: dark or light, as the \
                terminal's background.
                """,
            valueName: "name"),
        completion: .list(Theme.names))
    var theme: String?

    @Option(
        help: ArgumentHelp(
            "The alert for changes of watched items, in addition to a message: bell, notification, or only the message.",
            discussion: "Default: FLINT_ALERT, or else the alert chosen in the console, or else notification.",
            valueName: "alert"),
        completion: .list(WatchAlert.allCases.map(\.rawValue)))
    var alert: WatchAlert?

    @Flag(help: "Do not use the kitty keyboard protocol, not even if the terminal supports it.")
    var noKeyboardProtocol = false

    @Flag(help: "Do not make addresses and source code links, not even if the terminal supports them.")
    var noLinks = false

    @OptionGroup var warnings: WarningOptions

    init() {}
}

extension WatchAlert: ExpressibleByArgument {}

/// The user's settings for the console.
///
/// The keymap comes from an option, an environment variable, or the XDG configuration folder, in this order. The theme
/// comes from an option, an environment variable, or the user's choice in the console. A keymap that the user specified
/// must be readable. Any other problem with it does not prevent the console from opening; ``problems`` describes it.
struct ConsoleSettings {
    let keymap: Keymap
    let options: ConsoleOptions
    let usesKeyboardProtocol: Bool
    let usesLinks: Bool
    let warningRules: WarningRules
    let problems: [String]

    private static let sizeLimit = 1 << 20

    init(
        _ options: ConsoleSettingsOptions, preferences: ConsolePreferences = ConsolePreferences(), commandName: String,
        environment: [String: String]
    ) throws(CommandLineError) {
        let keys = try Self.read(
            Self.keymapPath(
                option: options.keymap, variable: environment["FLINT_KEYMAP"], commandName, environment))
        let file = KeymapFile(keys.text)
        keymap = file.keymap
        var problems = keys.problems + file.problems.map { "The keymap \(keys.path), \($0)" }
        let variableTheme = environment["FLINT_THEME"].flatMap { $0.isEmpty ? nil : $0 }
        if let name = options.theme ?? variableTheme, !Theme.names.contains(name) {
            throw .usage("There is no theme \(CommandOutput.excerpt(name)). The themes are \(Theme.names.listed()).")
        }
        // The stored theme may come from another version of the program, and this version may not have it.
        let preferredTheme = preferences.theme.flatMap { Theme.names.contains($0) ? $0 : nil }
        let themeName = options.theme ?? variableTheme ?? preferredTheme ?? Theme.automaticName
        usesKeyboardProtocol = !options.noKeyboardProtocol
        usesLinks = !options.noLinks
        warningRules = try options.warnings.rules()
        let variable = environment["FLINT_ALERT"] ?? ""
        let configured = WatchAlert(rawValue: variable)
        if configured == nil, !variable.isEmpty {
            let values = WatchAlert.allCases.map(\.rawValue).joined(separator: ", ")
            problems.append("FLINT_ALERT has an unknown value. The values are \(values).")
        }
        let preferred = preferences.alert.flatMap(WatchAlert.init)
        let alert = options.alert ?? configured ?? preferred ?? .notification
        self.options = ConsoleOptions(
            themeName: themeName, alert: alert,
            reportsColorScheme: themeName == Theme.automaticName, showsNotifications: alert == .notification,
            preferences: preferences)
        self.problems = problems
    }

    /// Returns the path of the keymap, and whether the user specified it.
    ///
    /// A specified file must exist. The path is `nil` if the user has no folder for settings.
    static func keymapPath(
        option: String?, variable: String?, _ commandName: String, _ environment: [String: String]
    ) -> (path: String?, isNamed: Bool) {
        if let option { return (option, true) }
        if let path = variable, !path.isEmpty { return (path, true) }
        let folder = AppDirectory.userDirectory(
            "XDG_CONFIG_HOME", orHome: ".config", program: commandName, environment: environment)
        return (folder.map { "\($0)/keymap" }, false)
    }

    private static func read(
        _ file: (path: String?, isNamed: Bool)
    ) throws(CommandLineError) -> (path: String, text: String, problems: [String]) {
        guard let path = file.path else { return ("", "", []) }
        do throws(FileReading.Failure) {
            return (path, String(decoding: try FileReading.read(path, limit: sizeLimit), as: UTF8.self), [])
        } catch .missing where !file.isNamed {
            return (path, "", [])
        } catch {
            let problem = "The keymap \(path) cannot be read: \(error)."
            if file.isNamed { throw .unusableFile(problem) }
            return (path, "", [problem])
        }
    }
}

/// The receiver of mouse events: the console, or the terminal, which uses them to select text.
enum MouseUse: String, EnumerableFlag {
    case console, terminal

    static func name(for value: MouseUse) -> NameSpecification {
        switch value {
        case .console: .customLong("mouse")
        case .terminal: .customLong("no-mouse")
        }
    }

    static func help(for value: MouseUse) -> ArgumentHelp? {
        switch value {
        case .console: ArgumentHelp("Use the mouse in the console.")
        case .terminal: ArgumentHelp("Leave the mouse to the terminal, for example to select text.")
        }
    }
}
