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
/// moment, under a lock kept in a file beside it, so that two processes do not undo each other's changes. Where the
/// path is that of a symbolic link, the file it leads to is meant, and the link stays.
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
        package var problem: String?
        /// Whether the file is still there and cannot be used, so that changes cannot be saved.
        package var isInTheWay = false
    }

    /// How many bytes a file may have; a larger one was not written by this type.
    package static var sizeLimit: Int { JSONLimits.stateFile.bytes }

    /// Where the file is.
    package let path: String
    /// What a file that is not there holds.
    package let empty: Content
    private let version: Int
    private let patience: Int32

    /// Names a file, which need not exist yet.
    ///
    /// - Parameters:
    ///   - path: Where it is; its directory is made when something is first written.
    ///   - empty: What a file that is not there holds.
    ///   - version: The version of its format, at least 1. Newer files are left alone.
    ///   - patience: For how many milliseconds a change waits while other processes change the file.
    package init(path: String, empty: Content, version: Int = 1, patience: Int32 = 10_000) {
        self.path = path
        self.empty = empty
        self.version = version
        self.patience = patience
    }

    /// Reads the file.
    ///
    /// A file that makes no sense is set aside under another name, so that nothing in it is lost, and the program
    /// goes on as if it were not there. One that is newer, or cannot be read, is left alone.
    package func load() -> Loaded {
        do throws(StateFileError) {
            return Loaded(content: try read())
        } catch .malformed {
            return loadOrSetAside()
        } catch {
            return Loaded(content: empty, problem: error.description, isInTheWay: true)
        }
    }

    /// Reads the file and leaves it where it is, whatever is in it.
    ///
    /// - Returns: What it holds; the empty content if it is not there.
    /// - Throws: ``StateFileError`` if it is there and cannot be used.
    package func read() throws(StateFileError) -> Content {
        let data: Data
        do throws(FileReading.Failure) {
            data = try FileReading.read(path, limit: Self.sizeLimit)
        } catch .missing where isPossible {
            return empty
        } catch {
            throw .unreadable(path: path, reason: isPossible ? error.description : Self.impossible)
        }
        do {
            try JSONLimits.stateFile.check(data)
            let decoder = JSONDecoder()
            let found = try decoder.decode(StateFileVersion.self, from: data).version
            // Newer first: what it holds beside its version may make no sense to this program.
            if found > version { throw StateFileError.newer(path: path, version: found) }
            if found < 1 { throw StateFileError.malformed(path: path, reason: "\"version\" is less than 1") }
            return try decoder.decode(Content.self, from: data)
        } catch let error as StateFileError {
            throw error
        } catch let error as JSONScanError {
            throw .malformed(path: path, reason: error.description)
        } catch let error as DecodingError {
            throw .malformed(path: path, reason: error.stateFileReason)
        } catch {
            throw .malformed(path: path, reason: "it is not JSON")
        }
    }

    /// Changes what the file holds.
    ///
    /// - Parameter body: Gets what the file holds now and changes it. Not called if the file cannot be read.
    /// - Returns: What the body returns.
    /// - Throws: ``StateFileError`` if the file cannot be read or written; it then holds what it held before.
    package func update<Result>(_ body: (inout Content) -> Result) throws(StateFileError) -> Result {
        guard isPossible else { throw .unwritable(path: path, reason: Self.impossible) }
        let place = FilePlace(following: path)
        // Where it cannot be made, locking will say what is wrong with more precision.
        try? FileManager.default.createDirectory(
            atPath: place.directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let lock = try openLock(of: place)
        defer { close(lock) }
        var content = try read()
        let result = body(&content)
        try write(content, to: place)
        return result
    }

    // MARK: Files that make no sense

    /// Reads the file again, under its lock, and sets it aside if it still makes no sense.
    ///
    /// Another process may have set it aside and written a good one since it was read.
    private func loadOrSetAside() -> Loaded {
        let place = FilePlace(following: path)
        let lock = try? openLock(of: place)
        defer {
            if let lock { close(lock) }
        }
        do throws(StateFileError) {
            return Loaded(content: try read())
        } catch .malformed(_, let reason) {
            let what = "The state file \(path) makes no sense (\(reason))"
            if lock != nil, let aside = setAside(place) {
                return Loaded(content: empty, problem: "\(what); it is kept as \(aside), and nothing is taken from it.")
            }
            let problem = "\(what) and cannot be moved; move or delete it. Nothing is taken from it."
            return Loaded(content: empty, problem: problem, isInTheWay: true)
        } catch {
            return Loaded(content: empty, problem: error.description, isInTheWay: true)
        }
    }

    /// Moves the file out of the way and returns its new name.
    private func setAside(_ place: FilePlace) -> String? {
        for number in 1...99 {
            let name = "\(place.path).unreadable-\(number)"
            var information = stat()
            if lstat(name, &information) == 0 { continue }
            return rename(place.path, name) == 0 ? name : nil
        }
        return nil
    }

    // MARK: Writing

    private func write(_ content: Content, to place: FilePlace) throws(StateFileError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard var data = try? encoder.encode(VersionedContent(content: content, version: version)) else {
            throw .unwritable(path: path, reason: "its content cannot be encoded")
        }
        data.append(UInt8(ascii: "\n"))
        do throws(JSONScanError) {
            // What could not be read again is not written.
            try JSONLimits.stateFile.check(data)
        } catch {
            throw .unwritable(path: path, reason: error.description)
        }
        // The lock is held, so the name of the draft can be fixed: a stale one is simply written over.
        let draft = place.path + ".draft"
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw unwritable(errno, "its draft \(draft)") }
        var error: Int32? = fchmod(file, 0o600) == 0 ? nil : errno
        error = error ?? FileWriting.write(data, to: file)
        error = error ?? (fsync(file) == 0 ? nil : errno)
        close(file)
        error = error ?? (rename(draft, place.path) == 0 ? nil : errno)
        if let error {
            unlink(draft)
            throw unwritable(error)
        }
        syncDirectory(of: place)
    }

    /// Waits until no other process changes the file, and keeps others from it until the descriptor is closed.
    private func openLock(of place: FilePlace) throws(StateFileError) -> Int32 {
        let path = place.path + ".lock"
        let lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw unwritable(errno, "its lock \(path)") }
        // Nearly always free, or for some milliseconds not. A process that was stopped with the lock in its hands
        // must not stop others for good, which waiting in `flock` would.
        var left = patience
        while flock(lock, LOCK_EX | LOCK_NB) != 0 {
            let error = errno
            if error == EINTR { continue }
            guard error == EWOULDBLOCK, left > 0 else {
                close(lock)
                if error != EWOULDBLOCK { throw unwritable(error, "its lock \(path)") }
                throw .unwritable(path: self.path, reason: "another process keeps it locked")
            }
            poll(nil, 0, 1)
            left -= 1
        }
        return lock
    }

    /// Makes the new name of the file outlast a power failure.
    private func syncDirectory(of place: FilePlace) {
        let handle = open(place.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { return }
        fsync(handle)
        close(handle)
    }

    private func unwritable(_ error: Int32, _ what: String? = nil) -> StateFileError {
        let reason = String(cString: strerror(error))
        return .unwritable(path: path, reason: what.map { "\($0): \(reason)" } ?? reason)
    }

    // MARK: Paths

    private static var impossible: String { "no file can have this path" }

    /// Whether the path can be that of a file.
    ///
    /// The system would take one with a zero byte for a shorter one, that of some other file.
    private var isPossible: Bool {
        let name = FilePlace(path).name
        return !path.utf8.contains(0) && !name.isEmpty && name != "." && name != ".."
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
