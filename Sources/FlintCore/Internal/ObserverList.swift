// SPDX-License-Identifier: MIT

import FlintLocks

/// A list of handlers that are called in the order in which they were added.
///
/// A handler stays in the list until the token from ``add(_:)`` is canceled or released. All members can be called from
/// any thread. Handlers are called with no lock held, so they can add and remove handlers.
package final class ObserverList<Value>: Sendable {
    private struct State {
        var nextID = 0
        var handlers: [(id: Int, handler: @Sendable (Value) -> Void)] = []
    }

    private let state = Protected(State())
    /// The number of handlers, which can be read without the lock to determine whether the list is empty.
    private let count = Atomic(0)

    package init() {}

    package func add(_ handler: @escaping @Sendable (Value) -> Void) -> ObservationToken {
        let id = state.withLock { state in
            state.nextID += 1
            state.handlers.append((state.nextID, handler))
            count.store(state.handlers.count, ordering: .releasing)
            return state.nextID
        }
        return ObservationToken { [weak self] in
            guard let self else { return }
            self.state.withLock { state in
                state.handlers.removeAll { $0.id == id }
                self.count.store(state.handlers.count, ordering: .releasing)
            }
        }
    }

    package var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    package func notify(_ value: Value) {
        for entry in state.withLock({ $0.handlers }) { entry.handler(value) }
    }

    package func removeAll() {
        state.withLock { state in
            state.handlers.removeAll()
            count.store(0, ordering: .releasing)
        }
    }
}

/// A list of weakly referenced observers.
///
/// Observers are notified in the order in which they were added. An observer that is added twice is notified once, and
/// observers that have been released are removed. All members can be called from any thread. Observers are notified
/// with no lock held, so they can add and remove observers.
///
/// ```swift
/// private let observers = WeakObserverList<any PurchaseTrackerObserver>()
/// …
/// observers.notify { $0.purchaseStatusDidChange(productID: id, isPurchased: true) }
/// ```
public final class WeakObserverList<Observer>: @unchecked Sendable {
    private struct Entry {
        weak var object: AnyObject?
    }

    private let entries = Protected<[Entry]>([])

    /// Creates an empty list.
    public init() {}

    package var count: Int { liveObservers().count }

    var all: [Observer] { liveObservers().compactMap { $0 as? Observer } }

    /// Adds an observer, unless the list already contains it.
    ///
    /// The observer must be an object.
    public func add(_ observer: Observer) {
        let object = observer as AnyObject
        entries.withLock { entries in
            entries.removeAll { $0.object == nil }
            guard !entries.contains(where: { $0.object === object }) else { return }
            entries.append(Entry(object: object))
        }
    }

    /// Removes an observer from the list, along with any that have been released.
    public func remove(_ observer: Observer) {
        let object = observer as AnyObject
        entries.withLock { $0.removeAll { $0.object == nil || $0.object === object } }
    }

    func removeAll() {
        entries.withLock { $0.removeAll() }
    }

    /// Calls a closure with each observer.
    ///
    /// - Parameter body: The closure to call, on the current thread, for each observer that is in the list when this
    ///   method is called.
    public func notify(_ body: (Observer) -> Void) {
        for case let observer as Observer in liveObservers() { body(observer) }
    }

    private func liveObservers() -> [AnyObject] {
        entries.withLock { entries in
            let objects = entries.compactMap { $0.object }
            if objects.count < entries.count { entries.removeAll { $0.object == nil } }
            return objects
        }
    }
}
