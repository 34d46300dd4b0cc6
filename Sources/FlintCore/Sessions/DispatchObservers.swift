import Synchronization

/// Those who observe a dispatcher.
///
/// Apart from the dispatcher, because whatever is referred to weakly is dearer to use from then on.
final class DispatchObservers: Sendable {
    private struct State {
        var lastID = 0
        var observers: [(id: Int, observer: any ActionDispatchObserver)] = []
    }

    private let state = Protected(State())
    /// How many there are, for finding out without the lock that there are none.
    private let count = Atomic(0)

    /// Creates an audience of nobody.
    init() {}

    /// Whether nobody observes.
    var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

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

    /// Removes everybody.
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
            defer { count.store(state.observers.count, ordering: .releasing) }
            return body(&state)
        }
    }
}
