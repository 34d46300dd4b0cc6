// SPDX-License-Identifier: MIT

import FlintWorld

/// A cache of the effects of the commands that the screen offers.
///
/// A change in the app's state invalidates all effects. The previous effects stay on the screen until the new ones
/// arrive.
struct PreviewBoard: Sendable, Hashable {
    /// The commands whose effect is on the screen, in display order.
    private(set) var wanted: [Command] = []
    private(set) var results: [Command: Preview] = [:]

    /// Sets the commands that are on the screen.
    ///
    /// - Parameters:
    ///   - commands: The commands whose effects are shown.
    ///   - isStale: Whether the app's state has changed, so that all effects must be computed again.
    /// - Returns: The commands whose effects must be computed.
    mutating func want(_ commands: [Command], isStale: Bool) -> [Command] {
        guard isStale || commands != wanted else { return [] }
        wanted = commands
        // To avoid flicker, known effects stay on the screen until the new ones arrive.
        results = results.filter { commands.contains($0.key) }
        return isStale ? commands : commands.filter { results[$0] == nil }
    }

    /// Stores the effect of a command unless the command is no longer on the screen.
    mutating func receive(_ preview: Preview, of command: Command) {
        guard wanted.contains(command) else { return }
        results[command] = preview
    }
}
