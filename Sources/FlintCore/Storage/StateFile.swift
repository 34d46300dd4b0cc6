// SPDX-License-Identifier: MIT

import FlintFoundation

/// A JSON file that stores a value, shared between runs of a program and between programs that run at the same time.
///
/// The file is accessible only to its owner (mode 0600) and is replaced atomically. A reader finds either the old or
/// the new content, even after a crash. A change applies to the current content of the file, under a lock in a separate
/// file, so that processes do not overwrite each other's changes. Reading takes no lock and modifies no file, not even
/// a malformed one.
///
/// Only the framework's own files are overwritten or renamed. These are regular files that name their kind, normally in
/// a ``StateFileHeader``, and by default all regular files in one of the app's directories. Symbolic links, pipes,
/// devices, and directories are always refused, including at the paths of the lock and the draft.
///
/// ```swift
/// let file = StateFile(path: "/home/me/.local/state/app/toggles.json", kind: .settings, empty: ToggleFile())
/// let before = file.load()            // .problem describes an error, if any
/// try file.update { $0.toggles["sync"] = true }
/// ```
package struct StateFile<Content: Codable & Sendable>: Sendable {
    package struct Loaded: Sendable {
        /// The content, or the empty content if the file is missing or unusable.
        package let content: Content
        package var problem: String?
        /// Whether the problem prevents changes from being saved.
        ///
        /// The value is `false` for a malformed state file, because the next change renames it.
        package var preventsSaving = false
    }

    package static var sizeLimit: Int { JSONLimits.stateFile.bytes }

    package let path: String
    package let empty: Content
    let kind: StateFileKind
    let version: Int
    let isAtDefaultPath: Bool
    package let access: StateFileAccess
    let isAuxiliary: Bool

    /// Creates a state file value without accessing the file system.
    ///
    /// - `version`: The newest supported version of the format. The default is 2, which is also the oldest supported
    ///   version. Newer files are left alone.
    /// - `isAtDefaultPath`: Whether any regular file at the path is treated as the app's own file. By default, this is
    ///   the case if the path is in one of the app's directories.
    /// - `isAuxiliary`: Whether the file is secondary, such as a history of changes. A change succeeds even if such a
    ///   file cannot be saved.
    package init(
        path: String, kind: StateFileKind, empty: Content, version: Int? = nil,
        isAtDefaultPath: Bool? = nil, access: StateFileAccess = .current,
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

    package func load() -> Loaded {
        do throws(StateFileError) {
            return Loaded(content: try read())
        } catch {
            switch error {
            case .malformed: return Loaded(content: empty, problem: Self.problem(reading: error))
            case .ambiguous:
                return Loaded(content: ambiguousContent ?? empty, problem: error.description, preventsSaving: true)
            case .unreadable, .foreignFile, .newer, .unwritable, .locked:
                return Loaded(content: empty, problem: error.description, preventsSaving: true)
            }
        }
    }

    /// The content of a file that ``read()`` refuses because of duplicate members.
    ///
    /// The decoder keeps one of the duplicates. Such a file is never written, because the others would be lost.
    var ambiguousContent: Content? {
        (try? data()).flatMap { data in data.flatMap { try? decode($0, names: .any) } }
    }

    static func problem(reading error: StateFileError) -> String {
        guard case .malformed(let path, let reason) = error else { return error.description }
        return "The state file \(path) is malformed (\(reason)). Its content is ignored; the next change renames the "
            + "file and creates a new one."
    }

    package func read() throws(StateFileError) -> Content {
        do throws(StateFileError) {
            let content = try data().map(decode) ?? empty
            access.recordReadError(nil, of: path)
            return content
        } catch {
            access.recordReadError(error, of: path)
            throw error
        }
    }

    private func data() throws(StateFileError) -> Data? {
        guard hasValidPath else { throw .unreadable(path: path, reason: Self.invalidPathReason) }
        do throws(FileReading.Failure) {
            return try FileReading.read(path, limit: Self.sizeLimit, followsLinks: false)
        } catch {
            switch error {
            case .missing: return nil
            case .link, .notAFile: throw .foreignFile(path: path, reason: error.description)
            case .tooLarge, .refused: throw .unreadable(path: path, reason: error.description)
            }
        }
    }

    /// Decodes the content of a state file of the same kind.
    ///
    /// The data can come from a file at another path.
    package func decode(_ data: Data) throws(StateFileError) -> Content {
        try decode(data, names: .unique)
    }

    private func decode(_ data: Data, names: JSONNames) throws(StateFileError) -> Content {
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
        // Another program may have reordered the members, so the kind identifies the file regardless of its position.
        let known = header ?? envelope.kind
        // The version is checked first, because a newer format may be unknown to this program.
        if envelope.version > version, known != nil || isAtDefaultPath {
            throw .newer(path: path, version: envelope.version, supported: version)
        }
        guard known != nil else { throw unusable(nil, "it does not begin with \"\(StateFileHeader.key)\"") }
        guard (StateFileHeader.firstVersion...version).contains(envelope.version) else {
            throw unusable(known, "\"version\" is \(envelope.version)")
        }
        let content: Content
        do {
            content = try envelope.content.get()
        } catch {
            throw unusable(known, (error as? DecodingError)?.contentReason ?? "it is not JSON")
        }
        if names == .unique, let error = JSONLimits.stateFile.repeatedName(in: data) {
            throw .ambiguous(path: path, reason: error.description)
        }
        return content
    }

    private func check(kind name: String?) throws(StateFileError) {
        guard let name, name != kind.name else { return }
        throw .foreignFile(path: path, reason: "its kind is \"\(name.excerpt)\" instead of \"\(kind.name)\"")
    }

    private func unusable(_ header: String?, _ reason: String) -> StateFileError {
        header != nil || isAtDefaultPath
            ? .malformed(path: path, reason: reason)
            : .foreignFile(path: path, reason: "it is not one of this program's files (\(reason))")
    }

    // MARK: Paths

    static var invalidPathReason: String { "this is not a valid path for a file" }

    var hasValidPath: Bool {
        // The system would truncate a path at a zero byte and access another file.
        !path.utf8.contains(0) && PathComponents.isName(PathComponents(path).name)
    }
}

extension DecodingError {
    fileprivate var contentReason: String {
        if case .dataCorrupted(let context) = self, context.codingPath.isEmpty { return context.debugDescription }
        return stateFileReason
    }

    package var stateFileReason: String {
        switch self {
        case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is not the JSON of a state file"
                : "\"\(context.codingPath.map(\.stringValue).joined(separator: ".").excerpt)\" has an invalid value"
        @unknown default: "it is not JSON"
        }
    }
}
