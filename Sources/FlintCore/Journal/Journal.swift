// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLocks

/// The record of a runtime's newest events.
///
/// Each runtime has one journal, which retains the newest ``capacity`` events in memory. Events are numbered, starting
/// with 1. To record all events, write them to a file with ``stream(to:sizeLimit:fileLimit:)``. Observers are called on
/// the thread that causes an event, with no lock held. All members can be called from any thread.
public final class Journal: @unchecked Sendable {
    /// The number of events that a journal retains by default.
    public static let defaultCapacity = 1000

    private let lock = Lock()
    // The lock protects the following properties, so dynamic exclusivity checks are omitted.
    @exclusivity(unchecked) private var buffer = RingBuffer<JournalEvent>(capacity: Journal.defaultCapacity)
    @exclusivity(unchecked) private var lastID: UInt64 = 0
    @exclusivity(unchecked) private var lateArrivals = RingBuffer<LateArrival>(capacity: LateArrival.limit)
    /// The number of the event before the newest discarded late arrival, or 0 if no late arrival has been discarded.
    @exclusivity(unchecked) private var lastDroppedArrival: UInt64 = 0

    private let observers = ObserverList<JournalEvent>()

    let runtime = WeakRuntimeReference()

    init() {}

    /// The maximum number of events that the journal retains; at least 1.
    ///
    /// Reducing the capacity discards the oldest events. A reset of the runtime restores ``defaultCapacity``.
    public var capacity: Int {
        get { lock.withLock { buffer.capacity } }
        set { lock.withLock { buffer.capacity = newValue } }
    }

    /// The events that the journal retains, oldest first.
    public var events: [JournalEvent] {
        lock.withLock { buffer.all }
    }

    /// Returns the retained events after a given event, oldest first.
    ///
    /// - Parameter id: The number of the last event that the caller has seen, or 0 for all events.
    /// - Returns: The events with higher numbers.
    public func events(after id: UInt64) -> [JournalEvent] {
        lock.withLock {
            guard lastID > id else { return [] }
            return buffer.newest(Int(min(lastID - id, UInt64(buffer.count))))
        }
    }

    /// Calls a handler after every new event until the returned token is canceled or released.
    ///
    /// The handler is called on the thread that causes the event, with no lock held. The event is already in
    /// ``events``.
    public func observe(_ handler: @escaping @Sendable (JournalEvent) -> Void) -> ObservationToken {
        observers.add(handler)
    }

    var isObserved: Bool { !observers.isEmpty }

    func append(_ kind: consuming JournalEvent.Kind, cause: Cause, at date: Date = Date()) {
        lock.lock()
        lastID &+= 1
        buffer.append(JournalEvent(id: lastID, date: date, cause: cause, kind: kind))
        // The observers are checked while the lock is held, so that an observer added later finds the event in
        // `events`.
        let event = isObserved ? buffer.last : nil
        lock.unlock()
        if let event { observers.notify(event) }
    }

    func reset() {
        observers.removeAll()
        lock.withLock {
            buffer = RingBuffer(capacity: Journal.defaultCapacity)
            lastID = 0
            lateArrivals.removeAll()
            lastDroppedArrival = 0
        }
    }

    // MARK: Late arrivals

    func recordLateArrival(_ arrival: @autoclosure () -> LateArrival.Kind) {
        lock.withLock {
            guard lastID > 0 else { return }
            if lateArrivals.count == LateArrival.limit, let oldest = lateArrivals.first {
                lastDroppedArrival = oldest.event
            }
            lateArrivals.append(LateArrival(event: lastID, kind: arrival()))
        }
    }

    /// Returns the retained late arrivals, oldest first, and the number of the first restorable event.
    ///
    /// The state at this event and at all later events can be reconstructed.
    package func retainedArrivals() -> (arrivals: [LateArrival], firstRestorableEvent: UInt64) {
        lock.withLock { (lateArrivals.all, lastDroppedArrival + 1) }
    }
}

extension Journal {
    func record(_ change: FactChange) {
        // The first value that a source reports is a late arrival and not a change, even if the fact already has an
        // override.
        let isFirstReport = change.before.map { $0.source == .unreported } ?? true
        guard !isFirstReport || change.layer == .override else {
            recordLateArrival(.fact(change.key, before: change.before))
            return
        }
        // Each use of an override with a limited number of uses changes the fact, but only the override's end is
        // recorded.
        if change.cause == .expiry, change.after.override != nil { return }
        append(.factChanged(change), cause: change.cause)
    }
}

extension Cause {
    static var current: Cause? { TaskScope.current?.cause }

    package static func withCause<Result>(_ cause: Cause, _ body: () throws -> Result) rethrows -> Result {
        try TaskScope(runtime: TaskScope.current?.runtime, cause: cause).run(body)
    }
}

/// A feature or fact that became known after the first event, and is not recorded as an event.
///
/// When the inspector shows a past moment, it uses late arrivals to omit features and facts that were not known then.
/// The journal retains the newest ``limit`` late arrivals.
package struct LateArrival: Sendable {
    package enum Kind: Sendable {
        case feature(FeatureMetadata)
        /// A fact was reported for the first time. Before, it was undetermined or only overridden.
        case fact(FactKey, before: Fact?)
    }

    static let limit = 4_096

    /// The number of the last event before the arrival.
    package let event: UInt64
    package let kind: Kind
}
