#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The directory in which an app keeps what it has to remember of its user.
enum AppDirectory {
    /// Where the directory of this program is, which need not exist.
    ///
    /// - Returns: `nil` if the program has no name or no place is known for files of the user.
    static var current: String? {
        #if canImport(Darwin)
            let manager = FileManager.default
            let group = FlintAppInfo.appGroupIdentifier
            if let folder = group.flatMap({ manager.containerURL(forSecurityApplicationGroupIdentifier: $0) }) {
                return folder.appending(path: ".flint").path(percentEncoded: false)
            }
            guard let folder = manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first,
                let name = Bundle.main.bundleIdentifier ?? programName(CommandLine.arguments)
            else { return nil }
            return folder.appending(path: name).path(percentEncoded: false)
        #else
            return directory(
                program: programName(CommandLine.arguments), environment: ProcessInfo.processInfo.environment)
        #endif
    }

    /// Where a program's directory is by the XDG base directory specification.
    ///
    /// - Parameters:
    ///   - program: The name of the program.
    ///   - environment: The environment of the process. A relative path in it is ignored, as the specification asks.
    /// - Returns: `nil` if there is no name, or if the environment does not say where the user's files are.
    static func directory(program: String?, environment: [String: String]) -> String? {
        guard let program else { return nil }
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return FilePlace(data, program).path }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return FilePlace(FilePlace(home, ".local/share").path, program).path
    }

    /// What a program is called, by the arguments it was started with.
    static func programName(_ arguments: [String]) -> String? {
        let name = arguments.first.map { FilePlace($0).name } ?? ""
        return name.isEmpty || name == "." || name == ".." ? nil : name
    }
}
