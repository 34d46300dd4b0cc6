import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// A line of a journal file: a JSON object with one member that names what it is, and with the number of an event or a
/// line of the log before that.
package enum JournalLine: Sendable, Hashable {
    /// The first line: what the file is.
    case journal(JournalHeader)
    /// Features as they are declared.
    case catalog(RecordedCatalog)
    /// The beginning of a keyframe; what follows, up to ``ready(_:)``, is everything that is known.
    case keyframe(Keyframe)
    /// What changed, or a part of a keyframe.
    case state(ModelChanges)
    /// What is known of facts.
    case facts([FactRecord])
    /// The open action stacks.
    case stacks([StackSnapshot])
    /// What commands have done.
    case history([HistoryEntry])
    /// The end of the keyframe with a number.
    case ready(Int)
    /// Something that happened.
    case event(EventRecord)
    /// A line of the app's log.
    case log(LogLine)
    /// What happened and is not in the file.
    case lost(LostRecords)
    /// The moment at which the file was closed.
    case end(Date)

    /// The members that name what a line is.
    enum Name: String, CodingKey, CaseIterable {
        case journal, catalog, keyframe, state, facts, stacks, history, ready, event, log, lost, end
    }
}

/// What a journal file is, who wrote it, and of what.
package struct JournalHeader: Codable, Sendable, Hashable {
    /// The kind that every journal names.
    package static let kind = "flint-journal"
    /// The version of the format that is read and written.
    package static let version = 2

    /// What kind of file it is, which is always ``kind``.
    package var kind = JournalHeader.kind
    /// The version of the format.
    package var version = JournalHeader.version
    /// The app's name.
    package var app: String
    /// The program that wrote it, with its version.
    package var program: String
    /// The system the program ran on.
    package var system: String
    /// When it was begun.
    package var date: Date

    /// Creates a header of the present version.
    package init(app: String, program: String, system: String, date: Date) {
        (self.app, self.program, self.system, self.date) = (app, program, system, date)
    }
}

/// Where a keyframe is in the sequence of events.
package struct Keyframe: Codable, Sendable, Hashable {
    /// Its number, the first one's being 1.
    package var number: Int
    /// The last event whose effects it includes; 0 if there was none.
    package var event: UInt64
    /// When it was made.
    package var date: Date
}

/// How much happened that is not in the file, because it came faster than it could be written or could not be written.
package struct LostRecords: Codable, Sendable, Hashable {
    /// How many events there were.
    package var events: Int
    /// How many lines of the log there were.
    package var logLines: Int
    /// Why, in a sentence.
    package var reason: String
}

/// What features declare, which changes only when more of them are registered.
package struct RecordedCatalog: Codable, Sendable, Hashable {
    /// Whether features listed before are no longer there.
    package var restarts: Bool
    /// The declarations.
    package var declared: Catalog
}
