#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Finds the directory with the files that people and tools read, wherever the program was started from.
///
/// The places, in order: the directory that the environment variable `FLINT_RESOURCES` names; `Resources` beside the
/// executable; `../share/flint` from there, for an installed program; and `Resources` in the nearest directory above
/// the executable that has both that and a `Package.swift`, for a program built in a checkout. The executable is
/// looked for where it really is, so a link to it works from anywhere.
package struct ResourceLocator: Sendable {
    /// The error for resources that were not found, with the paths that were tried.
    package struct NotFound: Error, Hashable, CustomStringConvertible {
        /// The places, in the order in which they were looked at.
        package let places: [String]
        /// What to do about it.
        package let advice: String

        /// The places and the advice, in one line.
        package var description: String {
            "The resources were not found; looked for " + places.joined(separator: ", then ") + ". " + advice
        }
    }

    /// The environment variable that names the directory.
    package static let variable = "FLINT_RESOURCES"

    private let environment: [String: String]
    private let executable: String

    /// Creates a locator.
    ///
    /// - Parameters:
    ///   - environment: The environment variables; by default, those of the process.
    ///   - executable: The path of the program; by default, that of the running one.
    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment, executable: String? = nil
    ) {
        self.environment = environment
        self.executable = executable ?? Self.runningExecutable
    }

    /// Finds the directory.
    ///
    /// A directory named by `FLINT_RESOURCES` is a wish to be heard: if it is not there, nothing else is tried.
    ///
    /// - Returns: Its path, without a slash at the end.
    /// - Throws: ``NotFound``, with every place that was looked at.
    package func directory() throws(NotFound) -> String {
        if let wish = environment[Self.variable], !wish.isEmpty {
            let path = Self.withoutSlash(wish)
            if Self.isDirectory(path) { return path }
            throw NotFound(
                places: ["\(path) (from \(Self.variable))"],
                advice: "Correct \(Self.variable), or unset it to have the usual places looked at.")
        }
        let home = Self.parent(of: Self.realPath(executable))
        var places = [Self.join(home, "Resources"), Self.join(Self.parent(of: home), "share/flint")]
        if let found = places.first(where: Self.isDirectory) { return found }

        var directory = home
        while true {
            let candidate = Self.join(directory, "Resources")
            if Self.exists(Self.join(directory, "Package.swift")), Self.isDirectory(candidate) { return candidate }
            if directory == Self.parent(of: directory) { break }
            directory = Self.parent(of: directory)
        }
        places.append("Resources beside a Package.swift in \(home) or above")
        throw NotFound(
            places: places,
            advice: "Set \(Self.variable) to the directory, or put it beside the program.")
    }

    // MARK: Paths

    /// The path of the running program.
    private static var runningExecutable: String {
        #if os(Linux) || os(Android)
            // The first argument is whatever the caller typed, and may need the search path of a shell.
            return "/proc/self/exe"
        #else
            var size = UInt32(PATH_MAX)
            var buffer = [CChar](repeating: 0, count: Int(size))
            guard _NSGetExecutablePath(&buffer, &size) == 0 else { return CommandLine.arguments.first ?? "" }
            return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #endif
    }

    /// A path with every link in it followed, or the path itself if it leads nowhere.
    private static func realPath(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The directory something is in; the root is in itself.
    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func join(_ directory: String, _ name: String) -> String {
        directory == "/" ? "/" + name : directory + "/" + name
    }

    private static func withoutSlash(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    private static func isDirectory(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    private static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }
}
