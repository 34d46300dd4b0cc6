// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintLocks
import FlintWorld

/// The command history, for undo and redo.
///
/// If the history is saved in a file, all programs that change the app share it across launches. If the file cannot be
/// used, it remains unchanged and the history continues in memory. All members can be called from any thread.
///
/// A change that lasts only as long as a process can be undone only in that process.
package final class CommandHistory: Sendable {
    package static let capacity = 100

    struct Record: Codable, Sendable, Hashable {
        let id: UInt64
        let date: Date
        let source: String
        let message: String
        /// The command, which can be written as a step of a scenario.
        var command: Command?
        var inverse: Command?
        var redo: Command?
        var isUndone = false
        /// The only process that can undo the entry, or `nil` for any process.
        var process: Int32?
        /// The process that made the change, or `nil` if it exited after the change.
        var origin: Int32?
    }

    struct Content: Codable, Sendable, Hashable {
        static let kind = StateFileKind("history")

        var records: [Record] = []
        var lastID: UInt64 = 0
    }

    private let cache: StateCache<Content>?
    private let process: ProcessIdentity
    private let memory = Protected(Content())
    private let start = Date()

    package init(path: String? = nil, process: ProcessIdentity = .current) {
        self.process = process
        cache = path.map { StateCache(StateFile(path: $0, kind: Content.kind, empty: Content(), isAuxiliary: true)) }
    }

    package var path: String? { cache?.file.path }

    package var readProblems: [String] { cache?.readProblems ?? [] }

    var saveError: StateFileError? { cache?.saveError }

    /// Observes the entries that other programs add.
    ///
    /// The closure is called on the main queue after every change of the file.
    package func watch(_ onChange: @escaping @Sendable () -> Void) {
        cache?.watch(onChange)
    }

    private var content: Content {
        guard let cache else { return memory.withLock { $0 } }
        return cache.content ?? Content()
    }

    private func update(_ body: @escaping @Sendable (inout Content) -> Void) {
        if let cache { cache.applyImmediately(savesLater: true, body) } else { memory.withLock { body(&$0) } }
    }

    // MARK: Entries

    package var entries: [HistoryEntry] {
        content.records.map { record in
            var entry = HistoryEntry(
                id: record.id, date: record.date, source: otherProgram(of: record)?.rawValue ?? record.source,
                message: record.message,
                canBeUndone: record.inverse != nil && !record.isUndone && canBeChangedHere(record),
                isUndone: record.isUndone, belongsToAnotherProcess: !canBeChangedHere(record))
            entry.command = record.command
            return entry
        }
    }

    /// Returns the program that made a change, or `nil` if it was this program or one that has ended.
    func otherProgram(of record: Record) -> Cause? {
        record.origin.flatMap { process.otherProgram(record.source, in: $0) }
    }

    var nextUndo: Record? { content.records.last(where: canUndo) }

    var nextRedo: Record? { content.records.first(where: canRedo) }

    /// The entries that can be undone; the next one to undo is last.
    var undoable: [Record] { content.records.filter(canUndo) }

    /// The entries that can be redone; the next one to redo is first.
    var redoable: [Record] { content.records.filter(canRedo) }

    private func canUndo(_ record: Record) -> Bool {
        record.inverse != nil && !record.isUndone && canBeChangedHere(record)
    }

    private func canRedo(_ record: Record) -> Bool { record.isUndone && record.redo != nil && canBeChangedHere(record) }

    private func canBeChangedHere(_ record: Record) -> Bool { record.process == nil || record.process == process.id }

    func irreversible(after id: UInt64) -> [Record] {
        content.records.filter { $0.id > id && $0.inverse == nil && !$0.isUndone }
    }

    /// The entries since the start of this process that cannot be undone, oldest first.
    var irreversible: [Record] { content.records.filter { $0.date >= start && $0.inverse == nil && !$0.isUndone } }

    /// Adds an entry.
    ///
    /// If the new entry can be undone, entries that have been undone are discarded and can no longer be redone.
    /// `hasFailed` means that the change could not be saved. Such a change is added to a history file only if this
    /// process retries failed saves.
    package func add(
        _ message: String, of command: Command? = nil, inverse: Command?, source: Cause, lastsUntilQuit: Bool = false,
        hasFailed: Bool = false, at date: Date = Date()
    ) {
        if hasFailed, let cache, cache.file.access.mode != .deferring { return }
        let (onlyProcess, origin) = (lastsUntilQuit ? process.id : nil, process.signature)
        update { content in
            if inverse != nil { content.records.removeAll(where: \.isUndone) }
            content.lastID += 1
            content.records.append(
                Record(
                    id: content.lastID, date: date, source: source.rawValue, message: message, command: command,
                    inverse: inverse, process: onlyProcess, origin: origin))
            content.records.removeFirst(max(0, content.records.count - Self.capacity))
        }
    }

    /// Records that an entry was undone.
    ///
    /// Without a command to redo it, the entry can be neither undone nor redone.
    func markUndone(_ id: UInt64, redo: Command?) {
        change(id) { record in
            record.isUndone = redo != nil
            record.redo = redo
            if redo == nil { record.inverse = nil }
        }
    }

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
