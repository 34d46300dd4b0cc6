// SPDX-License-Identifier: MIT

import ArgumentParser

/// `flint manual` prints the manual page, which is generated from the help of all commands.
struct ManualCommand<App: FlintApplication>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "manual", abstract: "Print the manual page of this program, in mdoc format.",
            discussion: """
                To read it: "\(App.commandName) manual | man -l -". If man cannot read standard input, save the page as \
                \(App.commandName).1 and open that file.
                """)
    }

    func run() throws {
        let dump = try HelpDump(json: FlintCommandLine<App>._dumpHelp())
        try CommandOutput.print(ManualPage(dump, version: App.version).lines)
    }
}

/// The command line for shells, which complete the shared options also before the command.
///
/// The program moves such options behind the command before it parses them.
private struct CompletedCommandLine<App: FlintApplication>: ParsableCommand {
    static var configuration: CommandConfiguration { FlintCommandLine<App>.configuration }

    @OptionGroup var options: SharedOptions<App>
}

/// `flint completions` prints a shell script that completes commands, options and names.
struct CompletionsCommand<App: FlintApplication>: ParsableCommand {
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish

        var completionShell: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "completions", abstract: "Print a completion script for bash, zsh or fish.",
            discussion: """
                bash: eval "$(\(App.commandName) completions bash)" in ~/.bashrc. \
                zsh: \(App.commandName) completions zsh > _\(App.commandName), in a folder in $fpath. \
                fish: \(App.commandName) completions fish > ~/.config/fish/completions/\(App.commandName).fish. \
                The shell runs the program to complete ids of features, products, permissions, flags and personas.
                """)
    }

    @Argument(help: "bash, zsh or fish.") var shell: Shell

    func run() throws {
        try CommandOutput.print(script: CompletedCommandLine<App>.completionScript(for: shell.completionShell))
    }
}
