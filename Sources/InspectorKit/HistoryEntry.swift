#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// Something that a command did, as the history lists it.
package struct HistoryEntry: Codable, Sendable, Hashable, Identifiable {
    /// Its number, higher for later ones.
    package var id: UInt64
    /// When it was done.
    package var date: Date
    /// Who sent the command, such as `console` or `command line`.
    package var source: String
    /// What it did, as it was reported.
    package var message: String
    /// Whether undo can reach it: it has an inverse and is not undone.
    package var canBeUndone: Bool
    /// Whether it was undone, and can be redone.
    package var isUndone: Bool
    /// Whether only another program that is, or was, running can undo it, because what it changed lasts as long as that.
    package var isElsewhere: Bool

    /// Creates an entry.
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
