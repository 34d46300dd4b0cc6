import Synchronization

/// Handlers that are called one after another, in the order in which they were added.
package final class ObserverList<Value>: Sendable {
    private struct State {
        var nextID = 0
        var handlers: [(id: Int, handler: @Sendable (Value) -> Void)] = []
    }

    private let state = Protected(State())
    /// How many handlers there are, for finding out without the lock that there are none.
    private let count = Atomic(0)

    /// Creates an empty list.
    package init() {}

    /// Adds a handler until the returned token is cancelled or released.
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

    /// Whether there are no observers.
    package var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// Calls every handler, with no lock held.
    package func notify(_ value: Value) {
        for entry in state.withLock({ $0.handlers }) { entry.handler(value) }
    }

    /// Removes every handler.
    package func removeAll() {
        state.withLock { state in
            state.handlers.removeAll()
            count.store(0, ordering: .releasing)
        }
    }
}

/// A list of observers that are held weakly.
///
/// Observers are notified in the order in which they were added. One that is added twice is notified once, and one
/// that was released leaves nothing behind. All members may be called from any thread; observers are notified with no
/// lock held, so they may add and remove observers.
///
/// ```swift
/// private let observers = WeakObserverList<any PurchaseTrackerObserver>()
/// …
/// observers.notify { $0.purchaseStatusDidChange(productID: id, isPurchased: true) }
/// ```
public final class WeakObserverList<Observer>: @unchecked Sendable {
    /// One observer, if it is still there.
    private struct Entry {
        weak var object: AnyObject?
    }

    private let entries = Protected<[Entry]>([])

    /// Creates an empty list.
    public init() {}

    /// How many observers are in the list and still there.
    package var count: Int { present().count }

    /// Adds an observer, which must be an object, unless it is in the list.
    public func add(_ observer: Observer) {
        let object = observer as AnyObject
        entries.withLock { entries in
            entries.removeAll { $0.object == nil }
            guard !entries.contains(where: { $0.object === object }) else { return }
            entries.append(Entry(object: object))
        }
    }

    /// Removes an observer, if it is in the list.
    public func remove(_ observer: Observer) {
        let object = observer as AnyObject
        entries.withLock { $0.removeAll { $0.object == nil || $0.object === object } }
    }

    /// Calls a closure with every observer.
    ///
    /// - Parameter body: Called on this thread with each observer that was in the list at the time of the call.
    public func notify(_ body: (Observer) -> Void) {
        for case let observer as Observer in present() { body(observer) }
    }

    /// The observers that still exist; the others are removed from the list.
    private func present() -> [AnyObject] {
        entries.withLock { entries in
            let objects = entries.compactMap { $0.object }
            if objects.count < entries.count { entries.removeAll { $0.object == nil } }
            return objects
        }
    }
}

/// A handle on an observation; the observation ends when the handle is cancelled or released.
public final class ObservationToken: Sendable {
    private let onCancel: Protected<(@Sendable () -> Void)?>

    /// Creates a handle.
    ///
    /// - Parameter onCancel: Ends the observation; called once, on the thread that cancels or releases the handle.
    public init(_ onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = Protected(onCancel)
    }

    deinit {
        cancel()
    }

    /// Ends the observation; harmless when called again.
    public func cancel() {
        let action = onCancel.withLock { stored in
            defer { stored = nil }
            return stored
        }
        action?()
    }
}
