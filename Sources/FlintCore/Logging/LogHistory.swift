/// The newest lines of a log.
///
/// ```swift
/// let token = runtime.logs.observe { line in print(line.level, line.text) }
/// ```
///
/// All members may be called from any thread.
package final class LogHistory<Line: Sendable>: Sendable {
    private struct State {
        var lines: RingBuffer<Line>
        var lastNumber: UInt64 = 0
    }

    private let state: Protected<State>
    private let observers = ObserverList<Line>()
    private let initialCapacity: Int

    init(capacity: Int) {
        initialCapacity = max(1, capacity)
        state = Protected(State(lines: RingBuffer(capacity: initialCapacity)))
    }

    /// How many lines are kept, the newest ones; at least 1.
    package var capacity: Int {
        get { state.withLock { $0.lines.capacity } }
        set { state.withLock { $0.lines.capacity = newValue } }
    }

    /// The lines that are kept, oldest first.
    package var lines: [Line] { state.withLock { $0.lines.all } }

    /// How many lines there have been; the number of the newest, of which the first has 1.
    package var lastNumber: UInt64 { state.withLock { $0.lastNumber } }

    /// The lines after a given one that are still kept, oldest first.
    ///
    /// - Parameter number: The number of the last line already seen; 0 for all.
    /// - Returns: The lines with higher numbers.
    package func lines(after number: UInt64) -> [Line] {
        state.withLock { state in
            guard state.lastNumber > number else { return [] }
            return state.lines.newest(Int(min(state.lastNumber - number, UInt64(state.lines.count))))
        }
    }

    /// Calls a handler after every new line until the returned token is cancelled or released.
    ///
    /// It is called on the thread that wrote the line, with no lock held.
    package func observe(_ handler: @escaping @Sendable (Line) -> Void) -> ObservationToken {
        observers.add(handler)
    }

    /// Forgets the lines, and keeps recording.
    package func removeAll() {
        state.withLock { $0.lines.removeAll() }
    }

    /// Adds a line.
    ///
    /// - Parameter make: Makes the line, given its number; called under the lock, so it must be the engine's own.
    func append(_ make: (UInt64) -> Line) {
        let line = state.withLock { state in
            state.lastNumber += 1
            let line = make(state.lastNumber)
            state.lines.append(line)
            return line
        }
        observers.notify(line)
    }

    /// Removes everything, observers included.
    func reset() {
        observers.removeAll()
        state.withLock { $0 = State(lines: RingBuffer(capacity: initialCapacity)) }
    }
}
