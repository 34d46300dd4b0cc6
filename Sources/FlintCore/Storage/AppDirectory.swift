#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The directory in which an app keeps what it has to remember of its user.
package enum AppDirectory {
    /// Where the directory of this program is, which need not exist.
    static var current: String? { directory(group: FlintAppInfo.appGroupIdentifier) ?? directory(group: nil) }

    /// Where the directory is that this program has for itself, or shares with the others of a group.
    ///
    /// - Parameter group: The identifier of the group, such as that of a container an app shares with its extensions.
    ///   Where there are no such containers, the programs of a group share a directory with its name.
    /// - Returns: `nil` if the program has no name, the group's is not the name of a directory, or no place is known
    ///   for files of the user.
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

    /// Further directories that belong to this program.
    private static let claimed = Protected<Set<String>>([])

    /// Declares the directory of a file as the app's own, such as one that is named after a command.
    ///
    /// Whatever plain file stands at the path of a state file in it is taken for the app's.
    package static func claim(directoryOf path: String) {
        claimed.withLock { _ = $0.insert(PathComponents(path).directory) }
    }

    /// Whether a file is in one of the app's own directories: those of this program's data and state, and claimed ones.
    package static func owns(_ path: String) -> Bool {
        let directory = PathComponents(path).directory
        let own = [current, state()].compactMap { $0.map { PathComponents($0, "").directory } }
        return own.contains(directory) || claimed.withLock { $0.contains(directory) }
    }

    /// Where a program's directory is by the XDG base directory specification.
    ///
    /// - Parameters:
    ///   - program: The name of the program.
    ///   - environment: The environment of the process. A relative path in it is ignored, as the specification asks.
    /// - Returns: `nil` if there is no name, or if the environment does not name the user's directories.
    static func directory(program: String?, environment: [String: String]) -> String? {
        guard let program, isName(program) else { return nil }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return PathComponents(data, program).path }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return PathComponents(PathComponents(home, ".local/share").path, program).path
    }

    /// What a program is called, by the arguments it was started with.
    static func programName(_ arguments: [String]) -> String? {
        let name = arguments.first.map { PathComponents($0).name } ?? ""
        return isName(name) ? name : nil
    }

    /// Whether a text names something in a directory, and nothing elsewhere.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".." && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}

extension AppDirectory {
    /// Where this program keeps what it could do without, such as its log.
    ///
    /// - Parameter group: The identifier of a container shared with extensions, which counts on Apple's systems.
    /// - Returns: `nil` if the program has no name or no place is known for such files.
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

    /// Where a program's state is by the XDG base directory specification.
    ///
    /// - Parameters:
    ///   - program: The name of the program.
    ///   - environment: The environment of the process. A relative path in it is ignored, as the specification asks.
    /// - Returns: `nil` if there is no name, or if the environment does not name the user's directories.
    static func stateDirectory(program: String?, environment: [String: String]) -> String? {
        guard let program else { return nil }
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            return PathComponents(state, program).path
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return PathComponents(PathComponents(home, ".local/state").path, program).path
    }
}
