// SPDX-License-Identifier: MIT

import FlintWorld

/// The manual page of a program, in mdoc format.
///
/// The page is generated from the help of all commands, and from the tables in ``ReferenceEntry`` and ``ExitStatus``:
///
/// ```
/// $ flint help manual > flint.1
/// $ man ./flint.1
/// ```
struct ManualPage {
    private(set) var lines: [String] = []
    private let program: String
    private let common: Set<HelpDump.Argument>

    init(_ dump: HelpDump, version: String) {
        let root = dump.command
        program = root.commandName
        common = root.commonArguments
        addHead(root, version: version)
        for (path, command) in root.leaves() { add(command, path: path.dropFirst().joined(separator: " ")) }
        addCommonOptions(of: root)
        addTable("ENVIRONMENT", of: ReferenceEntry.environment, macro: "Ev")
        addText("The program reads these variables:", after: ".Sh ENVIRONMENT")
        addTable("FILES", of: ReferenceEntry.files, macro: "Pa")
        addText("The state files are in the folder of the overrides file:", after: ".Sh FILES")
        addStatuses()
    }

    private mutating func addHead(_ root: HelpDump.Command, version: String) {
        let abstract = root.abstract ?? ""
        let sentence = abstract.prefix { $0 != "." }
        lines += [
            ".Dd $Mdocdate$", ".Dt \(program.uppercased()) 1",
            ".Os \(program)\(version.isEmpty ? "" : " \(version)")", ".Sh NAME", ".Nm \(program)",
            ".Nd \(sentence.prefix(1).lowercased())\(sentence.dropFirst())", ".Sh SYNOPSIS", ".Nm \(program)",
            ".Op Ar command", ".Op Ar arguments", ".Sh DESCRIPTION",
        ]
        addText(abstract)
        addText("Without a command, the console opens.")
        addText("The other commands print text, or one JSON object if")
        lines.append(".Fl -json")
        addText("is given.")
        addText("A name can be complete, or any part that matches only one item.")
        lines.append(".Sh COMMANDS")
    }

    private mutating func add(_ command: HelpDump.Command, path: String) {
        let own = command.ownArguments(excluding: common)
        lines += [".Ss \(program) \(path)", ".Nm \(program) \(path)"]
        lines += own.map { argument in
            let text = Self.macro(argument) + (argument.isRepeating ? " ..." : "")
            return argument.isOptional ? ".Op \(text)" : ".\(text)"
        }
        lines.append(".Pp")
        addText(command.abstract ?? "")
        if let discussion = command.discussion, !discussion.isEmpty {
            lines.append(".Pp")
            addText(discussion)
        }
        addList(of: own)
    }

    private mutating func addCommonOptions(of root: HelpDump.Command) {
        lines.append(".Sh OPTIONS")
        addText("Most commands take these options:")
        var listed: Set<HelpDump.Argument> = []
        let arguments = root.leaves().flatMap { $0.command.arguments ?? [] }
        addList(of: arguments.filter { common.contains($0) && listed.insert($0).inserted })
    }

    private mutating func addList(of arguments: [HelpDump.Argument]) {
        guard !arguments.isEmpty else { return }
        lines.append(".Bl -tag -width Ds")
        for argument in arguments {
            lines.append(".It \(Self.macro(argument, withEveryName: true))")
            let byDefault = argument.defaultValue.map { "Default: \($0)." }
            for text in [argument.abstract, argument.discussion, byDefault] { addText(text ?? "") }
        }
        lines.append(".El")
    }

    private mutating func addTable(_ title: String, of entries: [ReferenceEntry], macro: String) {
        lines += [".Sh \(title)", ".Bl -tag -width Ds"]
        for entry in entries {
            lines.append(".It \(macro) \(entry.name)")
            addText(entry.meaning + ".")
        }
        lines.append(".El")
    }

    private mutating func addStatuses() {
        lines += [".Sh EXIT STATUS", ".Bl -tag -width Ds"]
        for status in ExitStatus.allCases {
            lines.append(".It \(status.rawValue)")
            addText(status.meaning + ".")
        }
        lines.append(".El")
    }

    private mutating func addText(_ text: String, after heading: String? = nil) {
        let sentences = text.split(separator: "\n").flatMap { line in
            // As is usual in mdoc, each sentence begins on a new line. Each line is escaped, so that it is not read as
            // a macro.
            line.replacing(". ", with: ".\n").split(separator: "\n").map { TextFormat.mdoc.escaped(String($0)) }
        }
        let index = heading.flatMap { lines.firstIndex(of: $0) }.map { $0 + 1 } ?? lines.endIndex
        lines.insert(contentsOf: sentences, at: index)
    }

    /// Returns an argument as mdoc macros, such as `Fl -reason Ar text`.
    private static func macro(_ argument: HelpDump.Argument, withEveryName: Bool = false) -> String {
        let value = " Ar \(argument.valueName ?? "value")"
        if argument.kind == "positional" { return String(value.dropFirst()) }
        let all = argument.names ?? []
        let names = withEveryName ? all : argument.preferredName.map { [$0] } ?? all
        let spellings = names.map { "Fl \($0.spelling.dropFirst())" }.joined(separator: " , ")
        return argument.kind == "option" ? spellings + value : spellings
    }
}
