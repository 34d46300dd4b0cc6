// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLibc
import FlintWorld

/// The directory that contains the sockets of a user's apps that serve their inspectors.
///
/// The directory must belong to the user and be closed to everyone else. Otherwise it is not used: someone who can
/// replace a socket can eavesdrop, and someone who can connect can control the app.
package struct SocketDirectory: Sendable, Hashable {
    package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        package let problem: String
        package let remedy: String

        package init(_ problem: String, remedy: String) {
            (self.problem, self.remedy) = (problem, remedy)
        }

        package var description: String { "\(problem) \(remedy)" }
    }

    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// Returns the current user's directory: `flint` in `XDG_RUNTIME_DIR`, or `flint-UID` in `TMPDIR` or `/tmp`.
    package static func forCurrentUser(environment: [String: String]) -> SocketDirectory {
        // The XDG base directory specification requires relative paths to be ignored.
        if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
            return SocketDirectory(path: "\(runtime)/flint")
        }
        var folder = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        return SocketDirectory(path: "\(folder)/flint-\(getuid())")
    }

    package func prepare() throws(Problem) {
        let length = Self.pathLimit
        if path.utf8.count > length {
            throw Problem(
                "The path of the directory \(path.excerpt) has \(path.utf8.count) bytes, but a socket in it allows only "
                    + "\(length).",
                remedy: "Set XDG_RUNTIME_DIR to a directory with a shorter path.")
        }
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw Problem(
                "The directory \(path) cannot be created: \(String(cString: strerror(errno))).",
                remedy: "Set XDG_RUNTIME_DIR to a directory that you own.")
        }
        try check()
    }

    /// Checks that the directory belongs to the user and is closed to everyone else.
    package func check() throws(Problem) {
        var status = stat()
        // A symbolic link could lead to a directory that another user controls, so it is not followed.
        guard lstat(path, &status) == 0 else {
            throw Problem(
                "The directory \(path) cannot be read: \(String(cString: strerror(errno))).",
                remedy: "Set XDG_RUNTIME_DIR to a directory that you own.")
        }
        let problem: String? =
            if status.st_mode & S_IFMT != S_IFDIR {
                "is not a directory"
            } else if status.st_uid != geteuid() {
                "belongs to another user"
            } else if status.st_mode & 0o077 != 0 {
                "is open to other users"
            } else {
                nil
            }
        if let problem {
            throw Problem(
                "\(path) \(problem), so apps are neither served nor found there.",
                remedy: "Remove it, or set XDG_RUNTIME_DIR to a directory that you own.")
        }
    }

    /// The maximum length in bytes of a directory's path that leaves room for the socket of any process.
    private static let pathLimit = Socket.pathLimit - "/-\(Int32.max).sock".utf8.count

    package func socketPath(of name: String, process: Int32) -> String {
        // A socket's address has room for only a short path.
        let room = max(0, Socket.pathLimit - path.utf8.count - 24)
        return "\(path)/\(String(Self.slug(of: name).prefix(min(room, 40))))-\(process).sock"
    }

    package static func slug(of name: String) -> String { TextFormat.slug(of: name) ?? "app" }

    /// An app's socket, with a file name that consists of the app's name and process ID.
    package struct Entry: Sendable, Hashable {
        package var path: String
        package var name: String
        package var process: Int32
    }

    /// Removes the sockets of ended processes.
    ///
    /// - Returns: The sockets of running processes and the removed sockets, both sorted by file name.
    package func removeEnded() throws(Problem) -> (running: [Entry], ended: [Entry]) {
        let sockets = try sockets()
        for entry in sockets.ended { unlink(entry.path) }
        return sockets
    }

    func sockets() throws(Problem) -> (running: [Entry], ended: [Entry]) {
        guard exists else { return ([], []) }
        try check()
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw Problem(
                "The directory \(path) cannot be read.", remedy: "Check its permissions, or set XDG_RUNTIME_DIR.")
        }
        var (running, ended): ([Entry], [Entry]) = ([], [])
        for file in names.sorted() {
            guard file.hasSuffix(".sock"), let hyphen = file.lastIndex(of: "-"),
                let process = Int32(file[file.index(after: hyphen)...].dropLast(5)), process > 0
            else { continue }
            let entry = Entry(path: "\(path)/\(file)", name: String(file[..<hyphen]), process: process)
            if Self.isServed(entry) { running.append(entry) } else { ended.append(entry) }
        }
        return (running, ended)
    }

    private static func isServed(_ entry: Entry) -> Bool {
        // The process ID does not decide. A killed process keeps its ID until its parent has waited for it, another
        // process can get the ID later, and a process in another container has no ID here.
        if Socket.isListening(at: entry.path) { return true }
        #if canImport(Darwin)
            // Darwin also refuses a connection when too many others wait to be accepted.
            return kill(entry.process, 0) == 0 || errno != ESRCH
        #else
            return false
        #endif
    }

    var exists: Bool { access(path, F_OK) == 0 }

    /// Returns whether this process runs in a container, separate from the machine's files and processes.
    package static func isInContainer(environment: [String: String], root: String = "") -> Bool {
        if environment["container"]?.isEmpty == false { return true }
        // Docker and Podman create these files.
        return ["/.dockerenv", "/run/.containerenv"].contains { access(root + $0, F_OK) == 0 }
    }

    /// Returns the existing directories of all users in which apps on this machine may serve.
    package static func existing(environment: [String: String], root: String = "") -> [SocketDirectory] {
        let runtime = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/run/user")) ?? []
        var paths = runtime.sorted().map { "\(root)/run/user/\($0)/flint" }
        let temporary = [environment["TMPDIR"], "\(root)/tmp"].compactMap(\.self).filter { $0.hasPrefix("/") }
        for folder in temporary {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names.sorted() where name.hasPrefix("flint-") {
                let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
                // Folders of other programs are not named after their owner.
                if let owner = SocketDirectory(path: path).owner, name == "flint-\(owner)" { paths.append(path) }
            }
        }
        var seen: Set<String> = []
        return paths.filter { seen.insert($0).inserted }.map(SocketDirectory.init).filter(\.exists)
    }

    private var owner: uid_t? {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR ? status.st_uid : nil
    }

    var belongsToOtherUser: Bool { owner.map { $0 != geteuid() } ?? false }

    /// Creates an app's socket, replacing any socket that an ended process left behind.
    package func listen(as name: String, process: Int32) throws -> (socket: Socket, path: String) {
        try prepare()
        return try Self.listen(at: socketPath(of: name, process: process))
    }

    /// Creates a socket at a path, replacing the socket of an ended process but no other file.
    package static func listen(at path: String) throws -> (socket: Socket, path: String) {
        // The socket is renamed once it accepts connections, so that clients never find it too early and it replaces an
        // old socket atomically.
        let temporary = "\(path).new"
        for file in [path, temporary] {
            var status = stat()
            guard lstat(file, &status) == 0 else { continue }
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                throw Problem("\(file) is not a socket.", remedy: "Remove it, or choose another path.")
            }
            guard !Socket.isListening(at: file) else {
                throw Problem(
                    "The socket \(file) may be in use by a running process.",
                    remedy: "Stop the process, remove the socket, or choose another path.")
            }
        }
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
