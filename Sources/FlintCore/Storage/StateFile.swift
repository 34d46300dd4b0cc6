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

/// A JSON file that keeps a value from one run of a program to the next, and between programs that run at once.
///
/// The file is only for its owner (mode 0600) and is replaced in one step, so that whoever reads it, also after a
/// crash, finds the old or the new content and never half of one. A change is made to what the file holds at that
/// moment, under a lock kept in a file beside it, so that two processes do not undo each other's changes.
///
/// The content is one JSON object, to which the format's version is added under the key `version`:
///
/// ```swift
/// let file = StateFile(path: "/home/me/.local/state/app/toggles.json", empty: ToggleFile())
/// let before = file.load()            // .problem says what was wrong, if something was
/// try file.update { $0.toggles["sync"] = true }
/// ```
package struct StateFile<Content: Codable & Sendable>: Sendable {
    /// What reading the file came to.
    package struct Loaded: Sendable {
        /// What it holds; the empty content if it is not there or cannot be used.
        package let content: Content
        /// What was wrong with it, and what has been done about that; `nil` if nothing was.
        package let problem: String?
    }

    /// Where the file is.
    package let path: String
    private let empty: Content
    private let version: Int

    /// Names a file, which need not exist yet.
    ///
    /// - Parameters:
    ///   - path: Where it is; its directory is made when something is first written.
    ///   - empty: What a file that is not there holds.
    ///   - version: The version of its format, at least 1. Newer files are left alone.
    package init(path: String, empty: Content, version: Int = 1) {
        self.path = path
        self.empty = empty
        self.version = version
    }

    /// Reads the file.
    ///
    /// A file that makes no sense is set aside under another name, so that nothing in it is lost, and the program
    /// goes on as if it were not there. One that is newer, or cannot be read, is left alone.
    package func load() -> Loaded {
        do throws(StateFileError) {
            return Loaded(content: try read(), problem: nil)
        } catch {
            guard case .malformed(_, let reason) = error else {
                return Loaded(content: empty, problem: error.description)
            }
            let what = "The state file \(path) makes no sense (\(reason))"
            guard let aside = setAside() else {
                return Loaded(
                    content: empty, problem: "\(what) and cannot be moved; move or delete it. Nothing is taken from it."
                )
            }
            return Loaded(content: empty, problem: "\(what); it is kept as \(aside), and nothing is taken from it.")
        }
    }

    /// Reads the file and leaves it where it is, whatever is in it.
    ///
    /// - Returns: What it holds; the empty content if it is not there.
    /// - Throws: ``StateFileError`` if it is there and cannot be used.
    package func read() throws(StateFileError) -> Content {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            if access(path, F_OK) != 0, errno == ENOENT { return empty }
            guard access(path, R_OK) == 0 else {
                throw .unreadable(path: path, reason: String(cString: strerror(errno)))
            }
            var information = stat()
            let isFile = stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
            throw .unreadable(path: path, reason: isFile ? String(cString: strerror(EIO)) : "It is not a file")
        }
        do {
            let decoder = JSONDecoder()
            let found = try decoder.decode(StateFileVersion.self, from: data).version
            // Newer first: what it holds beside its version may make no sense to this program.
            if found > version { throw StateFileError.newer(path: path, version: found) }
            return try decoder.decode(Content.self, from: data)
        } catch let error as StateFileError {
            throw error
        } catch let error as DecodingError {
            throw .malformed(path: path, reason: error.stateFileReason)
        } catch {
            throw .malformed(path: path, reason: "it is not JSON")
        }
    }

    /// Changes what the file holds.
    ///
    /// - Parameter body: Gets what the file holds now and changes it.
    /// - Returns: What the body returns.
    /// - Throws: ``StateFileError`` if the file cannot be read or written; it then holds what it held before.
    package func update<Result>(_ body: (inout Content) -> Result) throws(StateFileError) -> Result {
        createDirectory()
        let lock = try openLock()
        defer { close(lock) }
        var content = try read()
        let result = body(&content)
        try write(content)
        return result
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

    private func write(_ content: Content) throws(StateFileError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(VersionedContent(content: content, version: version)) else {
            throw .unwritable(path: path, reason: "its content cannot be encoded")
        }
        // The lock is held, so the name of the draft can be fixed: a stale one is simply written over.
        let draft = path + ".draft"
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw unwritable() }
        do throws(StateFileError) {
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

    private func unwritable() -> StateFileError {
        .unwritable(path: path, reason: String(cString: strerror(errno)))
    }

    private var directory: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes the directory; where it cannot be made, writing will say what is wrong with more precision.
    private func createDirectory() {
        try? FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private func openLock() throws(StateFileError) -> Int32 {
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

/// The part of a state file that is read first.
private struct StateFileVersion: Decodable {
    let version: Int
}

/// Writes a content and the version of its format as one object.
private struct VersionedContent<Content: Encodable>: Encodable {
    let content: Content
    let version: Int

    private enum CodingKeys: CodingKey {
        case version
    }

    func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
    }
}

extension DecodingError {
    /// What is wrong with the text that was decoded, in a few words.
    package var stateFileReason: String {
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
