// SPDX-License-Identifier: MIT

/// The program and the options for the command lines that a front end shows, so that the lines reach the same app.
///
/// ```swift
/// ShellInvocation(program: "flint", options: ["--attach", "Podcasts"]).commandLine(["set", "flag", "new-player", "on"])
/// // flint set flag new-player on --attach Podcasts
/// ```
package struct ShellInvocation: Sendable, Hashable {
    package var program: String
    /// The options that select the app and its state.
    package var options: [String]

    package init(program: String, options: [String] = []) {
        (self.program, self.options) = (program, options)
    }

    package func commandLine(_ words: [String]) -> String {
        ([program] + words + options).map(TextFormat.shell.escaped).joined(separator: " ")
    }

    package func commandLines(for command: Command) -> [String]? { command.shellCommands?.map(commandLine) }
}
