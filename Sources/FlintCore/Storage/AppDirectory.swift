// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLibc
import FlintLocks

/// The directories in which a program stores the user's data and its own state.
///
/// On Apple platforms, these are the app's containers and system folders. On other platforms, they follow the XDG base
/// directory specification.
package enum AppDirectory {
    /// The path of this program's data directory, which may not exist yet.
    static var current: String? { directory(group: FlintAppInfo.appGroupIdentifier) ?? directory(group: nil) }

    /// Returns the path of the data directory for this program or for a group of programs.
    ///
    /// - Parameter group: The identifier of a group, such as an app group whose container an app shares with its
    ///   extensions. On platforms without such containers, the programs in a group share a directory with the group's
    ///   name.
    /// - Returns: The path, or `nil` if the program has no name, the group's identifier is not a valid directory name,
    ///   or the system provides no location for the user's files.
    static func directory(group: String?) -> String? {
        #if canImport(Darwin)
            let manager = FileManager.default
            if let group {
                let folder = manager.containerURL(forSecurityApplicationGroupIdentifier: group)
                return folder?.appending(path: ".flint").path(percentEncoded: false)
            }
            guard let folder = manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first,
                let name = Bundle.main.bundleIdentifier ?? programName(CommandLine.arguments)
            else { return nil }
            return folder.appending(path: name).path(percentEncoded: false)
        #else
            return directory(
                program: group ?? programName(CommandLine.arguments), environment: ProcessInfo.processInfo.environment)
        #endif
    }

    private static let claimed = Protected<Set<String>>([])

    /// Declares a file's directory to be one of the app's directories, such as a default directory named after the
    /// command.
    ///
    /// Any regular file at the path of a state file in this directory is then treated as the app's own file.
    package static func claim(directoryOf path: String) {
        claimed.withLock { _ = $0.insert(PathComponents(path).directory) }
    }

    /// Returns whether a file is directly in one of the app's directories, including declared ones.
    package static func owns(_ path: String) -> Bool {
        let directory = PathComponents(path).directory
        let own = [current, state()].compactMap { $0.map { PathComponents($0, "").directory } }
        return own.contains(directory) || claimed.withLock { $0.contains(directory) }
    }

    /// Returns the path of a program's data directory according to the XDG base directory specification.
    ///
    /// - Parameters:
    ///   - program: The name of the program.
    ///   - environment: The environment of the process. Relative paths in it are ignored, as the specification
    ///     requires.
    ///   - accountHome: Returns the home directory of the user's account.
    /// - Returns: The path, or `nil` if the name is invalid or the user has no home directory.
    static func directory(
        program: String?, environment: [String: String], accountHome: () -> String? = AppDirectory.accountHome
    ) -> String? {
        userDirectory(
            "XDG_DATA_HOME", orHome: ".local/share", program: program, environment: environment,
            accountHome: accountHome)
    }

    /// Returns the path of one of a program's directories according to the XDG base directory specification.
    ///
    /// - Parameters:
    ///   - variable: The name of the environment variable with the path of the parent directory.
    ///   - fallback: The parent directory in the home directory, if the variable has no absolute path.
    ///   - program: The name of the program.
    ///   - environment: The environment of the process. Relative paths in it are ignored, as the specification
    ///     requires.
    ///   - accountHome: Returns the home directory of the user's account, which is used if the environment has none.
    /// - Returns: The path, or `nil` if the name is invalid or the user has no home directory.
    package static func userDirectory(
        _ variable: String, orHome fallback: String, program: String?, environment: [String: String],
        accountHome: () -> String? = AppDirectory.accountHome
    ) -> String? {
        guard let program, PathComponents.isName(program) else { return nil }
        if let parent = environment[variable], parent.hasPrefix("/") { return PathComponents(parent, program).path }
        let homes = [environment["HOME"], accountHome()].lazy.compactMap(\.self)
        guard let home = homes.first(where: { $0.hasPrefix("/") }) else { return nil }
        return PathComponents(PathComponents(home, fallback).path, program).path
    }

    /// Returns the home directory of the user's account in the password database, or `nil` without an account.
    package static func accountHome() -> String? {
        var (account, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
            guard let start = buffer.baseAddress,
                getpwuid_r(getuid(), &account, start, buffer.count, &found) == 0, found != nil,
                let home = account.pw_dir
            else { return nil }
            return String(cString: home)
        }
    }

    static func programName(_ arguments: [String]) -> String? {
        let name = arguments.first.map { PathComponents($0).name } ?? ""
        return PathComponents.isName(name) ? name : nil
    }
}

extension AppDirectory {
    /// Returns the path of this program's directory for files that can be deleted, such as its log.
    ///
    /// - Parameter group: The identifier of a container shared with extensions. It has an effect only on Apple
    ///   platforms.
    /// - Returns: The path, or `nil` if the program has no name or the system provides no location for such files.
    static func state(group: String? = nil) -> String? {
        #if canImport(Darwin)
            let manager = FileManager.default
            if let group {
                let folder = manager.containerURL(forSecurityApplicationGroupIdentifier: group)
                return folder?.appending(path: "Library/Caches/Flint").path(percentEncoded: false)
            }
            guard let folder = manager.urls(for: .cachesDirectory, in: .userDomainMask).first,
                let name = Bundle.main.bundleIdentifier ?? programName(CommandLine.arguments)
            else { return nil }
            return folder.appending(path: name).path(percentEncoded: false)
        #else
            return stateDirectory(
                program: programName(CommandLine.arguments), environment: ProcessInfo.processInfo.environment)
        #endif
    }

    /// Returns the path of a program's state directory according to the XDG base directory specification.
    ///
    /// - Parameters:
    ///   - program: The name of the program.
    ///   - environment: The environment of the process. Relative paths in it are ignored, as the specification
    ///     requires.
    /// - Returns: The path, or `nil` if the name is missing or the user has no home directory.
    static func stateDirectory(program: String?, environment: [String: String]) -> String? {
        userDirectory("XDG_STATE_HOME", orHome: ".local/state", program: program, environment: environment)
    }
}
