// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore

/// The names of options that an app's own options must not have.
///
/// Every command accepts the app's options. An option with the name of one of the command's own options would make that
/// command unusable, but not the others, so the mistake could remain unnoticed.
enum ReservedOptions {
    /// The names of all commands' options and of the parser's own options, sorted.
    static let names = [
        "--alert", "--all", "--allow", "--allow-changes", "--answer", "--apply", "--asciicast", "--at", "--at-least",
        "--attach", "--available", "--baseline", "--color", "--config", "--date", "--description",
        "--differences", "--dry-run", "--ending", "--enum", "--environment", "--expectations",
        "--experimental-dump-help", "--export", "--export-test", "--filter", "--fix", "--follow", "--for", "--format",
        "--generate-completion-script", "--help", "--help-hidden", "--hidden", "--ignore-state", "--in", "--journal",
        "--json",
        "--junit",
        "--keep-overrides", "--keymap", "--lanes", "--last", "--level", "--linear", "--list", "--lock", "--markdown",
        "--mouse",
        "--name",
        "--no-keyboard-protocol", "--no-links", "--no-mouse", "--output", "--overridden", "--overrides", "--persona",
        "--plain", "--plan", "--platform", "--production", "--prove", "--public", "--quiet", "--read-only", "--reason",
        "--record", "--recording", "--redo", "--released", "--remove", "--remove-all", "--retire", "--rules",
        "--running", "--save", "--scenario", "--script", "--serve",
        "--slow", "--state", "--states", "--storekit", "--tcp", "--test-app", "--theme", "--timeout",
        "--unavailable",
        "--unknown", "--uses", "--version", "--warn", "--watch", "--without", "--write", "--write-baseline", "-h",
    ]

    static func complaint(about options: any ParsableArguments.Type) -> String? {
        guard options != EmptyOptions.self, let dump = try? HelpDump(json: options._dumpHelp()) else { return nil }
        let arguments = dump.command.arguments ?? []
        let reserved = Set(names)
        var taken = arguments.flatMap { $0.names ?? [] }.map(\.spelling).filter(reserved.contains)
        // The parser adds these itself.
        for name in ["--help", "-h"] { taken.firstIndex(of: name).map { _ = taken.remove(at: $0) } }
        let positional = arguments.filter { $0.kind == "positional" }.compactMap(\.valueName)
        let type = String(reflecting: options)
        if !taken.isEmpty {
            return "The app's options (\(type)) must not include \(taken.listed()), because commands have "
                + "\(taken.count == 1 ? "an option" : "options") of that name. Choose another name. Reserved names: "
                + names.joined(separator: ", ")
        }
        if !positional.isEmpty {
            let names = positional.map { "<\($0)>" }.listed()
            return
                "The app's options (\(type)) must not include the argument \(names), because commands have arguments of their own. Make it an option."
        }
        return nil
    }
}
