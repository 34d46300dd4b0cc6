// SPDX-License-Identifier: MIT

import ArgumentParser

extension HelpTopic {
    func print<App: FlintApplication>(of app: App.Type) throws {
        switch self {
        case .keymap:
            let path = ConsoleSettings.keymapPath(
                option: nil, variable: nil, App.commandName, CommandRun.current.environment
            ).path
            try CommandOutput.print(KeymapHelp.lines(path: path ?? "~/.config/\(App.commandName)/keymap"))
        case .options: try CommandOutput.print(Self.sharedOptions(of: app))
        case .manual:
            let dump = try HelpDump(json: FlintCommandLine<App>._dumpHelp())
            try CommandOutput.print(ManualPage(dump, version: App.version).lines)
        case .completions(nil):
            try CommandOutput.print([
                "A completion script completes commands, options and names. The shell runs the program to complete ids of",
                "features, products, permissions, flags and personas.", "",
                "  bash  eval \"$(\(App.commandName) help completions bash)\" in ~/.bashrc",
                "  zsh   \(App.commandName) help completions zsh > _\(App.commandName), in a folder in $fpath",
                "  fish  \(App.commandName) help completions fish > ~/.config/fish/completions/\(App.commandName).fish",
            ])
        case .completions(let name?):
            guard let shell = CompletionShell(rawValue: name) else {
                throw CommandLineError.usage(
                    "\"\(CommandOutput.excerpt(name))\" is not a shell. Write bash, zsh or fish.")
            }
            try CommandOutput.print(script: CompletedCommandLine<App>.completionScript(for: shell))
        }
    }

    private static func sharedOptions<App: FlintApplication>(of app: App.Type) -> [String] {
        let lines = SharedOptions<App>.helpMessage(columns: UsageText.columns)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return ["Most commands take these options:", ""]
            + lines.drop { $0 != "OPTIONS:" }.dropFirst().filter { !$0.hasPrefix("  -h, --help") }
    }
}

/// The command line for shell completion, which also completes the shared options before the command.
///
/// The program moves such options behind the command before it parses them.
private struct CompletedCommandLine<App: FlintApplication>: ParsableCommand {
    static var configuration: CommandConfiguration { FlintCommandLine<App>.configuration }

    @OptionGroup var options: SharedOptions<App>
}
