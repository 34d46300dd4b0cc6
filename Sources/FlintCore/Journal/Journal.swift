#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Everything that happened in a runtime, the newest events only.
///
/// All members may be called from any thread.
public final class Journal: @unchecked Sendable {
    /// The default of ``capacity``.
    public static let defaultCapacity = 1000

    private let lock = Lock()
    // What follows is accessed only with the lock held, so a second check for overlapping access is omitted.
    @exclusivity(unchecked) private var kept = RingBuffer<JournalEvent>(capacity: Journal.defaultCapacity)
    @exclusivity(unchecked) private var lastID: UInt64 = 0
    @exclusivity(unchecked) private var late = RingBuffer<LateArrival>(capacity: LateArrival.limit)
    /// The last arrival that is no longer kept was after this event; 0 if all are kept.
    @exclusivity(unchecked) private var forgottenArrival: UInt64 = 0

    private let observers = ObserverList<JournalEvent>()

    /// The runtime whose events these are.
    let runtime = WeakRuntimeReference()

    init() {}

    /// How many events are kept, the newest ones; at least 1.
    public var capacity: Int {
        get { lock.withLock { kept.capacity } }
        set { lock.withLock { kept.capacity = newValue } }
    }

    /// The events that are kept, oldest first.
    public var events: [JournalEvent] {
        lock.withLock { kept.all }
    }

    /// The events after a given one that are still kept, oldest first.
    ///
    /// - Parameter id: The number of the last event already seen; 0 for all.
    /// - Returns: The events with higher numbers.
    public func events(after id: UInt64) -> [JournalEvent] {
        lock.withLock {
            guard lastID > id else { return [] }
            return kept.newest(Int(min(lastID - id, UInt64(kept.count))))
        }
    }

    /// Calls a handler after every new event until the returned token is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (JournalEvent) -> Void) -> ObservationToken {
        observers.add(handler)
    }

    /// Whether there are observers of new events.
    var isObserved: Bool { !observers.isEmpty }

    /// Adds an event.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - cause: Who is behind it.
    ///   - date: When it happened.
    func append(_ kind: consuming JournalEvent.Kind, cause: Cause, at date: Date = Date()) {
        lock.lock()
        lastID &+= 1
        kept.append(JournalEvent(id: lastID, date: date, cause: cause, kind: kind))
        // Determined while the lock is held: a later observer finds the event among those kept.
        let event = isObserved ? kept.last : nil
        lock.unlock()
        if let event { observers.notify(event) }
    }

    /// Removes everything, observers included.
    func reset() {
        observers.removeAll()
        lock.withLock {
            kept = RingBuffer(capacity: Journal.defaultCapacity)
            lastID = 0
            late.removeAll()
            forgottenArrival = 0
        }
    }

    // MARK: What became known later

    /// Notes that something became known, unless that was before the first event.
    func note(_ arrival: @autoclosure () -> LateArrival.Kind) {
        lock.withLock {
            guard lastID > 0 else { return }
            if late.count == LateArrival.limit, let oldest = late.first { forgottenArrival = oldest.event }
            late.append(LateArrival(event: lastID, kind: arrival()))
        }
    }

    /// What became known after an event, oldest first.
    ///
    /// - Parameter event: The number of the event.
    /// - Returns: What became known; `nil` if not all of it is kept.
    package func arrivals(after event: UInt64) -> [LateArrival]? {
        lock.withLock {
            guard forgottenArrival == 0 || forgottenArrival < event else { return nil }
            return late.all.filter { $0.event >= event }
        }
    }
}

extension Journal {
    /// Records that a fact changed; the first report of a fact, also under a saved override, is no change.
    func record(_ change: FactChange) {
        let isFirstReport = change.before.map { $0.source == .unreported } ?? true
        guard !isFirstReport || change.layer == .override else {
            note(.fact(change.key, before: change.before))
            return
        }
        // One use fewer is not recorded; that none is left is.
        if change.cause == .expiry, change.after.override != nil { return }
        append(.factChanged(change), cause: change.cause)
    }
}

extension Cause {
    /// The cause that the caller has set with ``withCause(_:_:)``.
    static var current: Cause? { TaskScope.current?.cause }

    /// Runs a body whose changes and requests are recorded with a cause.
    package static func withCause<Result>(_ cause: Cause, _ body: () throws -> Result) rethrows -> Result {
        try TaskScope(runtime: TaskScope.current?.runtime, cause: cause).run(body)
    }
}

/// Something that became known while events were recorded, and that is no event itself.
///
/// It is kept so that the past can be shown without it.
package struct LateArrival: Sendable {
    /// What became known.
    package enum Kind: Sendable {
        /// A feature was registered.
        case feature(FeatureMetadata)
        /// A fact was reported for the first time; before that it was unknown, or overridden only.
        case fact(FactKey, before: Fact?)
    }

    /// How many are kept, the newest ones.
    static let limit = 4_096

    /// The last event that had been recorded by then.
    package let event: UInt64
    /// What became known.
    package let kind: Kind
}
