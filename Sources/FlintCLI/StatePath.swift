import FlintCore
import Synchronization

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
    /// The errors that have been reported.
    private static let reported = Mutex<Set<StateFileError>>([])

    /// Checks that a command has saved its changes; a program that goes on can save them later.
    ///
    /// - Throws: ``CommandLineError`` with the status for the first file that could not be changed.
    static func check() throws(CommandLineError) {
        if StateFileAccess.process.mode != .deferring { try requireAll() }
    }

    /// Saves what is pending, waiting for locks that are in the way, and checks that everything is saved.
    ///
    /// - Throws: ``CommandLineError`` with the status for the first file that could not be changed.
    static func finish() throws(CommandLineError) {
        StateFileAccess.process.finish()
        try requireAll()
    }

    private static func requireAll() throws(CommandLineError) {
        guard let error = StateFileAccess.process.saveErrors.first else { return }
        reported.withLock { _ = $0.insert(error) }
        throw CommandLineError(saving: error)
    }

    /// Saves what is pending before the program ends, waiting for locks that are in the way, and reports what could not
    /// be saved, each file once.
    ///
    /// - Returns: The status for the first file that could not be changed, or `nil` if everything is saved.
    static func finishAndReport() -> Int32? {
        // A command that ends with its change has reported what its history lacks.
        let goesOn = StateFileAccess.process.mode == .deferring
        StateFileAccess.process.finish()
        let errors =
            StateFileAccess.process.saveErrors + (goesOn ? StateFileAccess.process.auxiliaryErrors : [])
        let new = reported.withLock { reported in errors.filter { reported.insert($0).inserted } }
        for error in new { CommandOutput.complain("A change is not saved. \(error)") }
        return errors.first.map { CommandLineError(saving: $0).status }
    }
}

extension StateFileAccess.Mode {
    /// A command waits for a lock for as long as a person would, reports that, and then gives up.
    static let commandLine = Self.waiting(milliseconds: StateFileAccess.patience)
}
