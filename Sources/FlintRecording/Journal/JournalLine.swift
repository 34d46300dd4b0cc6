// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

/// A line of a journal file.
///
/// A line is a JSON object with a member that is named after the kind of line. Events and log lines begin with an
/// additional member `n`, the number of the record, so that they can be found without decoding.
package enum JournalLine: Sendable, Hashable {
    case journal(JournalHeader)
    case catalog(RecordedCatalog)
    /// The start of a keyframe. The lines up to ``ready(_:)`` contain the complete state.
    case keyframe(Keyframe)
    /// Changes to the state, or a part of a keyframe.
    case state(ModelChanges)
    case facts([FactRecord])
    case stacks([StackSnapshot])
    case history([HistoryEntry])
    case ready(Int)
    case event(EventRecord)
    case log(LogLine)
    case lost(LostRecords)
    /// The date at which the file was closed.
    case end(Date)

    enum Name: String, CodingKey, CaseIterable {
        case journal, catalog, keyframe, state, facts, stacks, history, ready, event, log, lost, end
    }
}

/// The first line of a journal, with the format and its version, the app, and the program that wrote the file.
package struct JournalHeader: Codable, Sendable, Hashable {
    package static let kind = "flint-journal"
    package static let version = 2

    package var kind = JournalHeader.kind
    package var version = JournalHeader.version
    package var app: String
    /// The name and version of the program that wrote the file.
    package var program: String
    package var system: String
    package var date: Date

    package init(app: String, program: String, system: String, date: Date) {
        (self.app, self.program, self.system, self.date) = (app, program, system, date)
    }
}

/// The start of a keyframe, with its position in the sequence of events.
///
/// A reader can start at any complete keyframe and skip the lines before it.
package struct Keyframe: Codable, Sendable, Hashable {
    /// The keyframe's number, starting at 1.
    package var number: Int
    /// The number of the last event whose effects the keyframe includes, or 0 before the first event.
    package var event: UInt64
    package var date: Date
}

/// The numbers of records that are missing from the file, with a sentence that states the reason.
package struct LostRecords: Codable, Sendable, Hashable {
    package var events: Int
    package var logLines: Int
    package var reason: String
}

/// The declarations of features, which change only when features are registered.
///
/// A journal splits the declarations into pages, with one line per page. Lines without ``restarts`` add to earlier
/// lines.
package struct RecordedCatalog: Codable, Sendable, Hashable {
    package var restarts: Bool
    package var declared: Catalog
}
