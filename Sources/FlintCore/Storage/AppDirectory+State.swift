#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
    /// - Returns: `nil` if there is no name, or if the environment does not say where the user's files are.
    static func stateDirectory(program: String?, environment: [String: String]) -> String? {
        guard let program else { return nil }
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            return PathComponents(state, program).path
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return PathComponents(PathComponents(home, ".local/state").path, program).path
    }
}
