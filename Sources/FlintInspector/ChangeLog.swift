// SPDX-License-Identifier: MIT

import DequeModule
import FeatureGating
import FlintCore
import FlintLocks
import FlintWorld

/// A bounded log of recent changes, for front ends that follow an app.
///
/// The log records which values to read again rather than the values themselves. A front end that reads late therefore
/// receives current values. Changes beyond the capacity are discarded, and a front end that has missed them must
/// request a new list. All members can be called from any thread.
final class ChangeLog: Sendable {
    enum Change: Sendable {
        case fact(FactKey, verdicts: [VerdictChange], isOverrideNewOrRemoved: Bool)
        case feature(FeatureMetadata)
        /// A change to the store's information about a product.
        case product(String)
        /// A change to the providers' evaluations of a flag.
        case flag(FeatureKey)

        var weight: Int {
            if case .fact(_, let verdicts, _) = self { 1 + verdicts.count } else { 1 }
        }
    }

    /// A part of the app's state for which the log records only the revision of the latest change.
    enum Part: CaseIterable, Sendable {
        case status
        case permissions
        case products
        case flags
        case stacks
    }

    struct Changes: Sendable {
        let revision: Revision
        let changes: [Change]
        let parts: Set<Part>
    }

    private struct State {
        var revision: UInt64 = 0
        var entries = Deque<(revision: UInt64, change: Change)>()
        var weight = 0
        var forgotten: UInt64 = 0
        var parts: [Part: UInt64] = [:]
    }

    /// The default maximum number of retained changes to features and facts.
    ///
    /// A front end that misses more changes requests a new list, which costs about as much as reading them.
    static let defaultCapacity = 65_536
    /// The maximum number of retained entries.
    ///
    /// In an app with many features, a single entry can contain many changes in availability, so the capacity is
    /// reached first. In other apps, this limit is reached first, so that the log of an app with frequent changes does
    /// not grow for hours.
    static let entryLimit = 4_096

    private let capacity: Int
    private let state = Protected(State())

    init(capacity: Int = defaultCapacity) {
        self.capacity = capacity
    }

    var revision: Revision { Revision(rawValue: state.withLock { $0.revision }) }

    func append(_ changes: [Change], _ parts: [Part]) {
        state.withLock { state in
            state.revision += 1
            for change in changes {
                state.entries.append((state.revision, change))
                state.weight += change.weight
            }
            for part in parts { state.parts[part] = state.revision }
            while state.weight > capacity || state.entries.count > Self.entryLimit,
                let oldest = state.entries.popFirst()
            {
                state.weight -= oldest.change.weight
                state.forgotten = oldest.revision
            }
        }
    }

    /// Discards all changes, which forces every front end to request a new list.
    func discardAll() {
        state.withLock { state in
            state.revision += 1
            state.forgotten = state.revision
            state.entries.removeAll()
            state.weight = 0
        }
    }

    /// Returns the changes since a revision, or `nil` if some of them were discarded or the revision is unknown.
    func news(since revision: Revision) -> Changes? {
        state.withLock { state in
            guard revision.rawValue >= state.forgotten, revision.rawValue <= state.revision else { return nil }
            // Entries are in order of revision, and a front end usually misses only the newest ones.
            var first = state.entries.endIndex
            while first > 0, state.entries[first - 1].revision > revision.rawValue { first -= 1 }
            return Changes(
                revision: Revision(rawValue: state.revision), changes: state.entries[first...].map(\.change),
                parts: Set(state.parts.filter { $0.value > revision.rawValue }.keys))
        }
    }
}
