public import InspectorKit

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

/// The file in which an app's overrides outlast the process.
///
/// ```json
/// {
///   "overrides" : [
///     { "key" : "premium.monthly", "kind" : "purchase", "value" : "purchased" }
///   ],
///   "version" : 1
/// }
/// ```
///
/// The file is only for its owner (mode 0600) and is replaced in one step, so that whoever reads it finds the old or
/// the new content and never half of one. A change is made to what the file holds at that moment, under a lock kept
/// in a file beside it, so that two processes do not undo each other's changes.
public struct OverrideFile: Sendable {
    /// What the file holds.
    struct Content: Codable {
        var version = 1
        var overrides: [OverrideRecord] = []
    }

    /// What reading the file came to.
    public struct Loaded: Sendable {
        /// The overrides it holds.
        public let overrides: [OverrideRecord]
        /// What was wrong with it, and what has been done about that; `nil` if nothing was.
        public let problem: String?
    }

    /// Where the file is.
    public let path: String

    /// Names a file, which need not exist yet.
    public init(path: String) {
        self.path = path
    }

    /// Reads the overrides.
    ///
    /// A file that makes no sense is set aside under another name, so that nothing in it is lost, and the app goes on
    /// without overrides.
    public func load() -> Loaded {
        do throws(OverrideFileError) {
            return Loaded(overrides: try read().overrides, problem: nil)
        } catch {
            guard case .malformed(_, let reason) = error else {
                return Loaded(overrides: [], problem: error.description)
            }
            let aside = setAside()
            let what = "The state file \(path) makes no sense (\(reason))"
            guard let aside else {
                return Loaded(
                    overrides: [], problem: "\(what) and cannot be moved; move or delete it. Nothing is overridden.")
            }
            return Loaded(
                overrides: [], problem: "\(what); it is kept as \(aside), and nothing is overridden.")
        }
    }

    /// Changes what the file holds.
    ///
    /// - Parameter body: Gets the overrides the file holds now and changes them.
    /// - Throws: ``OverrideFileError`` if the file cannot be read or written; it then holds what it held before.
    public func update(_ body: (inout [OverrideRecord]) -> Void) throws(OverrideFileError) {
        try createDirectory()
        let lock = try openLock()
        defer { close(lock) }
        var content = try read()
        body(&content.overrides)
        content.overrides.sort { ($0.kind.rawValue, $0.key) < ($1.kind.rawValue, $1.key) }
        try write(content)
    }

    // MARK: Reading

    private func read() throws(OverrideFileError) -> Content {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            if access(path, F_OK) != 0, errno == ENOENT { return Content() }
            guard access(path, R_OK) == 0 else {
                throw .unreadable(path: path, reason: String(cString: strerror(errno)))
            }
            var information = stat()
            let isFile = stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
            throw .unreadable(path: path, reason: isFile ? String(cString: strerror(EIO)) : "It is not a file")
        }
        let content: Content
        do {
            content = try JSONDecoder().decode(Content.self, from: data)
        } catch let error as DecodingError {
            throw .malformed(path: path, reason: error.reason)
        } catch {
            throw .malformed(path: path, reason: "it is not JSON")
        }
        guard content.version == 1 else {
            throw .newer(path: path, version: content.version)
        }
        return content
    }

    /// Moves the file out of the way and returns its new name.
    private func setAside() -> String? {
        for number in 1...99 {
            let name = "\(path).unreadable-\(number)"
            if access(name, F_OK) == 0 { continue }
            return rename(path, name) == 0 ? name : nil
        }
        return nil
    }

    // MARK: Writing

    private func write(_ content: Content) throws(OverrideFileError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(content) else {
            throw .unwritable(path: path, reason: "the overrides cannot be encoded")
        }
        // The lock is held, so the name of the draft can be fixed: a stale one is simply written over.
        let draft = path + ".draft"
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw unwritable() }
        do throws(OverrideFileError) {
            defer { close(file) }
            guard fchmod(file, 0o600) == 0 else { throw unwritable() }
            guard FileWriting.write(data + [UInt8(ascii: "\n")], to: file) == nil else { throw unwritable() }
            guard fsync(file) == 0 else { throw unwritable() }
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, path) == 0 else {
            let error = unwritable()
            unlink(draft)
            throw error
        }
        syncDirectory()
    }

    private func unwritable() -> OverrideFileError {
        .unwritable(path: path, reason: String(cString: strerror(errno)))
    }

    private var directory: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private func createDirectory() throws(OverrideFileError) {
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            // The directory exists, or writing will say what is wrong with more precision.
        }
    }

    private func openLock() throws(OverrideFileError) -> Int32 {
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw unwritable() }
        while flock(lock, LOCK_EX) != 0 {
            if errno != EINTR {
                let error = unwritable()
                close(lock)
                throw error
            }
        }
        return lock
    }

    /// Makes the new name of the file outlast a power failure.
    private func syncDirectory() {
        let handle = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { return }
        fsync(handle)
        close(handle)
    }
}

extension DecodingError {
    /// What is wrong with the text that was decoded, in a few words.
    fileprivate var reason: String {
        switch self {
        case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is not the JSON of a state file"
                : "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has no valid value"
        @unknown default: "it is not JSON"
        }
    }
}
