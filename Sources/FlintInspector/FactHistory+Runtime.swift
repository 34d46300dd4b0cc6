// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

extension FactHistory {
    /// Reads the changes that a running app's journal still contains.
    ///
    /// A change is either an event or a late arrival, which follows the event before it.
    init(of runtime: FlintRuntime, events: [JournalEvent]) {
        let (arrivals, oldest) = runtime.journal.retainedArrivals()
        let arrived = arrivals.map { arrival in
            switch arrival.kind {
            case .feature(let metadata): Change(since: arrival.event + 1, .feature(id: metadata.path.description))
            case .fact(let key, let before): Change(since: arrival.event + 1, .fact(Self.record(key, before)))
            }
        }
        let changed = events.compactMap { event -> Change? in
            guard case .factChanged(let change) = event.kind else { return nil }
            return Change(since: event.id, .fact(Self.record(change.key, change.before)))
        }
        // Of the changes with the same number, arrivals are older, because they precede the event.
        let changes = (arrived + changed).enumerated().sorted { first, second in
            (first.element.since, first.offset) < (second.element.since, second.offset)
        }
        self.init(oldest: oldest, changes: changes.map(\.element))
    }

    private static func record(_ key: FactKey, _ before: Fact?) -> FactRecord {
        FactRecord(key: key, fact: before ?? .unreported(key))
    }
}
