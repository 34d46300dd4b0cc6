public import FlintCore
public import InspectorKit

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
    struct Content: Codable, Sendable {
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
    public var path: String { file.path }

    private let file: StateFile<Content>

    /// Names a file, which need not exist yet.
    public init(path: String) {
        file = StateFile(path: path, empty: Content())
    }

    /// Reads the overrides.
    ///
    /// A file that makes no sense is set aside under another name, so that nothing in it is lost, and the app goes on
    /// without overrides.
    public func load() -> Loaded {
        let loaded = file.load()
        return Loaded(overrides: loaded.content.overrides, problem: loaded.problem)
    }

    /// Changes what the file holds.
    ///
    /// - Parameter body: Gets the overrides the file holds now and changes them.
    /// - Throws: `StateFileError` if the file cannot be read or written; it then holds what it held before.
    public func update(_ body: (inout [OverrideRecord]) -> Void) throws(StateFileError) {
        try file.update { content in
            body(&content.overrides)
            content.overrides.sort { ($0.kind.rawValue, $0.key) < ($1.kind.rawValue, $1.key) }
        }
    }
}
