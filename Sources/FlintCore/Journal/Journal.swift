import DequeModule

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Everything that happened in a runtime, the newest events only.
///
/// All members may be called from any thread.
public final class Journal: Sendable {
    fileprivate struct State {
        var events: Deque<JournalEvent> = []
        var capacity = Journal.defaultCapacity
        var lastID: UInt64 = 0
    }

    /// How many events are kept unless ``capacity`` says otherwise.
    public static let defaultCapacity = 1000

    private let state = Protected(State())
    private let observers = ObserverList<JournalEvent>()

    init() {}

    /// How many events are kept, the newest ones; at least 1.
    public var capacity: Int {
        get { state.withLock { $0.capacity } }
        set {
            state.withLock { state in
                state.capacity = max(1, newValue)
                state.trim()
            }
        }
    }

    /// The events that are kept, oldest first.
    public var events: [JournalEvent] {
        state.withLock { Array($0.events) }
    }

    /// The events after a given one that are still kept, oldest first.
    ///
    /// - Parameter id: The number of the last event already seen; 0 for all.
    /// - Returns: The events with higher numbers.
    public func events(after id: UInt64) -> [JournalEvent] {
        state.withLock { state in
            guard state.lastID > id else { return [] }
            let wanted = Int(min(state.lastID - id, UInt64(state.events.count)))
            return Array(state.events.suffix(wanted))
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
        let id = state.withLock { state in
            state.lastID += 1
            state.events.append(JournalEvent(id: state.lastID, date: date, cause: cause, kind: kind))
            state.trim()
            return state.lastID
        }
        guard !observers.isEmpty else { return }
        observers.notify(JournalEvent(id: id, date: date, cause: cause, kind: kind))
    }

    /// Drops everything, observers included.
    func reset() {
        observers.removeAll()
        state.withLock { $0 = State() }
    }
}

extension Journal.State {
    /// Drops the oldest events that are too many.
    fileprivate mutating func trim() {
        if events.count == capacity + 1 {
            _ = events.popFirst()
        } else if events.count > capacity {
            events.removeFirst(events.count - capacity)
        }
    }
}
