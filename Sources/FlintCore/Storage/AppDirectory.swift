// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLibc
import FlintLocks

/// The directories in which a program stores the user's data and its own state.
///
/// On Apple platforms, these are the app's containers and system folders. On other platforms, they follow the XDG base
/// directory specification.
package enum AppDirectory {
    static var current: String? { directory(group: FlintAppInfo.appGroupIdentifier) ?? directory(group: nil) }

    /// Returns the path of the data directory for this program or for a group of programs.
    ///
    /// On Apple platforms, a group is an app group. An app and its extensions share the group's container. On other
    /// platforms, the programs in a group share a directory with the group's name. The result is `nil` if the program
    /// has no name, the group's identifier is not a valid directory name, or the system provides no location for the
    /// user's files.
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

    /// Declares a file's directory to be one of the app's directories.
    ///
    /// An example is a default directory that is named after the command.
    ///
    /// Any regular file at the path of a state file in this directory is then treated as the app's own file.
    package static func claim(directoryOf path: String) {
        claimed.withLock { _ = $0.insert(PathComponents(path).directory) }
    }

    package static func owns(_ path: String) -> Bool {
        let directory = PathComponents(path).directory
        let own = [current, state()].compactMap { $0.map { PathComponents($0, "").directory } }
        return own.contains(directory) || claimed.withLock { $0.contains(directory) }
    }

    static func directory(
        program: String?, environment: [String: String], accountHome: () -> String? = AppDirectory.accountHome
    ) -> String? {
        userDirectory(
            "XDG_DATA_HOME", orHome: ".local/share", program: program, environment: environment,
            accountHome: accountHome)
    }

    /// Returns the path of one of a program's directories according to the XDG base directory specification.
    ///
    /// - `variable`: The name of the environment variable with the path of the parent directory.
    /// - `fallback`: The parent directory in the home directory, if the variable has no absolute path.
    package static func userDirectory(
        _ variable: String, orHome fallback: String, program: String?, environment: [String: String],
        accountHome: () -> String? = AppDirectory.accountHome
    ) -> String? {
        guard let program, PathComponents.isName(program) else { return nil }
        // The specification requires that relative paths be ignored.
        if let parent = environment[variable], parent.hasPrefix("/") { return PathComponents(parent, program).path }
        let homes = [environment["HOME"], accountHome()].lazy.compactMap(\.self)
        guard let home = homes.first(where: { $0.hasPrefix("/") }) else { return nil }
        return PathComponents(PathComponents(home, fallback).path, program).path
    }

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
    /// A group has an effect only on Apple platforms, where it identifies a container that is shared with extensions.
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

    static func stateDirectory(program: String?, environment: [String: String]) -> String? {
        userDirectory("XDG_STATE_HOME", orHome: ".local/state", program: program, environment: environment)
    }
}
