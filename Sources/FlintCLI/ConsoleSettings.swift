import ArgumentParser
import FlintConsole
import FlintCore

/// The options that name how a person likes the console.
struct ConsoleSettingsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the keys of this file.",
            discussion: "Default: FLINT_KEYMAP, else keymap in the XDG folder of settings.",
            valueName: "file"),
        completion: .file())
    var keymap: String?

    @Option(
        help: ArgumentHelp(
            "Use the colors of a theme (standard, dark, light or high-contrast) or of this file.",
            discussion: "Default: FLINT_THEME, else theme in the XDG folder of settings.",
            valueName: "name|file"),
        completion: .file())
    var theme: String?

    init() {}
}

/// How a person likes the console: the keys and the colors.
struct ConsoleSettings {
    /// What every key does.
    let keymap: Keymap
    /// How everything looks.
    let theme: Theme
    /// What is wrong with the files, in a sentence each.
    let problems: [String]

    /// How large a file may be, in bytes.
    private static let sizeLimit = 1 << 20

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - options: What was named on the command line.
    ///   - commandName: The name of the program, which names the folder.
    ///   - environment: The environment of the process.
    /// - Throws: ``CommandLineError/unusableFile(_:)`` if a file that was named cannot be read.
    init(
        _ options: ConsoleSettingsOptions, commandName: String, environment: [String: String]
    ) throws(CommandLineError) {
        let keys = try Self.read(
            Self.path(
                of: "keymap", option: options.keymap, variable: environment["FLINT_KEYMAP"], commandName, environment),
            kind: "keymap")
        let file = KeymapFile(keys.text)
        keymap = file.keymap
        var problems = keys.problems + file.problems.map { "The keymap \(keys.path), \($0)" }
        let path = Self.path(
            of: "theme", option: options.theme, variable: environment["FLINT_THEME"], commandName, environment)
        if path.isNamed, let known = Theme.named.first(where: { $0.name == path.path }) {
            theme = known.theme
        } else {
            let names = Theme.named.map(\.name).joined(separator: ", ")
            let colors = try Self.read(path, kind: "theme", advice: " The themes \(names) need no file.")
            let file = ThemeFile(colors.text)
            theme = file.theme
            problems += colors.problems + file.problems.map { "The theme \(colors.path), \($0)" }
        }
        self.problems = problems
    }

    /// The path of a file.
    ///
    /// - Parameters:
    ///   - name: The name of the file in the folder of settings.
    ///   - option: What the option names, if it is given.
    ///   - variable: What the variable names, if it is set.
    ///   - commandName: The name of the program, which names the folder.
    ///   - environment: The environment of the process.
    /// - Returns: The path, and whether it was named and must be there.
    static func path(
        of name: String, option: String?, variable: String?, _ commandName: String, _ environment: [String: String]
    ) -> (path: String, isNamed: Bool) {
        if let option { return (option, true) }
        if let path = variable, !path.isEmpty { return (path, true) }
        // The XDG base directory specification asks for relative paths to be ignored.
        if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") {
            return ("\(directory)/\(commandName)/\(name)", false)
        }
        return ("\(environment["HOME"] ?? ".")/.config/\(commandName)/\(name)", false)
    }

    /// Reads a file; one that was not named may be missing.
    private static func read(
        _ file: (path: String, isNamed: Bool), kind: String, advice: String = ""
    ) throws(CommandLineError) -> (path: String, text: String, problems: [String]) {
        do throws(FileReading.Failure) {
            return (file.path, String(decoding: try FileReading.read(file.path, limit: sizeLimit), as: UTF8.self), [])
        } catch .missing where !file.isNamed {
            return (file.path, "", [])
        } catch {
            let problem = "The \(kind) \(file.path) cannot be read: \(error)."
            if file.isNamed { throw .unusableFile(problem + advice) }
            return (file.path, "", [problem])
        }
    }
}
