#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The directory in which apps of a user that serve their inspector can be found.
///
/// It belongs to the user and is closed to everyone else; one that is not is refused, because who may replace a socket
/// may listen in, and who may connect may command the app.
package struct SocketDirectory: Sendable, Hashable {
    /// Why a directory cannot be used.
    package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong and what to do.
        package let description: String

        /// Describes a problem.
        package init(description: String) {
            self.description = description
        }
    }

    /// Its path.
    package let path: String

    /// Names a directory.
    package init(path: String) {
        self.path = path
    }

    /// The directory of this user.
    ///
    /// - Parameter environment: The environment of the process.
    /// - Returns: The directory, which need not exist.
    package static func ofUser(environment: [String: String]) -> SocketDirectory {
        // The XDG base directory specification asks for relative paths to be ignored.
        if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
            return SocketDirectory(path: "\(runtime)/flint")
        }
        var folder = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        return SocketDirectory(path: "\(folder)/flint-\(getuid())")
    }

    /// Makes the directory unless it is there, and checks who may use it.
    ///
    /// - Throws: ``Problem`` if it cannot be made or is open to other users.
    package func prepare() throws(Problem) {
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw Problem(
                description: "The directory \(path) cannot be made: \(String(cString: strerror(errno))). Set "
                    + "XDG_RUNTIME_DIR to a directory of yours.")
        }
        try check()
    }

    /// Checks that the directory is the user's and closed to everyone else.
    ///
    /// - Throws: ``Problem`` if it is not, or a symbolic link.
    package func check() throws(Problem) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            throw Problem(description: "The directory \(path) cannot be read: \(String(cString: strerror(errno))).")
        }
        let problem: String? =
            if status.st_mode & S_IFMT != S_IFDIR {
                "is no directory"
            } else if status.st_uid != geteuid() {
                "belongs to another user"
            } else if status.st_mode & 0o077 != 0 {
                "is open to other users"
            } else {
                nil
            }
        if let problem {
            throw Problem(
                description: "\(path) \(problem), so apps are neither served nor found there. Remove it, or set "
                    + "XDG_RUNTIME_DIR to a directory of yours.")
        }
    }

    /// The path of the socket of an app.
    ///
    /// - Parameters:
    ///   - name: The app's name.
    ///   - process: The number of its process.
    /// - Returns: The path, which need not exist.
    package func socketPath(of name: String, process: Int32) -> String {
        // What is left of the name keeps the path within what an address holds.
        let room = max(0, Socket.pathLimit - path.utf8.count - 24)
        return "\(path)/\(String(Self.slug(of: name).prefix(min(room, 40))))-\(process).sock"
    }

    /// A name as files spell it: its letters and digits in lower case, with a hyphen for everything else.
    package static func slug(of name: String) -> String {
        let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.isEmpty ? "app" : words.joined(separator: "-")
    }

    /// An app's socket, by its name.
    package struct Entry: Sendable, Hashable {
        /// The socket's path.
        package var path: String
        /// The app's name, as files spell it.
        package var name: String
        /// The number of its process.
        package var process: Int32
    }

    /// The sockets in the directory, by name; one whose process has ended is left out.
    ///
    /// - Throws: ``Problem`` if the directory is open to other users.
    package func entries() throws(Problem) -> [Entry] {
        guard access(path, F_OK) == 0 else { return [] }
        try check()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().compactMap { file in
            guard file.hasSuffix(".sock"), let hyphen = file.lastIndex(of: "-"),
                let process = Int32(file[file.index(after: hyphen)...].dropLast(5)), process > 0
            else { return nil }
            // A process of another user cannot have made it.
            guard kill(process, 0) == 0 || errno != ESRCH else {
                unlink("\(path)/\(file)")
                return nil
            }
            return Entry(path: "\(path)/\(file)", name: String(file[..<hyphen]), process: process)
        }
    }

    /// Opens the socket of an app, in place of one that an ended process left with the same name.
    ///
    /// - Parameters:
    ///   - name: The app's name.
    ///   - process: The number of its process.
    /// - Returns: The socket and its path.
    /// - Throws: ``Problem`` if the directory is open to other users, or ``SocketError``.
    package func listen(as name: String, process: Int32) throws -> (socket: Socket, path: String) {
        try prepare()
        let path = socketPath(of: name, process: process)
        // No client finds the socket before it listens, and what was left by another process is replaced at once.
        let temporary = "\(path).new"
        unlink(temporary)
        let socket = try Socket.listening(at: .path(temporary))
        guard rename(temporary, path) == 0 else {
            let error = SocketError("naming the socket \(path)")
            unlink(temporary)
            throw error
        }
        return (socket, path)
    }
}
