public import TerminalKit

/// A command, the keys that run it, and how people are told.
public struct KeyBinding: Sendable, Hashable {
    /// What the keys do.
    public let command: ConsoleCommand
    /// The keys, the one to show first.
    public let keys: [KeyPress]
    /// Where the keys mean this.
    public let context: KeyContext
    /// One or two words for the key bar; empty for what is found without a hint.
    public let label: String
    /// What it does, in one line for the list of keys.
    public let summary: String

    /// Creates a binding.
    public init(command: ConsoleCommand, keys: [KeyPress], context: KeyContext, label: String, summary: String) {
        self.command = command
        self.keys = keys
        self.context = context
        self.label = label
        self.summary = summary
    }

    /// All keys as people read them, such as `up, k`.
    public var keyText: String { keys.map(\.description).joined(separator: ", ") }
}
