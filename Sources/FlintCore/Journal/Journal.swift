import DequeModule

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
    @exclusivity(unchecked) private var kept: Deque<JournalEvent> = []
    @exclusivity(unchecked) private var keptAtMost = Journal.defaultCapacity
    @exclusivity(unchecked) private var lastID: UInt64 = 0

    private let observers = ObserverList<JournalEvent>()

    init() {}

    /// How many events are kept, the newest ones; at least 1.
    public var capacity: Int {
        get { lock.withLock { keptAtMost } }
        set {
            lock.withLock {
                keptAtMost = max(1, newValue)
                trim()
            }
        }
    }

    /// The events that are kept, oldest first.
    public var events: [JournalEvent] {
        lock.withLock { Array(kept) }
    }

    /// The events after a given one that are still kept, oldest first.
    ///
    /// - Parameter id: The number of the last event already seen; 0 for all.
    /// - Returns: The events with higher numbers.
    public func events(after id: UInt64) -> [JournalEvent] {
        lock.withLock {
            guard lastID > id else { return [] }
            return Array(kept.suffix(Int(min(lastID - id, UInt64(kept.count)))))
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
    func append(_ kind: JournalEvent.Kind, cause: Cause, at date: Date = Date()) {
        lock.lock()
        lastID &+= 1
        let id = lastID
        kept.append(JournalEvent(id: id, date: date, cause: cause, kind: kind))
        trim()
        lock.unlock()
        guard !observers.isEmpty else { return }
        observers.notify(JournalEvent(id: id, date: date, cause: cause, kind: kind))
    }

    /// Drops everything, observers included.
    func reset() {
        observers.removeAll()
        lock.withLock {
            kept = []
            keptAtMost = Journal.defaultCapacity
            lastID = 0
        }
    }

    /// Drops the oldest events that are too many; only whoever holds the lock may.
    private func trim() {
        if kept.count == keptAtMost + 1 {
            _ = kept.popFirst()
        } else if kept.count > keptAtMost {
            kept.removeFirst(kept.count - keptAtMost)
        }
    }
}
