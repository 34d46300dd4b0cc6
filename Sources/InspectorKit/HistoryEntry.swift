#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// An entry in the history of commands.
///
/// The history outlives the process, so an entry may belong to another program or to an earlier run. Its message is the
/// message of the command's result.
package struct HistoryEntry: Codable, Sendable, Hashable, Identifiable {
    /// A number that increases with every entry.
    package var id: UInt64
    package var date: Date
    /// The sender of the command, such as `console` or `command line`.
    package var source: String
    package var message: String
    /// Whether the change can be undone: it has an inverse and has not been undone.
    package var canBeUndone: Bool
    /// Whether the change was undone and can be redone.
    package var isUndone: Bool
    /// Whether only another program can undo the change, because the change lasts only as long as that program's
    /// process.
    package var isElsewhere: Bool

    package init(
        id: UInt64, date: Date, source: String, message: String, canBeUndone: Bool, isUndone: Bool,
        isElsewhere: Bool = false
    ) {
        self.id = id
        self.date = date
        self.source = source
        self.message = message
        self.canBeUndone = canBeUndone
        self.isUndone = isUndone
        self.isElsewhere = isElsewhere
    }
}
