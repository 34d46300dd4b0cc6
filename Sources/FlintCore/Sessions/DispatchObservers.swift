import Synchronization

/// The observers of a dispatcher.
///
/// Apart from the dispatcher, because an object that is referred to weakly is slower to use from then on.
@usableFromInline
final class DispatchObservers: Sendable {
    private struct State {
        var lastID = 0
        var observers: [(id: Int, observer: any ActionDispatchObserver)] = []
    }

    /// The observers that must be notified of an action.
    @usableFromInline
    enum Audience: Int {
        /// No observer.
        case empty
        /// Only the observer that logs actions, which needs no request for that.
        case logs
        /// Observers that are given the request.
        case observers
    }

    private let state = Protected(State())
    /// The observers to notify, for reading without the lock.
    private let kind = Atomic(Audience.empty.rawValue)

    /// Creates an empty list.
    init() {}

    /// The observers that must be notified of an action.
    var audience: Audience { Audience(rawValue: kind.load(ordering: .acquiring)) ?? .observers }

    /// Whether the observer that logs actions is among the observers.
    var includesLogs: Bool {
        switch audience {
        case .empty: false
        case .logs: true
        case .observers: state.withLock { $0.observers.contains { $0.observer is ActionLoggingDispatchObserver } }
        }
    }

    /// Adds an observer and returns its number, which is higher than those before.
    func add(_ observer: any ActionDispatchObserver) -> Int {
        change { state in
            state.lastID += 1
            state.observers.append((state.lastID, observer))
            return state.lastID
        }
    }

    /// Removes an observer, if it is there.
    func remove(_ id: Int) {
        change { $0.observers.removeAll { $0.id == id } }
    }

    /// Removes all observers.
    func removeAll() {
        change { $0.observers = [] }
    }

    /// The number of the observer that was added last.
    var latest: Int { state.withLock { $0.lastID } }

    /// Calls something with each observer up to one of them, with no lock held.
    func tell(upTo latest: Int, _ body: (any ActionDispatchObserver) -> Void) {
        for entry in state.withLock({ $0.observers }) where entry.id <= latest { body(entry.observer) }
    }

    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            let result = body(&state)
            let observers = state.observers.map(\.observer)
            let isOnlyLogged = observers.count == 1 && observers[0] is ActionLoggingDispatchObserver
            let audience: Audience = observers.isEmpty ? .empty : isOnlyLogged ? .logs : .observers
            kind.store(audience.rawValue, ordering: .releasing)
            return result
        }
    }
}

/// What an observer of a dispatcher has to remember of an action from its beginning to its end.
///
/// Requests whose action never answers are forgotten when they are released.
package final class OpenRequests<Value>: @unchecked Sendable {
    private struct Entry {
        weak var request: AnyObject?
        let value: Value
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// How many entries there may be before those whose request was released are looked for.
        var limit = 64
    }

    private let state = Protected(State())

    /// Creates an empty memory.
    package init() {}

    /// How many actions are remembered.
    package var count: Int { state.withLock { $0.entries.count } }

    /// Remembers a value until the action ends.
    package func insert(_ value: Value, for request: AnyObject) {
        state.withLock { state in
            if state.entries.count >= state.limit {
                state.entries = state.entries.filter { $0.value.request != nil }
                state.limit = max(64, state.entries.count * 2)
            }
            state.entries[ObjectIdentifier(request)] = Entry(request: request, value: value)
        }
    }

    /// Takes the value of an action that ends; `nil` if nothing was remembered of it.
    package func remove(_ request: AnyObject) -> Value? {
        let entry = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(request)) }
        return entry?.request === request ? entry?.value : nil
    }
}
