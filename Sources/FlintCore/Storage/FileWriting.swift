// SPDX-License-Identifier: MIT

import FlintLibc

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

    /// Ends a line that a crash or a full disk has truncated, and returns the number of added bytes.
    static func endTornLine(in file: Int32, size: Int) -> Int {
        var last: UInt8 = 0
        guard size > 0, pread(file, &last, 1, off_t(size - 1)) == 1, last != UInt8(ascii: "\n") else { return 0 }
        return write([UInt8(ascii: "\n")], to: file) == nil ? 1 : 0
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

    /// Returns the part of a file name before the extension, and the extension with its period.
    static func split(_ name: String) -> (stem: String, suffix: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
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
