// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

extension CommandRunner {
    /// Undoes the latest change that can be undone.
    ///
    /// The result lists later changes that cannot be undone. If no change can be undone, the error lists this
    /// session's irreversible changes.
    func undo() throws(CommandError) -> CommandResult {
        let history = configuration.history
        guard let record = history.nextUndo, let inverse = record.inverse else { throw CommandError(undoRefusal) }
        // Saves changes that an earlier attempt could not save.
        if !configuration.access.savesLater { configuration.access.save() }
        let result: CommandResult
        do throws(CommandError) {
            result = try restore(by: inverse)
        } catch {
            guard !error.isTemporary else { throw Self.failure("undone", record, error) }
            // A change that cannot be undone now cannot be undone later either, and must not block earlier entries.
            history.markUndone(record.id, redo: nil)
            throw CommandError("This can no longer be undone: \(record.message) \(error.message)")
        }
        let message = "\(result.isPartial ? "Undone in part" : "Undone"). \(result.message)"
        // If the file could not be saved, the entry can still be undone.
        if SaveLog.current?.hasFailed == true {
            return CommandResult(status: result.status, message: message, isPartial: result.isPartial)
        }
        history.markUndone(record.id, redo: result.inverse)
        inspector.stateDidChange()
        let skipped = history.irreversible(after: record.id).map(\.message)
        let author = history.otherProgram(of: record).map { " The change was made by \($0.rawValue)." } ?? ""
        let note = skipped.isEmpty ? "" : " Later changes that cannot be undone: \(skipped.joined(separator: " "))"
        return CommandResult(status: result.status, message: message + author + note, isPartial: result.isPartial)
    }

    var undoRefusal: String {
        let irreversible = configuration.history.irreversible.map(\.message)
        return irreversible.isEmpty ? "There is nothing to undo." : AppStatus.nothingToUndoReason(irreversible)
    }

    private static func failure(
        _ done: String, _ record: CommandHistory.Record, _ error: CommandError
    ) -> CommandError {
        CommandError(
            "This could not be \(done), and can be tried again: \(record.message) \(error.message)", isTemporary: true)
    }

    func redo() throws(CommandError) -> CommandResult {
        let history = configuration.history
        guard let record = history.nextRedo, let command = record.redo else {
            throw CommandError("There is nothing to redo.")
        }
        let result: CommandResult
        do throws(CommandError) {
            result = try change(command)
        } catch {
            guard !error.isTemporary else { throw Self.failure("redone", record, error) }
            // As in `undo()`, an entry that cannot be used now must not block the others.
            history.markRedone(record.id, inverse: nil)
            throw CommandError("This can no longer be redone: \(record.message) \(error.message)")
        }
        if SaveLog.current?.hasFailed != true { history.markRedone(record.id, inverse: result.inverse) }
        inspector.stateDidChange()
        return CommandResult(
            status: result.status, message: "\(result.isPartial ? "Redone in part" : "Redone"). \(result.message)",
            isPartial: result.isPartial)
    }
}

extension CommandResult {
    mutating func add(_ error: StateFileError, isHistory: Bool = false) {
        add(UnsavedChange(reason: error.description, isLocked: error.isLocked, isHistory: isHistory))
    }
}
