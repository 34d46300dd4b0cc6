import DequeModule
import FeatureGating
import FlintCore
import InspectorKit

/// Remembers what has changed lately, for front ends that follow an app.
///
/// What is remembered is what to read again and not its value, so that a front end that reads late reads what is true then.
/// All members may be called from any thread.
final class ChangeLog: Sendable {
    /// Something that front ends list and that changed.
    enum Change: Sendable {
        /// A fact, with the features whose availability changed with it.
        case fact(FactKey, verdicts: [VerdictChange], isOverrideNewOrRemoved: Bool)
        /// A feature was registered.
        case feature(FeatureMetadata)
        /// What a store knows of a product.
        case product(String)
        /// What the providers answer for a flag.
        case flag(FeatureKey)

        /// How much of the log it takes.
        var weight: Int {
            if case .fact(_, let verdicts, _) = self { 1 + verdicts.count } else { 1 }
        }
    }

    /// Something there is one of; only its last change is remembered.
    enum Part: CaseIterable, Sendable {
        /// What concerns the app as a whole.
        case status
        /// All permissions.
        case permissions
        /// All products.
        case products
        /// All flags.
        case flags
        /// The action stacks.
        case stacks
    }

    /// What has changed since a revision.
    struct News: Sendable {
        /// The revision of the last change.
        let revision: Revision
        /// The changes, oldest first.
        let changes: [Change]
        /// The parts that changed.
        let parts: Set<Part>
    }

    private struct State {
        var revision: UInt64 = 0
        var entries = Deque<(revision: UInt64, change: Change)>()
        var weight = 0
        /// The last change that is no longer remembered.
        var forgotten: UInt64 = 0
        var parts: [Part: UInt64] = [:]
    }

    /// How many changes of features and facts are remembered; a front end that misses more lists anew, which costs about
    /// as much.
    static let defaultCapacity = 65_536

    private let capacity: Int
    private let state = Protected(State())

    /// Creates an empty log.
    ///
    /// - Parameter capacity: How many changes are remembered.
    init(capacity: Int = defaultCapacity) {
        self.capacity = capacity
    }

    /// The revision of the last change.
    var revision: Revision { Revision(rawValue: state.withLock { $0.revision }) }

    /// Remembers changes, as one revision.
    func note(_ changes: [Change], _ parts: [Part]) {
        state.withLock { state in
            state.revision += 1
            for change in changes {
                state.entries.append((state.revision, change))
                state.weight += change.weight
            }
            for part in parts { state.parts[part] = state.revision }
            while state.weight > capacity, let oldest = state.entries.popFirst() {
                state.weight -= oldest.change.weight
                state.forgotten = oldest.revision
            }
        }
    }

    /// Forgets every change, so that every front end lists anew.
    func forgetAll() {
        state.withLock { state in
            state.revision += 1
            state.forgotten = state.revision
            state.entries.removeAll()
            state.weight = 0
        }
    }

    /// Returns what has changed since a revision, or `nil` if that is no longer remembered.
    func news(since revision: Revision) -> News? {
        state.withLock { state in
            guard revision.rawValue >= state.forgotten, revision.rawValue <= state.revision else { return nil }
            var first = state.entries.endIndex
            while first > 0, state.entries[first - 1].revision > revision.rawValue { first -= 1 }
            return News(
                revision: Revision(rawValue: state.revision), changes: state.entries[first...].map(\.change),
                parts: Set(state.parts.filter { $0.value > revision.rawValue }.keys))
        }
    }
}
