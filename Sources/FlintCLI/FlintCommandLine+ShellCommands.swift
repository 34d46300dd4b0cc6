// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole

extension FlintCommandLine {
    /// The commands that the console's palette offers to copy, because the console has no equivalent.
    static var shellCommands: [ShellCommand] {
        let commands: [any ParsableCommand.Type] = [
            WhatIfCommand<App>.self, LintCommand<App>.self, CompareCommand<App>.self, CheckCommand<App>.self,
            RunCommand<App>.self, PerformCommand<App>.self, ConsoleCommand<App>.self, ServeCommand<App>.self,
            UndoCommand<App>.self, PersonaCommand<App>.self, ModelContextCommand<App>.self,
        ]
        let help = ShellCommand(
            name: "help", text: "\(App.commandName) help", summary: "List the commands of the command line.")
        return [help]
            + commands.map { command in
                let name = command.configuration.commandName ?? ""
                return ShellCommand(
                    name: name, text: "\(App.commandName) \(name)", summary: command.configuration.abstract)
            }
    }
}
