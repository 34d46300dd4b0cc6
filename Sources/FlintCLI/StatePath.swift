// SPDX-License-Identifier: MIT

import FlintCore
import FlintLibc

/// Locates an app's state files.
///
/// The overrides file determines the location: every other state file is beside it.
enum StatePath {
    static func resolve(
        option: String?, commandName: String, environment: [String: String],
        accountHome: () -> String? = AppDirectory.accountHome
    ) throws(CommandLineError) -> (path: String, isDefault: Bool) {
        if let option { return (option, false) }
        if let path = environment["FLINT_STATE"], !path.isEmpty { return (path, false) }
        let folder = AppDirectory.userDirectory(
            "XDG_STATE_HOME", orHome: ".local/state", program: commandName, environment: environment,
            accountHome: accountHome)
        guard let folder else {
            throw .unusableFile(
                "There is no folder for state files, because HOME is not set and the account has no home folder. Specify "
                    + "a file with --state, or set HOME.")
        }
        return ("\(folder)/overrides.json", true)
    }

    /// Throws an error if a path can only refer to a folder.
    static func requireFile(_ path: String) throws(CommandLineError) {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard name.isEmpty || name == "." || name == ".." else { return }
        let file = path.hasSuffix("/") ? "\(path)overrides.json" : "\(path)/overrides.json"
        throw .usage(
            "The state is stored in a file, but \(CommandOutput.excerpt(path)) is a folder. Specify a file, such as "
                + "\(CommandOutput.excerpt(file)).")
    }

    /// Throws an error if a path cannot be used, because one of its parents is a file.
    static func requireFolder(of path: String) throws(CommandLineError) {
        guard access(path, F_OK) != 0, errno == ENOTDIR else { return }
        let error = StateFileError.unwritable(
            path: path, reason: "\(String(cString: strerror(ENOTDIR))); specify another file")
        throw .cannotWrite(error.description)
    }

    /// Returns the path of another state file, beside the overrides file.
    ///
    /// Beside `overrides.json`, the file has a plain name, such as `toggles.json`. Beside a file with another name,
    /// such as `trial.json`, that name is a prefix: `trial.toggles.json`.
    static func sibling(_ name: String, of path: String) -> String {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let file = path[slash...]
        guard file != "overrides.json" else { return path[..<slash] + "\(name).json" }
        let stem = file.hasSuffix(".json") ? file.dropLast(5) : file
        return path[..<slash] + "\(stem).\(name).json"
    }
}

enum SavedState {
    static func check() throws(CommandLineError) {
        // Commands that keep running can save their changes later.
        if StateFileAccess.current.mode != .deferring { try requireAll() }
    }

    static func markErrorsReported() {
        for error in StateFileAccess.current.saveErrors { _ = CommandRun.current.recordReport(of: error) }
    }

    /// Saves pending changes, and throws the first error that has not been reported.
    ///
    /// Saving may wait for file locks.
    static func finish() throws(CommandLineError) {
        StateFileAccess.current.finish()
        try requireAll { CommandRun.current.hasReported($0) }
    }

    private static func requireAll(
        except isReported: (StateFileError) -> Bool = { _ in false }
    ) throws(CommandLineError) {
        guard let error = StateFileAccess.current.saveErrors.first(where: { !isReported($0) }) else { return }
        _ = CommandRun.current.recordReport(of: error)
        throw CommandLineError(saving: error)
    }

    /// Saves pending changes before the program ends, and reports each unsaved file once.
    ///
    /// The result is the exit status for the first file that could not be saved, or `nil` if all changes are saved.
    static func finishAndReport() -> Int32? {
        // A command that exits after its change has already reported an unsaved history entry.
        let access = StateFileAccess.current
        let goesOn = access.mode == .deferring
        access.finish()
        for notice in access.takeRenamingNotices() { CommandOutput.printError(notice) }
        let errors = access.saveErrors + (goesOn ? access.auxiliaryErrors : [])
        for error in errors where CommandRun.current.recordReport(of: error) {
            CommandOutput.printError("A change is not saved. \(error)")
        }
        return errors.first.map { CommandLineError(saving: $0).status }
    }
}

extension StateFileAccess.Mode {
    /// The mode of commands: a limited wait for a file lock before they fail.
    static let commandLine = Self.waiting(milliseconds: StateFileAccess.patience)
}
