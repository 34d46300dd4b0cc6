/// What an observer of a dispatcher has to remember of an action from its beginning to its end.
///
/// Requests whose action never answers are forgotten when they are gone.
package final class OpenRequests<Value>: @unchecked Sendable {
    private struct Entry {
        weak var request: AnyObject?
        let value: Value
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// How many entries there may be before those whose request is gone are looked for.
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
