import FlintCLI

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

/// A generator of the command reference in Markdown, based on the argument parser's data.
struct CommandReference {
    private(set) var markdown = ""

    private static let tableHead = "| Argument | Meaning |\n|---|---|\n"
    /// The options of most commands, which are listed only once.
    private let common: Set<HelpDump.Argument>

    init(_ dump: HelpDump) {
        let root = dump.command
        let leaves = root.leaves().map(\.command)
        let all = leaves.flatMap { $0.arguments ?? [] }
        common = root.commonArguments
        markdown += "## Options of every command\n\n" + Self.tableHead
        var listed: Set<HelpDump.Argument> = []
        for argument in all where common.contains(argument) && listed.insert(argument).inserted {
            let without = leaves.filter { leaf in
                !(leaf.arguments ?? []).contains { $0.preferredName == argument.preferredName }
            }
            let names = without.map { "`\($0.commandName)`" }.joined(separator: ", ")
            markdown += argument.row(note: without.isEmpty ? nil : "Not an option of \(names).")
        }
        for command in root.described { add(command, under: [root.commandName]) }
    }

    private mutating func add(_ command: HelpDump.Command, under path: [String]) {
        let subcommands = command.described
        let own = command.ownArguments(excluding: common)
        let path = path + [command.commandName]
        let heading = String(repeating: "#", count: path.count)
        markdown += "\n\(heading) \(path.dropFirst().joined(separator: " "))\n\n\(command.abstract ?? "")\n"
        if let discussion = command.discussion, !discussion.isEmpty { markdown += "\n\(discussion)\n" }
        if subcommands.isEmpty {
            markdown += "\n```text\n\((path + own.map(\.usage)).joined(separator: " "))\n```\n"
        }
        if !own.isEmpty { markdown += "\n" + Self.tableHead + own.map { $0.row() }.joined() }
        for subcommand in subcommands { add(subcommand, under: path) }
    }
}
