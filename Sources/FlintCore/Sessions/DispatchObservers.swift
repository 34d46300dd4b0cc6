// SPDX-License-Identifier: MIT

import FlintLocks

/// The observers of a dispatcher.
///
/// They are stored outside the dispatcher, so that observations need no weak reference to it. An object that has been
/// referenced weakly is slower to use. The `audience` can be read without a lock, so that an action without observers
/// costs only an atomic load.
@usableFromInline
final class DispatchObservers: Sendable {
    private struct State {
        var lastID = 0
        var observers: [(id: Int, observer: any ActionDispatchObserver)] = []
    }

    @usableFromInline
    enum Audience: Int {
        case empty
        /// The only observer logs actions and does not need a request.
        case logs
        case observers
    }

    private let state = Protected(State())
    private let kind = Atomic(Audience.empty.rawValue)

    init() {}

    var audience: Audience { Audience(rawValue: kind.load(ordering: .acquiring)) ?? .observers }

    var includesLogs: Bool {
        switch audience {
        case .empty: false
        case .logs: true
        case .observers: state.withLock { $0.observers.contains { $0.observer is ActionLoggingDispatchObserver } }
        }
    }

    /// Adds an observer and returns its identifier, which is higher than all earlier ones.
    func add(_ observer: any ActionDispatchObserver) -> Int {
        change { state in
            state.lastID += 1
            state.observers.append((state.lastID, observer))
            return state.lastID
        }
    }

    func remove(_ id: Int) {
        change { $0.observers.removeAll { $0.id == id } }
    }

    func removeAll() {
        change { $0.observers = [] }
    }

    var latest: Int { state.withLock { $0.lastID } }

    /// Calls a closure with each observer whose identifier is at most `latest`, with no lock held.
    func notify(upTo latest: Int, _ body: (any ActionDispatchObserver) -> Void) {
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

/// The values that a dispatcher's observer stores between the beginning and the completion of actions.
///
/// If a request is released without being completed, its value is removed during a later insertion. All members can be
/// called from any thread.
package final class PendingRequestValues<Value>: @unchecked Sendable {
    private struct Entry {
        weak var request: AnyObject?
        let value: Value
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// The number of entries at which the entries of released requests are removed.
        var limit = 64
    }

    private let state = Protected(State())

    package init() {}

    package var count: Int { state.withLock { $0.entries.count } }

    package func insert(_ value: Value, for request: AnyObject) {
        state.withLock { state in
            if state.entries.count >= state.limit {
                state.entries = state.entries.filter { $0.value.request != nil }
                state.limit = max(64, state.entries.count * 2)
            }
            state.entries[ObjectIdentifier(request)] = Entry(request: request, value: value)
        }
    }

    package func remove(_ request: AnyObject) -> Value? {
        let entry = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(request)) }
        // The address of a released request may belong to another request by now.
        return entry?.request === request ? entry?.value : nil
    }
}
