import FlintCore

/// Where an app's overrides are kept.
enum StatePath {
    /// The path of the state file.
    ///
    /// - Parameters:
    ///   - option: What `--state` names, if it is given.
    ///   - commandName: The name of the program, which names the file.
    ///   - environment: The environment of the process.
    /// - Returns: The path, which need not exist, and whether it is the one where nothing else is named.
    static func resolve(
        option: String?, commandName: String, environment: [String: String]
    ) -> (path: String, isDefault: Bool) {
        if let option { return (option, false) }
        if let path = environment["FLINT_STATE"], !path.isEmpty { return (path, false) }
        return (defaultPath(commandName: commandName, environment: environment), true)
    }

    /// Checks that a path can be that of a file.
    ///
    /// - Parameter path: The path of the state file.
    /// - Throws: ``CommandLineError/usage(_:)`` if it can only be that of a folder.
    static func requireFile(_ path: String) throws(CommandLineError) {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard name.isEmpty || name == "." || name == ".." else { return }
        let file = path.hasSuffix("/") ? "\(path)overrides.json" : "\(path)/overrides.json"
        throw .usage(
            "The state is kept in a file, and \(CommandOutput.quotable(path)) is a folder. Name a file, such as "
                + "\(CommandOutput.quotable(file)).")
    }

    private static func defaultPath(commandName: String, environment: [String: String]) -> String {
        // The XDG base directory specification asks for relative paths to be ignored.
        if let directory = environment["XDG_STATE_HOME"], directory.hasPrefix("/") {
            return "\(directory)/\(commandName)/overrides.json"
        }
        let home = environment["HOME"] ?? "."
        return "\(home)/.local/state/\(commandName)/overrides.json"
    }

    /// The path of a file that keeps something else, beside the file of overrides.
    ///
    /// Beside `overrides.json` it has the plain name, such as `toggles.json`; beside a file of another name, such as
    /// `trial.json`, it is told apart by that: `trial.toggles.json`.
    static func sibling(_ name: String, of path: String) -> String {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let file = path[slash...]
        guard file != "overrides.json" else { return path[..<slash] + "\(name).json" }
        let stem = file.hasSuffix(".json") ? file.dropLast(5) : file
        return path[..<slash] + "\(stem).\(name).json"
    }
}

/// Whether everything that was changed is in its file.
enum SavedState {
    /// Checks that every change of a state file has been saved.
    ///
    /// - Throws: ``CommandLineError`` with the status for the first file that could not be changed.
    static func check() throws(CommandLineError) {
        if let error = StateFileAccess.process.saveErrors.first { throw CommandLineError(saving: error) }
    }

    /// Describes, one sentence each, what could not be saved until the program ends.
    static var problems: [String] { StateFileAccess.process.saveErrors.map { "A change is not saved. \($0)" } }
}

extension StateFileAccess.Mode {
    /// A command waits for a lock for as long as a person would, reports that, and then gives up.
    static let commandLine = Self.waiting(milliseconds: 10_000)
}
