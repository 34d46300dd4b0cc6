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

/// Functions that read files whose type and size are unknown.
package enum FileReading {
    /// The reason a file could not be read.
    package enum Failure: Error, Hashable, CustomStringConvertible {
        case missing
        /// The path leads to a directory, a pipe, a device or a socket.
        case notAFile
        /// The file is a symbolic link, and links must not be followed.
        case link
        case tooLarge
        /// The system reported an error with this number.
        case refused(Int32)

        package var description: String {
            switch self {
            case .missing: "It does not exist"
            case .notAFile: "It is not a file"
            case .link: "It is a symbolic link"
            case .tooLarge: "It is too large"
            case .refused(let error): String(cString: strerror(error))
            }
        }
    }

    /// Reads a whole file, without blocking on a pipe.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - limit: The maximum size in bytes.
    ///   - followsLinks: Whether the file itself may be a symbolic link. Links in its directory's path are always
    ///     followed.
    /// - Returns: The content of the file.
    /// - Throws: ``Failure``.
    package static func read(_ path: String, limit: Int, followsLinks: Bool = true) throws(Failure) -> Data {
        var information = stat()
        // The type is checked before the file is opened, because opening a device may have side effects.
        guard (followsLinks ? stat(path, &information) : lstat(path, &information)) == 0 else {
            throw errno == ENOENT ? .missing : .refused(errno)
        }
        guard information.st_mode & S_IFMT != S_IFLNK else { throw .link }
        guard information.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        // The file may have been replaced since. With `O_NONBLOCK`, opening a pipe does not wait for a writer.
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
            // The file may have grown since its size was checked.
            guard data.count <= limit else { throw .tooLarge }
        }
    }
}

/// Functions that write to open files.
package enum FileWriting {
    /// Writes all bytes, with as many system calls as necessary.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to write.
    ///   - file: The file descriptor of the open file.
    /// - Returns: The error number, or `nil` if all bytes have been written.
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

/// A file path, split into its directory and its name.
struct PathComponents: Sendable, Hashable {
    /// The directory, without trailing slashes unless it is the root directory.
    ///
    /// It is `.` for a relative name.
    let directory: String
    let name: String

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

    /// Creates the path of a file in a directory, ignoring trailing slashes of the directory.
    init(_ directory: String, _ name: String) {
        var directory = directory[...]
        while directory.count > 1, directory.last == "/" { directory = directory.dropLast() }
        self.directory = directory.isEmpty ? "." : String(directory)
        self.name = name
    }

    /// Splits a path after resolving the file itself if it is a symbolic link.
    ///
    /// Links in the directory are not resolved. A cycle of links results in the original path.
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

    var path: String {
        switch directory {
        case ".": name
        case "/": "/\(name)"
        default: "\(directory)/\(name)"
        }
    }

    private var linkTarget: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink(path, start, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}
