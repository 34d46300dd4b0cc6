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

/// Reads files that may be anything.
package enum FileReading {
    /// Why a file could not be read.
    package enum Failure: Error, Hashable, CustomStringConvertible {
        /// There is no such file.
        case missing
        /// What its path leads to is a directory, a pipe or a device.
        case notAFile
        /// It is a symbolic link, and links are not to be followed.
        case link
        /// It has more bytes than were allowed.
        case tooLarge
        /// The system refused, with this error number.
        case refused(Int32)

        /// Why, in a few words.
        package var description: String {
            switch self {
            case .missing: "It is not there"
            case .notAFile: "It is not a file"
            case .link: "It is a symbolic link"
            case .tooLarge: "It is too large"
            case .refused(let error): String(cString: strerror(error))
            }
        }
    }

    /// Reads a whole file, without waiting for the other end of a pipe.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - limit: How many bytes it may have.
    ///   - followsLinks: Whether the file itself may be a symbolic link, as files may that are only read. Links on the
    ///     way to its directory are followed in any case.
    /// - Returns: What it holds.
    /// - Throws: ``Failure``.
    package static func read(_ path: String, limit: Int, followsLinks: Bool = true) throws(Failure) -> Data {
        var information = stat()
        // Looked at before it is opened, because opening a device may have effects of its own.
        guard (followsLinks ? stat(path, &information) : lstat(path, &information)) == 0 else {
            throw errno == ENOENT ? .missing : .refused(errno)
        }
        guard information.st_mode & S_IFMT != S_IFLNK else { throw .link }
        guard information.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        // It may have been exchanged since: a pipe opened so does not wait for a writer.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW))
        guard file >= 0 else { throw errno == ENOENT ? .missing : .refused(errno) }
        defer { close(file) }
        guard fstat(file, &information) == 0 else { throw .refused(errno) }
        guard information.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard information.st_size <= limit else { throw .tooLarge }
        var data = Data(capacity: Int(information.st_size))
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            #if canImport(Darwin)
                let count = buffer.withUnsafeMutableBytes { Darwin.read(file, $0.baseAddress, $0.count) }
            #elseif canImport(Musl)
                let count = buffer.withUnsafeMutableBytes { Musl.read(file, $0.baseAddress, $0.count) }
            #else
                let count = buffer.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
            #endif
            if count < 0 {
                if errno == EINTR { continue }
                throw .refused(errno)
            }
            guard count > 0 else { return data }
            data.append(contentsOf: buffer[..<count])
            // It may have grown meanwhile.
            guard data.count <= limit else { throw .tooLarge }
        }
    }
}

/// Writes to open files.
package enum FileWriting {
    /// Writes everything, however many calls that takes.
    ///
    /// - Parameters:
    ///   - bytes: What to write.
    ///   - file: The descriptor of the open file.
    /// - Returns: The number of the error that kept it from that, or `nil` if all is written.
    package static func write(_ bytes: some Sequence<UInt8>, to file: Int32) -> Int32? {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
                let count = rest.withUnsafeBytes { Darwin.write(file, $0.baseAddress, $0.count) }
            #elseif canImport(Musl)
                let count = rest.withUnsafeBytes { Musl.write(file, $0.baseAddress, $0.count) }
            #else
                let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            #endif
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}

/// A file's path in two parts, its directory and its name.
struct PathComponents: Sendable, Hashable {
    /// The directory, without a slash at its end unless it is the root.
    let directory: String
    /// The name in the directory.
    let name: String

    /// Takes a path apart.
    init(_ path: String) {
        let slash = path.lastIndex(of: "/")
        name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard let slash else {
            directory = "."
            return
        }
        var end = slash
        while end > path.startIndex, path[path.index(before: end)] == "/" { end = path.index(before: end) }
        directory = end == path.startIndex ? "/" : String(path[..<end])
    }

    /// Names a file in a directory, however many slashes the directory ends with.
    init(_ directory: String, _ name: String) {
        var directory = directory[...]
        while directory.count > 1, directory.last == "/" { directory = directory.dropLast() }
        self.directory = directory.isEmpty ? "." : String(directory)
        self.name = name
    }

    /// Takes the path apart of what a path leads to, if it is that of a symbolic link.
    ///
    /// Links in the directory are left to the system. A link that leads in a circle is taken as a file.
    init(following path: String) {
        var place = PathComponents(path)
        for _ in 0..<32 {
            guard let target = place.linkTarget else {
                self = place
                return
            }
            place = PathComponents(target.hasPrefix("/") ? target : "\(place.directory)/\(target)")
        }
        self.init(path)
    }

    /// The whole path.
    var path: String {
        switch directory {
        case ".": name
        case "/": "/\(name)"
        default: "\(directory)/\(name)"
        }
    }

    /// The target of the file if it is a symbolic link.
    private var linkTarget: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink(path, start, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}
