import InspectorKit

/// The changes that can be taken back and made again, each as the command that does so.
struct History: Sendable, Hashable {
    /// The most changes that are kept.
    static let capacity = 200

    /// Changes that can be taken back, latest last.
    private(set) var done: [Command] = []
    /// Changes that were taken back and can be made again, latest last.
    private(set) var undone: [Command] = []

    /// Remembers a new change; what was taken back before it can no longer be made again.
    mutating func record(_ command: Command) {
        undone.removeAll()
        push(command)
    }

    /// Takes the latest change from the list of those that can be taken back.
    mutating func popDone() -> Command? { done.popLast() }

    /// Takes the latest change from the list of those that can be made again.
    mutating func popUndone() -> Command? { undone.popLast() }

    /// Remembers that a change was taken back.
    mutating func recordUndone(_ command: Command) { undone.append(command) }

    /// Remembers that a change was made again.
    mutating func recordRedone(_ command: Command) { push(command) }

    /// Adds a change and forgets the oldest beyond the capacity.
    private mutating func push(_ command: Command) {
        done.append(command)
        if done.count > Self.capacity { done.removeFirst(done.count - Self.capacity) }
    }
}
