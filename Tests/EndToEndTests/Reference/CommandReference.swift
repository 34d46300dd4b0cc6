/// What `--experimental-dump-help` describes: a program's commands and their arguments.
struct HelpDump: Decodable {
    /// A command with its arguments and subcommands.
    struct Command: Decodable {
        var commandName: String
        var abstract: String?
        var discussion: String?
        var defaultSubcommand: String?
        var arguments: [Argument]?
        var subcommands: [Command]?
    }

    /// An argument, an option or a flag.
    struct Argument: Decodable, Hashable {
        /// One spelling of an option or a flag.
        struct Name: Decodable, Hashable {
            var kind: String
            var name: String

            var spelling: String { (kind == "short" ? "-" : "--") + name }
        }

        var kind: String
        var names: [Name]?
        var preferredName: Name?
        var valueName: String?
        var abstract: String?
        var discussion: String?
        var defaultValue: String?
        var isOptional: Bool
        var isRepeating: Bool
        var shouldDisplay: Bool
    }

    var command: Command
}

extension HelpDump.Argument {
    /// The argument in a usage line, such as `[--reason <text>]`.
    var usage: String {
        let value = "<\(valueName ?? "")>"
        var text =
            switch kind {
            case "positional": value
            case "option": "\(preferredName?.spelling ?? "") \(value)"
            default: preferredName?.spelling ?? ""
            }
        if isRepeating { text += " ..." }
        return isOptional ? "[\(text)]" : text
    }

    /// The argument at the beginning of its row, such as `--reason <text>`.
    var title: String {
        let value = "<\(valueName ?? "")>"
        switch kind {
        case "positional": return value
        case "option": return "\(preferredName?.spelling ?? "") \(value)"
        default: return (names ?? []).map(\.spelling).joined(separator: ", ")
        }
    }

    /// Returns the argument's row of a table.
    ///
    /// - Parameter note: A sentence to add.
    /// - Returns: A line of Markdown.
    func row(note: String? = nil) -> String {
        let byDefault = defaultValue.map { "Default: `\($0)`." }
        let meaning = [abstract, discussion, byDefault, note].compactMap(\.self).joined(separator: " ")
        return "| `\(title)` | \(meaning.replacing("|", with: "\\|")) |\n"
    }
}

/// The reference of a program's commands in Markdown, from what the argument parser knows of them.
struct CommandReference {
    /// The reference: a table of the common options, and a section for each command.
    private(set) var markdown = ""

    private static let tableHead = "| Argument | Meaning |\n|---|---|\n"
    /// The options of most commands, which are listed once.
    private let common: Set<HelpDump.Argument>

    /// Creates the reference of a program.
    init(_ dump: HelpDump) {
        let root = dump.command
        let leaves = Self.leaves(of: root)
        let all = leaves.flatMap { $0.arguments ?? [] }
        common = Set(all).filter { argument in all.count { $0 == argument } > leaves.count / 2 }
        markdown += "## Options of every command\n\n" + Self.tableHead
        var listed: Set<HelpDump.Argument> = []
        for argument in all where common.contains(argument) && listed.insert(argument).inserted {
            let without = leaves.filter { leaf in
                !(leaf.arguments ?? []).contains { $0.preferredName == argument.preferredName }
            }
            let names = without.map { "`\($0.commandName)`" }.joined(separator: ", ")
            markdown += argument.row(note: without.isEmpty ? nil : "Not an option of \(names).")
        }
        for command in Self.described(root) { add(command, behind: [root.commandName]) }
    }

    /// The subcommands with a description of their own; the parser's `help` has none.
    private static func described(_ command: HelpDump.Command) -> [HelpDump.Command] {
        (command.subcommands ?? []).filter { $0.commandName != "help" }
    }

    private static func leaves(of command: HelpDump.Command) -> [HelpDump.Command] {
        let subcommands = described(command)
        return subcommands.isEmpty ? [command] : subcommands.flatMap(leaves)
    }

    private mutating func add(_ command: HelpDump.Command, behind path: [String]) {
        let subcommands = Self.described(command)
        let arguments = (command.arguments ?? []).filter { $0.shouldDisplay && !common.contains($0) }
        let own = arguments.filter { $0.preferredName?.name != "help" }
        let path = path + [command.commandName]
        let heading = String(repeating: "#", count: path.count)
        markdown += "\n\(heading) \(path.dropFirst().joined(separator: " "))\n\n\(command.abstract ?? "")\n"
        if let discussion = command.discussion, !discussion.isEmpty { markdown += "\n\(discussion)\n" }
        if subcommands.isEmpty {
            markdown += "\n```text\n\((path + own.map(\.usage)).joined(separator: " "))\n```\n"
        }
        if !own.isEmpty { markdown += "\n" + Self.tableHead + own.map { $0.row() }.joined() }
        for subcommand in subcommands { add(subcommand, behind: path) }
    }
}
