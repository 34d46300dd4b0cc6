#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A JSON file that keeps a value from one run of a program to the next, and between programs that run at once.
///
/// The file is only for its owner (mode 0600) and is replaced in one step, so that every reader, also after a crash,
/// finds the old or the new content and never half of one. A change is made to what the file holds at that moment,
/// under a lock kept in a file beside it, so that two processes do not undo each other's changes. Reading takes no
/// lock and changes nothing, not even a file that is malformed.
///
/// Only files of ours are written over or renamed: plain files that begin with ``StateFileHeader``, and any plain file
/// at the app's default path.
/// Symbolic links, pipes, devices and directories are refused everywhere, also in the place of the lock and the draft.
///
/// ```swift
/// let file = StateFile(path: "/home/me/.local/state/app/toggles.json", kind: .settings, empty: ToggleFile())
/// let before = file.load()            // .problem describes what is wrong, if something is
/// try file.update { $0.toggles["sync"] = true }
/// ```
package struct StateFile<Content: Codable & Sendable>: Sendable {
    /// What reading the file came to.
    package struct Loaded: Sendable {
        /// What it holds; the empty content if it is not there or cannot be used.
        package let content: Content
        /// What is wrong with it; `nil` if nothing is.
        package var problem: String?
        /// Whether changes cannot be saved because of that; a malformed file of ours makes way for them.
        package var isInTheWay = false
    }

    /// How many bytes a file may have; a larger one was not written by this type.
    package static var sizeLimit: Int { JSONLimits.stateFile.bytes }

    /// The path of the file.
    package let path: String
    /// What a file that is not there holds.
    package let empty: Content
    /// What kind of file it is.
    let kind: StateFileKind
    /// The version of its format.
    let version: Int
    /// Whether every plain file at the path is the app's.
    let isAtDefaultPath: Bool
    /// How this process uses the file.
    package let access: StateFileAccess
    /// Whether a change is done even if this file cannot be saved, so that its errors are none of the change's.
    let isAuxiliary: Bool

    /// Names a file, which need not exist yet.
    ///
    /// - Parameters:
    ///   - path: Where it is; its directory is made when something is first written.
    ///   - kind: What kind of file it is.
    ///   - empty: What a file that is not there holds.
    ///   - version: The version of its format, by default the current one. Newer files are left alone.
    ///   - isAtDefaultPath: Whether every plain file at the path is the app's; by default, whether the path is in one
    ///     of the app's own directories.
    ///   - access: How this process uses the file.
    ///   - isAuxiliary: Whether a change is done even if this file cannot be saved, as it is with a history of changes.
    package init(
        path: String, kind: StateFileKind, empty: Content, version: Int? = nil,
        isAtDefaultPath: Bool? = nil, access: StateFileAccess = .process,
        isAuxiliary: Bool = false
    ) {
        self.path = path
        self.kind = kind
        self.empty = empty
        self.version = version ?? StateFileHeader.firstVersion
        self.isAtDefaultPath = isAtDefaultPath ?? AppDirectory.owns(path)
        self.access = access
        self.isAuxiliary = isAuxiliary
    }

    /// Reads the file, or reports what is wrong with it; it is left as it is in any case.
    package func load() -> Loaded {
        do throws(StateFileError) {
            return Loaded(content: try read())
        } catch {
            guard case .malformed = error else {
                return Loaded(content: empty, problem: error.description, isInTheWay: true)
            }
            return Loaded(content: empty, problem: Self.problem(reading: error))
        }
    }

    /// What is wrong with a file that could not be read, and what becomes of it with the next change.
    static func problem(reading error: StateFileError) -> String {
        guard case .malformed(let path, let reason) = error else { return error.description }
        return "The state file \(path) is malformed (\(reason)). Nothing is taken from it; the next change renames it "
            + "and starts a new one."
    }

    /// Reads the file.
    ///
    /// - Returns: What it holds; the empty content if it is not there.
    /// - Throws: ``StateFileError`` if it is there and cannot be used.
    package func read() throws(StateFileError) -> Content {
        do throws(StateFileError) {
            let content = try data().map(decode) ?? empty
            access.note(reading: nil, of: path)
            return content
        } catch {
            access.note(reading: error, of: path)
            throw error
        }
    }

    /// What is in the file, or `nil` if it is not there.
    private func data() throws(StateFileError) -> Data? {
        guard isPossible else { throw .unreadable(path: path, reason: Self.impossible) }
        do throws(FileReading.Failure) {
            return try FileReading.read(path, limit: Self.sizeLimit, followsLinks: false)
        } catch {
            switch error {
            case .missing: return nil
            case .link, .notAFile: throw .notOurs(path: path, reason: error.description.lowercasedFirst)
            case .tooLarge, .refused: throw .unreadable(path: path, reason: error.description)
            }
        }
    }

    private func decode(_ data: Data) throws(StateFileError) -> Content {
        let header = StateFileHeader.kind(beginning: data)
        try check(kind: header)
        let envelope: StateFileEnvelope<Content>
        do {
            try JSONLimits.stateFile.check(data)
            envelope = try JSONDecoder().decode(StateFileEnvelope<Content>.self, from: data)
        } catch let error as JSONScanError {
            throw unusable(header, error.description)
        } catch {
            throw unusable(header, (error as? DecodingError)?.stateFileReason ?? "it is not JSON")
        }
        try check(kind: envelope.kind)
        let known = header ?? envelope.kind
        // Newer first: what it holds beside its version may mean nothing to this program.
        if envelope.version > version, known != nil || isAtDefaultPath {
            throw .newer(path: path, version: envelope.version, supported: version)
        }
        guard known != nil else { throw unusable(nil, "it does not begin with \"\(StateFileHeader.key)\"") }
        guard (StateFileHeader.firstVersion...version).contains(envelope.version) else {
            throw unusable(known, "\"version\" is \(envelope.version)")
        }
        do {
            return try envelope.content.get()
        } catch {
            throw unusable(known, (error as? DecodingError)?.stateFileReason ?? "it is not JSON")
        }
    }

    /// Checks that a header that is there is one of this kind of file.
    private func check(kind name: String?) throws(StateFileError) {
        guard let name, name != kind.name else { return }
        throw .notOurs(path: path, reason: "it is a file of the kind \"\(name)\", not of the kind \"\(kind.name)\"")
    }

    /// The error for a file that cannot be understood: it is malformed if it is ours, and another program's if it is
    /// not.
    private func unusable(_ header: String?, _ reason: String) -> StateFileError {
        header != nil || isAtDefaultPath
            ? .malformed(path: path, reason: reason)
            : .notOurs(path: path, reason: "it is not one of this program's files (\(reason))")
    }

    // MARK: Paths

    static var impossible: String { "no file can have this path" }

    /// Whether the path can be that of a file.
    ///
    /// The system would take one with a zero byte for a shorter one, that of some other file.
    var isPossible: Bool {
        let name = PathComponents(path).name
        return !path.utf8.contains(0) && !name.isEmpty && name != "." && name != ".."
    }
}

extension String {
    /// The text with a small letter at its beginning, to continue a sentence.
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
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
