// SPDX-License-Identifier: MIT

import FlintFoundation

/// An entry in the command history.
///
/// Programs that change the same app can share a history, so an entry may come from another program or an earlier
/// launch. The entry contains the message of the command's result. The source identifies the sender of the command,
/// such as `console` or `command line`.
package struct HistoryEntry: Codable, Sendable, Hashable, Identifiable {
    package var id: UInt64
    package var date: Date
    package var source: String
    package var message: String
    /// Whether this program can undo the change.
    ///
    /// It cannot if the change has no inverse, has already been undone, or can be undone only in another process.
    package var canBeUndone: Bool
    package var isUndone: Bool
    /// Whether only another program can undo the change, because the change ends with that program's process.
    package var belongsToAnotherProcess: Bool
    /// The command of the change, or `nil` if it is unknown or its input is sensitive.
    package var command: Command?

    package init(
        id: UInt64, date: Date, source: String, message: String, canBeUndone: Bool, isUndone: Bool,
        belongsToAnotherProcess: Bool = false
    ) {
        self.id = id
        self.date = date
        self.source = source
        self.message = message
        self.canBeUndone = canBeUndone
        self.isUndone = isUndone
        self.belongsToAnotherProcess = belongsToAnotherProcess
    }

    /// The entry without its command, as files and answers list it.
    package var withoutCommand: HistoryEntry {
        var entry = self
        entry.command = nil
        return entry
    }
}
