#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Everything that happened in a runtime, the newest events only.
///
/// All members may be called from any thread.
public final class Journal: @unchecked Sendable {
    /// How many events are kept unless ``capacity`` says otherwise.
    public static let defaultCapacity = 1000

    private let lock = Lock()
    // What follows is only touched by whoever holds the lock, so a second check for overlapping access is spared.
    @exclusivity(unchecked) private var kept = RingBuffer<JournalEvent>(capacity: Journal.defaultCapacity)
    @exclusivity(unchecked) private var lastID: UInt64 = 0

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

    /// Whether somebody is called for new events.
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
        // Found out while the lock is held: whoever begins to observe later finds the event among those kept.
        let event = isObserved ? kept.last : nil
        lock.unlock()
        if let event { observers.notify(event) }
    }

    /// Drops everything, observers included.
    func reset() {
        observers.removeAll()
        lock.withLock {
            kept = RingBuffer(capacity: Journal.defaultCapacity)
            lastID = 0
        }
    }
}
