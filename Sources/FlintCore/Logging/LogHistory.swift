// SPDX-License-Identifier: MIT

import FlintLocks

/// The newest lines of a log, up to a capacity.
///
/// A runtime has one history for the lines from swift-log, and one for the lines written while topics are in focus.
/// Lines are numbered from 1, so a reader can request the lines after the last one it has seen.
///
/// ```swift
/// let token = runtime.logs.observe { line in print(line.level, line.text) }
/// ```
///
/// All members can be called from any thread.
package final class LogHistory<Line: Sendable>: Sendable {
    private struct State {
        var lines: RingBuffer<Line>
        var lastNumber: UInt64 = 0
    }

    private let state: Protected<State>
    private let observers = ObserverList<Line>()
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        state = Protected(State(lines: RingBuffer(capacity: capacity)))
    }

    package var lines: [Line] { state.withLock { $0.lines.all } }

    package func lines(after number: UInt64) -> [Line] {
        state.withLock { state in
            guard state.lastNumber > number else { return [] }
            return state.lines.newest(Int(min(state.lastNumber - number, UInt64(state.lines.count))))
        }
    }

    /// Calls a handler after every new line until the returned token is canceled or released.
    ///
    /// The handler is called on the thread that writes the line, with no lock held.
    package func observe(_ handler: @escaping @Sendable (Line) -> Void) -> ObservationToken {
        observers.add(handler)
    }

    /// Adds a line and notifies observers.
    ///
    /// The closure creates the line from its number. It is called with the lock held, so it must not call the app's
    /// code.
    func append(_ make: (UInt64) -> Line) {
        let line = state.withLock { state in
            state.lastNumber += 1
            let line = make(state.lastNumber)
            state.lines.append(line)
            return line
        }
        observers.notify(line)
    }

    func reset() {
        observers.removeAll()
        state.withLock { $0 = State(lines: RingBuffer(capacity: capacity)) }
    }
}
