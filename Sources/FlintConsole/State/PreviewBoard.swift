import InspectorKit

/// What the commands that could be given next would change.
struct PreviewBoard: Sendable, Hashable {
    /// The commands whose effect is on the screen, in the order in which they are shown.
    private(set) var wanted: [Command] = []
    /// The effects that have been worked out.
    private(set) var results: [Command: Preview] = [:]

    /// Chooses the commands whose effect is to be known.
    ///
    /// - Parameters:
    ///   - commands: The commands.
    ///   - isStale: Whether the world has changed, so that all effects must be worked out again.
    /// - Returns: The commands to work out.
    mutating func want(_ commands: [Command], isStale: Bool) -> [Command] {
        guard isStale || commands != wanted else { return [] }
        wanted = commands
        // What was known stays on the screen until the new answer is there, so that nothing flickers.
        results = results.filter { commands.contains($0.key) }
        return isStale ? commands : commands.filter { results[$0] == nil }
    }

    /// Keeps an effect that was worked out; one that is no longer wanted is dropped.
    mutating func receive(_ preview: Preview, of command: Command) {
        guard wanted.contains(command) else { return }
        results[command] = preview
    }
}
