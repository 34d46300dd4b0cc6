#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

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

    /// What the file says if it is a symbolic link.
    private var linkTarget: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink(path, start, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}
