import FlintCore
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What commands have done, oldest first, so that it can be undone and redone.
///
/// With a file, the history is the same one for every program that works on the app's state, from run to run. A file
/// that cannot be used is left alone, and the history continues in memory. All members may be called from any thread.
package final class CommandHistory: Sendable {
    /// How many entries are kept.
    package static let capacity = 100

    /// An entry with the commands that undo and redo it.
    struct Record: Codable, Sendable, Hashable {
        let id: UInt64
        let date: Date
        let source: String
        let message: String
        /// The command that undoes it; `nil` for what cannot be undone.
        var inverse: Command?
        /// The command that does it again, once it was undone.
        var redo: Command?
        /// Whether it was undone.
        var isUndone = false
        /// The process that alone can undo it, because what it changed lasts as long as that; `nil` for any process.
        var process: Int32?
    }

    /// What is kept.
    struct Content: Codable, Sendable, Hashable {
        static let kind = StateFileKind("history")

        var records: [Record] = []
        var lastID: UInt64 = 0
    }

    private let cache: StateCache<Content>?
    /// The number of this process.
    private let process: Int32
    /// The content where there is no file.
    private let memory = Protected(Content())

    /// Creates a history.
    ///
    /// - Parameters:
    ///   - path: The path of its file, which need not exist; `nil` for one that lasts as long as the program.
    ///   - process: The number of the process.
    package init(path: String? = nil, process: Int32 = getpid()) {
        self.process = process
        cache = path.map { StateCache(StateFile(path: $0, kind: Content.kind, empty: Content(), isAuxiliary: true)) }
    }

    /// What is wrong with the file; `nil` if nothing is.
    package var problem: String? { cache?.problem }

    /// The reason why the latest entry is not saved.
    var saveError: StateFileError? { cache?.saveError }

    /// Begins to look for entries that other programs add.
    ///
    /// - Parameter onChange: Called on the main queue after every change of the file.
    package func watch(_ onChange: @escaping @Sendable () -> Void) {
        cache?.watch(onChange)
    }

    private var content: Content {
        guard let cache else { return memory.withLock { $0 } }
        return cache.content ?? Content()
    }

    private func update(_ body: @escaping @Sendable (inout Content) -> Void) {
        if let cache { cache.keep(later: true, body) } else { memory.withLock { body(&$0) } }
    }

    // MARK: Entries

    /// What was done, oldest first.
    package var entries: [HistoryEntry] {
        content.records.map { record in
            HistoryEntry(
                id: record.id, date: record.date, source: record.source, message: record.message,
                canBeUndone: record.inverse != nil && !record.isUndone && isWithinReach(record),
                isUndone: record.isUndone, isElsewhere: !isWithinReach(record))
        }
    }

    /// What undoing would undo; `nil` if there is nothing to undo.
    var nextUndo: Record? { content.records.last(where: canUndo) }

    /// What redoing would do again; `nil` if there is nothing to redo.
    var nextRedo: Record? { content.records.first(where: canRedo) }

    /// What can be undone, the first to be undone last.
    var undoable: [Record] { content.records.filter(canUndo) }

    /// What can be redone, the first to be redone first.
    var redoable: [Record] { content.records.filter(canRedo) }

    private func canUndo(_ record: Record) -> Bool {
        record.inverse != nil && !record.isUndone && isWithinReach(record)
    }

    private func canRedo(_ record: Record) -> Bool { record.isUndone && record.redo != nil && isWithinReach(record) }

    /// Whether this process can undo and redo an entry.
    private func isWithinReach(_ record: Record) -> Bool { record.process == nil || record.process == process }

    /// What was done after an entry and cannot be undone, oldest first.
    func permanent(after id: UInt64) -> [Record] {
        content.records.filter { $0.id > id && $0.inverse == nil && !$0.isUndone }
    }

    /// Adds what a command did; what was undone before a change can no longer be redone.
    ///
    /// - Parameters:
    ///   - message: What it did.
    ///   - inverse: The command that undoes it; `nil` if nothing does.
    ///   - source: Who sent it.
    ///   - lastsUntilQuit: Whether what it changed lasts only as long as this process.
    ///   - hasFailed: Whether it could not be saved, so that in a process that ends with the command it never happened.
    ///   - date: When.
    package func add(
        _ message: String, inverse: Command?, source: Cause, lastsUntilQuit: Bool = false,
        hasFailed: Bool = false, at date: Date = Date()
    ) {
        if hasFailed, let cache, cache.file.access.mode != .deferring { return }
        let process = lastsUntilQuit ? process : nil
        update { content in
            if inverse != nil { content.records.removeAll(where: \.isUndone) }
            content.lastID += 1
            content.records.append(
                Record(
                    id: content.lastID, date: date, source: source.rawValue, message: message, inverse: inverse,
                    process: process))
            content.records.removeFirst(max(0, content.records.count - Self.capacity))
        }
    }

    /// Notes that an entry was undone.
    ///
    /// - Parameters:
    ///   - id: The entry.
    ///   - redo: The command that does it again; `nil` if undoing changed nothing.
    func markUndone(_ id: UInt64, redo: Command?) {
        change(id) { record in
            record.isUndone = redo != nil
            record.redo = redo
            if redo == nil { record.inverse = nil }
        }
    }

    /// Notes that an entry was redone.
    ///
    /// - Parameters:
    ///   - id: The entry.
    ///   - inverse: The command that undoes it again; `nil` if redoing changed nothing.
    func markRedone(_ id: UInt64, inverse: Command?) {
        change(id) { record in
            record.isUndone = false
            record.redo = nil
            record.inverse = inverse
        }
    }

    private func change(_ id: UInt64, _ body: @escaping @Sendable (inout Record) -> Void) {
        update { content in
            guard let index = content.records.firstIndex(where: { $0.id == id }) else { return }
            body(&content.records[index])
        }
    }
}
