// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLibc

package enum FileReading {
    package enum Failure: Error, Hashable, CustomStringConvertible {
        case missing
        case notAFile
        case link
        case tooLarge
        case refused(Int32)

        package var description: String {
            switch self {
            case .missing: "there is no such file"
            case .notAFile: "it is not a file"
            case .link: "it is a symbolic link"
            case .tooLarge: "it is too large"
            case .refused(let error): String(cString: strerror(error))
            }
        }
    }

    /// Reads a whole file without blocking, even if the path leads to a pipe.
    ///
    /// - `limit`: The maximum size in bytes.
    /// - `followsLinks`: Whether the file itself may be a symbolic link. Links in the directory's path are always
    ///   followed.
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
            let count = buffer.withUnsafeMutableBytes { FlintLibc.read(file, $0.baseAddress, $0.count) }
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

package enum FileWriting {
    /// Writes all bytes, and returns the error number or `nil`.
    package static func write(_ bytes: some Sequence<UInt8>, to file: Int32) -> Int32? {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { FlintLibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}

package struct PathComponents: Sendable, Hashable {
    /// The directory without trailing slashes, or `.` for a path without slashes.
    package let directory: String
    package let name: String

    package init(_ path: String) {
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

    init(_ directory: String, _ name: String) {
        var directory = directory[...]
        while directory.count > 1, directory.last == "/" { directory = directory.dropLast() }
        self.directory = directory.isEmpty ? "." : String(directory)
        self.name = name
    }

    /// Creates the components of a path, following symbolic links of the file itself but not of its directory.
    init(following path: String) {
        var place = PathComponents(path)
        for _ in 0..<32 {
            guard let target = place.linkTarget else {
                self = place
                return
            }
            place = PathComponents(target.hasPrefix("/") ? target : "\(place.directory)/\(target)")
        }
        // The links form a cycle or a very long chain, so the path is used unchanged.
        self.init(path)
    }

    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".." && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
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
