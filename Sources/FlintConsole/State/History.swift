import InspectorKit

/// The changes that can be taken back and made again.
struct History: Sendable, Hashable {
    /// A change and the command that leads away from it.
    struct Entry: Sendable, Hashable {
        /// The change in words.
        var title: String
        /// The command that takes it back, or makes it again.
        var command: Command
    }

    /// The most changes that are kept.
    static let capacity = 200

    /// Changes that can be taken back, latest last.
    private(set) var done: [Entry] = []
    /// Changes that were taken back and can be made again, latest last.
    private(set) var undone: [Entry] = []

    /// Remembers a new change; what was taken back before it can no longer be made again.
    mutating func record(_ entry: Entry) {
        undone.removeAll()
        push(entry)
    }

    /// Takes the latest change from the list of those that can be taken back.
    mutating func popDone() -> Entry? { done.popLast() }

    /// Takes the latest change from the list of those that can be made again.
    mutating func popUndone() -> Entry? { undone.popLast() }

    /// Remembers that a change was taken back.
    mutating func recordUndone(_ entry: Entry) { undone.append(entry) }

    /// Remembers that a change was made again.
    mutating func recordRedone(_ entry: Entry) { push(entry) }

    /// Adds a change and forgets the oldest beyond the capacity.
    private mutating func push(_ entry: Entry) {
        done.append(entry)
        if done.count > Self.capacity { done.removeFirst(done.count - Self.capacity) }
    }
}
