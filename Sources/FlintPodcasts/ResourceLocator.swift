// SPDX-License-Identifier: MIT

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

/// Finds the resource directory, regardless of the working directory.
///
/// The locator tries these places in order:
///
/// 1. The directory in the environment variable `FLINT_RESOURCES`. If the variable is set, no other place is tried.
/// 2. `Resources` in the executable's directory.
/// 3. `../share/flint` relative to the executable's directory, for an installed program.
/// 4. `Resources` beside the nearest `Package.swift` at or above the executable's directory, for a program that was
///    built in a checkout.
///
/// Symbolic links to the executable are resolved first, so a link to the program works from anywhere.
package struct ResourceLocator: Sendable {
    /// An error that lists every place that was tried.
    package struct NotFound: Error, Hashable, CustomStringConvertible {
        package let places: [String]
        package let advice: String

        package var description: String {
            "The resources were not found. Searched: " + places.joined(separator: ", then ") + ". " + advice
        }
    }

    package static let variable = "FLINT_RESOURCES"

    private let environment: [String: String]
    private let executable: String

    /// Creates a locator.
    ///
    /// - Parameters:
    ///   - environment: The environment variables. The default is the process's environment.
    ///   - executable: The path of the executable. The default is the running executable.
    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment, executable: String? = nil
    ) {
        self.environment = environment
        self.executable = executable ?? Self.runningExecutable
    }

    /// Returns the path of the resource directory, without a trailing slash.
    ///
    /// - Returns: The path.
    /// - Throws: ``NotFound`` with every place that was tried.
    package func directory() throws(NotFound) -> String {
        if let wish = environment[Self.variable], !wish.isEmpty {
            let path = Self.withoutSlash(wish)
            if Self.isDirectory(path) { return path }
            throw NotFound(
                places: ["\(path) (from \(Self.variable))"],
                advice: "Correct \(Self.variable), or unset it to search the default locations.")
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
        places.append("Resources next to a Package.swift in \(home) or a folder above")
        throw NotFound(
            places: places,
            advice: "Set \(Self.variable) to the directory, or put the directory next to the program.")
    }

    /// The file name of the executable, or `nil` if it isn't suitable as the name of a command.
    ///
    /// The program can be installed under another name, because other tools are also called `flint`.
    package var programName: String? {
        let path = Self.realPath(executable)
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let isSuitable =
            !name.hasPrefix("-")
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        return isSuitable && !name.isEmpty ? name : nil
    }

    // MARK: Paths

    private static var runningExecutable: String {
        #if os(Linux) || os(Android)
            // The first argument is not reliable: it is the text that the caller typed, which may be relative to the
            // search path.
            return "/proc/self/exe"
        #else
            var size = UInt32(PATH_MAX)
            var buffer = [CChar](repeating: 0, count: Int(size))
            guard _NSGetExecutablePath(&buffer, &size) == 0 else { return CommandLine.arguments.first ?? "" }
            return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #endif
    }

    /// Returns a path with every symbolic link resolved, or the path itself if it does not exist.
    private static func realPath(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the parent directory, which is the root itself for the root.
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
