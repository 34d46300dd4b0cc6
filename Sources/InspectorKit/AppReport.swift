#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// Everything that is known of an app at one moment, to attach to a report of a defect.
///
/// Values that an app marks as sensitive are not in it: they are left out where they enter the journal and the log.
package struct AppReport: Sendable {
    /// When it was made.
    package var date: Date
    /// The program that made it, with its version.
    package var program: String
    /// The system the program runs on.
    package var system: String
    /// The app's state, every feature explained.
    package var state: Snapshot
    /// What features declare.
    package var catalog: Catalog
    /// What is known of facts.
    package var facts: [FactRecord]
    /// What differs from the app as it is when it is first started, apart from overrides.
    package var differences: [StateDifference]
    /// What commands have done, oldest first.
    package var history: [HistoryEntry]
    /// The events that are still kept, oldest first.
    package var events: [EventRecord]
    /// The lines of the app's log that are still kept, oldest first.
    package var log: [LogLine]

    /// Collects a report.
    ///
    /// - Parameters:
    ///   - inspector: The app.
    ///   - date: The present moment.
    ///   - program: The program that makes it, with its version.
    ///   - system: The system the program runs on.
    package init(of inspector: any Inspector, date: Date, program: String, system: String) {
        self.date = date
        self.program = program
        self.system = system
        state = inspector.snapshot()
        catalog = inspector.catalog(of: nil)
        facts = FactRecord.sorted(inspector.facts(of: nil))
        differences = inspector.list().status.differences
        history = inspector.history()
        events = inspector.events(after: 0)
        log = inspector.logLines(after: 0)
    }
}
