import InspectorKit

/// The changes that can be undone and redone, each as the command that does so.
struct History: Sendable, Hashable {
    /// The most changes that are kept.
    static let capacity = 200

    /// Changes that can be undone, latest last.
    private(set) var done: [Command] = []
    /// Changes that were undone and can be redone, latest last.
    private(set) var undone: [Command] = []

    /// Records a new change; changes undone before it can no longer be redone.
    mutating func record(_ command: Command) {
        undone.removeAll()
        push(command)
    }

    /// Removes and returns the latest change that can be undone.
    mutating func popDone() -> Command? { done.popLast() }

    /// Removes and returns the latest change that can be redone.
    mutating func popUndone() -> Command? { undone.popLast() }

    /// Records that a change was undone.
    mutating func recordUndone(_ command: Command) { undone.append(command) }

    /// Records that a change was redone.
    mutating func recordRedone(_ command: Command) { push(command) }

    /// Adds a change and forgets the oldest beyond the capacity.
    private mutating func push(_ command: Command) {
        done.append(command)
        if done.count > Self.capacity { done.removeFirst(done.count - Self.capacity) }
    }
}
