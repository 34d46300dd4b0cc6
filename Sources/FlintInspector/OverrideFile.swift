import FlintCore
import InspectorKit

/// The file in which an app's overrides outlast the process.
///
/// ```json
/// {
///   "flint" : "overrides",
///   "version" : 2,
///   "overrides" : [
///     {
///       "key" : "premium.monthly",
///       "kind" : "purchase",
///       "expiry" : { "until" : "2026-01-31T12:00:00Z" },
///       "reason" : "the demo on Friday",
///       "source" : "console",
///       "value" : "purchased"
///     }
///   ]
/// }
/// ```
///
/// The file is only for its owner (mode 0600) and is replaced in one step, so that a reader finds the old or the new
/// content and never half of one. A change is made to what the file holds at that moment, under a lock kept in a file
/// beside it, so that two processes do not undo each other's changes. What a newer program has added to it stays in it.
package struct OverrideFile: Sendable {
    /// What the file holds.
    struct Content: Sendable {
        var overrides: [SavedOverride] = []
        /// Everything else, for a newer program.
        var unknown: [String: JSONValue] = [:]

        /// The overrides this program understands.
        var records: [OverrideRecord] {
            get { overrides.compactMap(\.record) }
            set {
                // Nothing but their records is known of most entries, of which there may be very many.
                let entries = Dictionary(
                    overrides.lazy.filter(\.isMoreThanItsRecord).compactMap { entry in
                        entry.record.map { ($0, entry) }
                    }, uniquingKeysWith: { $1 })
                let known = newValue.map { record in
                    (entries.isEmpty ? nil : entries[record]) ?? SavedOverride(record)
                }
                overrides = SavedOverride.inOrder(known + overrides.filter { $0.record == nil })
            }
        }

        /// What the entries that are not understood call themselves.
        var unknownNames: [String] { overrides.filter { $0.record == nil }.map(\.name) }
    }

    /// What reading the file came to.
    package struct Loaded: Sendable {
        /// The overrides it holds.
        package let overrides: [OverrideRecord]
        /// What was wrong with it, and what has been done about that; `nil` if nothing was.
        package let problem: String?
        /// Descriptions of what else it holds and only a newer program understands.
        let unknownNames: [String]
    }

    /// Where the file is.
    package var path: String { file.path }

    private let file: StateFile<Content>

    /// Names a file, which need not exist yet.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - access: How it is used; by default as every state file of the process.
    package init(path: String, access: StateFileAccess = .process) {
        let kind = StateFileKind("overrides")
        file = StateFile(path: path, kind: kind, empty: Content(), access: access)
    }

    /// Reads the overrides; a file that cannot be used is left as it is and holds none.
    package func load() -> Loaded {
        let loaded = file.load()
        return Loaded(
            overrides: loaded.content.records, problem: loaded.problem, unknownNames: loaded.content.unknownNames)
    }

    /// Reads the overrides and leaves the file where it is, whatever is in it.
    ///
    /// - Throws: `StateFileError` if it is there and cannot be used.
    func read() throws(StateFileError) -> Loaded {
        let content = try file.read()
        return Loaded(overrides: content.records, problem: nil, unknownNames: content.unknownNames)
    }

    /// Changes what the file holds.
    ///
    /// - Parameter body: Gets the overrides the file holds now and changes them.
    /// - Throws: `StateFileError` if the file cannot be read or written; it then holds what it held before.
    package func update(_ body: (inout [OverrideRecord]) -> Void) throws(StateFileError) {
        try update(onQuarantine: { _ in }, body)
    }

    /// Changes what the file holds.
    ///
    /// - Parameters:
    ///   - onQuarantine: Called with a sentence if the file was malformed and has been renamed.
    ///   - body: Gets the overrides the file holds now and changes them.
    /// - Throws: `StateFileError` if the file cannot be read or written; it then holds what it held before.
    func update(
        onQuarantine: (String) -> Void, _ body: (inout [OverrideRecord]) -> Void
    ) throws(StateFileError) {
        try file.update(onQuarantine: onQuarantine) { body(&$0.records) }
    }

    /// Removes every override, those that only a newer program understands too.
    func removeAll() throws(StateFileError) {
        try file.update { $0.overrides = [] }
    }

    /// Whether a change that finds the file's lock held fails at once.
    var isDeferring: Bool { file.access.mode == .deferring }

    /// Whether changes are to be saved after the present turn of the main queue.
    var savesLater: Bool { file.access.savesLater }

    /// Calls a handler when what waits must be saved, because the process is about to end.
    func onFinish(_ handler: @escaping @Sendable () -> Void) -> ObservationToken { file.access.onFinish(handler) }
}

extension OverrideFile.Content: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// Reads the overrides, and keeps whatever else there is.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        overrides = try container.decode([SavedOverride].self, forKey: Key("overrides"))
        for key in container.allKeys where !["overrides", "version", "flint"].contains(key.stringValue) {
            unknown[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
    }

    /// Writes the overrides, and whatever else there was.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(overrides, forKey: Key("overrides"))
        for (name, value) in unknown { try container.encode(value, forKey: Key(name)) }
    }
}
