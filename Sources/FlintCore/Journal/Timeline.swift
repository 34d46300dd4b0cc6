/// The actions among the events of a runtime's journal.
///
/// ```swift
/// for entry in Timeline.instance.entries { print(entry) }
/// // main: began Play of Podcast playback
/// // main: completed Play of Podcast playback, success
/// ```
public struct Timeline: Sendable {
    private let journal: Journal

    init(journal: Journal) {
        self.journal = journal
    }

    /// The timeline of the current runtime.
    public static var instance: Timeline { FlintRuntime.current.timeline }

    /// The beginnings and ends of actions that are still kept, oldest first.
    public var entries: [TimelineEntry] {
        journal.events.compactMap(TimelineEntry.init(_:))
    }
}
