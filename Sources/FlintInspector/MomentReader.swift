import FlintCore
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reconstructs a running app's facts at the moment after an event that its journal still contains.
///
/// The reader starts with the present facts. It reverts the changes of all later events and the facts that were first
/// reported later. The earliest change after the event determines a fact's state.
struct MomentReader {
    private let runtime: FlintRuntime
    /// The time of each fact's first change after the moment: twice the number of the latest event, plus 1 if the
    /// change followed that event.
    private var firstChanges: [FactKey: UInt64] = [:]
    private var facts: [FactKey: Fact] = [:]
    private var laterFeatures: [String] = []

    init(_ runtime: FlintRuntime) {
        self.runtime = runtime
    }

    /// Reverts all changes after an event.
    ///
    /// - Parameter event: The number of the event.
    /// - Returns: The moment, and the facts that have changed since.
    /// - Throws: ``MomentError`` if the event does not exist, or if events needed for the reconstruction have been
    ///   discarded.
    mutating func facts(at event: UInt64) throws(MomentError) -> MomentFacts {
        let events = runtime.journal.events
        guard let first = events.first, let last = events.last else { throw .noEvents }
        guard event <= last.id else { throw .future(last: last.id) }
        guard event >= first.id else { throw .noLongerKept(oldest: first.id) }
        guard let arrivals = runtime.journal.arrivals(after: event) else {
            throw .noLongerKept(oldest: runtime.journal.firstRestorableEvent)
        }
        for later in events where later.id > event {
            guard case .factChanged(let change) = later.kind else { continue }
            add(change.key, before: change.before, at: 2 * later.id)
        }
        for arrival in arrivals {
            switch arrival.kind {
            case .feature(let metadata): laterFeatures.append(metadata.path.description)
            case .fact(let key, let before): add(key, before: before, at: 2 * arrival.event + 1)
            }
        }
        let date = events.last { $0.id <= event }?.date ?? first.date
        return MomentFacts(
            moment: RecordedMoment(
                name: "from events \(first.id) to \(last.id)", event: event, date: date, isLast: event == last.id,
                isRebuilt: true),
            end: events.first { $0.id > event }?.date,
            facts: facts.map { FactRecord(key: $0.key, fact: $0.value) }, laterFeatures: laterFeatures)
    }

    private mutating func add(_ key: FactKey, before: Fact?, at time: UInt64) {
        guard time < firstChanges[key] ?? .max else { return }
        firstChanges[key] = time
        facts[key] = before ?? FactAssumption().applied(to: nil, of: key)
    }
}
