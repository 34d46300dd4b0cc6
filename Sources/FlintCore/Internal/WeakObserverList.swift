/// A list of observers that does not keep them alive, for whoever has something to tell.
///
/// Observers are told in the order in which they were added. One that is added twice is told once, and one that has
/// gone leaves nothing behind. All members may be called from any thread; observers are told with no lock held, so
/// they may add and remove observers.
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
    public var count: Int { present().count }

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

    /// Tells every observer something.
    ///
    /// - Parameter body: Called on this thread with each observer that was in the list at the time of the call.
    public func notify(_ body: (Observer) -> Void) {
        for case let observer as Observer in present() { body(observer) }
    }

    /// The observers that are still there; the others are dropped from the list.
    private func present() -> [AnyObject] {
        entries.withLock { entries in
            let objects = entries.compactMap { $0.object }
            if objects.count < entries.count { entries.removeAll { $0.object == nil } }
            return objects
        }
    }
}
