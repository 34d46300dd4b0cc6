// SPDX-License-Identifier: MIT

import FlintWorld

/// A former name of a command that was renamed or became part of another command.
///
/// Scripts and scenarios may still contain the name. It is replaced by current words with the same effect, if there
/// are any; otherwise, an error names the successor.
enum FormerName: String, CaseIterable {
    case explain, unlock, attach, history, open, redo
    case completions, diff, differences, impact, manual, matrix, states
    case openReport = "open-report"
    case override, permission, flags, permissions, purchases, retire
    case userSetting = "user-setting"

    struct Replacement: Equatable {
        /// The name of the command, followed by the name of a subcommand if needed.
        let command: [String]
        let arguments: [String]
    }

    /// Replaces a former name at the start of a command's words.
    static func replacingFormerName(in words: [String], program: String) throws(CommandLineError) -> [String] {
        guard let name = words.first.flatMap(FormerName.init) else { return words }
        let rest = Array(words.dropFirst())
        let replacement = try name.replacement(before: rest, program: program)
        return replacement.command + replacement.arguments
    }

    func replacement(before rest: [String], program: String) throws(CommandLineError) -> Replacement {
        let second = rest.dropFirst().first.flatMap { $0.hasPrefix("-") ? nil : $0 }
        switch (self, rest.first) {
        case (.explain, _), (.unlock, _): return Replacement(command: ["why"], arguments: rest)
        case (.completions, _), (.manual, _): return Replacement(command: ["help", rawValue], arguments: rest)
        case (.diff, _): return Replacement(command: ["compare"], arguments: rest)
        case (.differences, _):
            guard !rest.contains(where: { $0 == "--since" || $0.hasPrefix("--since=") }) else {
                throw .usage(
                    "\"differences --since\" is now \"compare\": \(program) compare journal.jsonl@120 journal.jsonl")
            }
            return Replacement(command: ["compare"], arguments: rest)
        case (.impact, _): return Replacement(command: ["what-if"], arguments: ["--without"] + rest)
        case (.states, _): return Replacement(command: ["what-if"], arguments: ["--states"] + rest)
        case (.matrix, _):
            guard !rest.contains("--compare") else {
                throw .usage("\"matrix --compare\" is now \"compare\": \(program) compare now child-account")
            }
            return Replacement(command: [rawValue], arguments: rest)
        case (.attach, _): return Replacement(command: ["console"], arguments: ["--running"] + rest)
        case (.openReport, let first?) where !first.hasPrefix("-"):
            return Replacement(command: ["console"], arguments: ["--recording"] + rest)
        case (.openReport, _): return Replacement(command: ["console"], arguments: rest)
        case (.open, _): return Replacement(command: ["perform"], arguments: rest)
        case (.redo, _): return Replacement(command: ["undo"], arguments: ["--redo"] + rest)
        case (.history, _): return Replacement(command: ["undo"], arguments: ["--list"] + rest)
        case (.override, "clear"):
            let kind = second ?? "all"
            return .set([kind, "none"], rest.dropFirst(second == nil ? 1 : 2))
        case (.override, "list"): throw successor(of: rest, is: "compare", program)
        case (.override, _): return .set([], rest[...])
        case (.userSetting, _):
            let words = rest.enumerated().map { $0.offset == 1 && $0.element == "default" ? "none" : $0.element }
            return .set([FactKind.userSetting.rawValue], words[...], in: .user)
        case (.permission, _):
            guard second != nil else { return Replacement(command: ["facts"], arguments: [rawValue] + rest) }
            return .set([FactKind.permission.rawValue], rest[...], in: .system)
        case (.flags, "set"): return .set([FactKind.flag.rawValue], rest.dropFirst(), in: .provider)
        case (.flags, "clear"):
            let words = second.map { [FactKind.flag.rawValue, $0, "none"] } ?? [FactKind.flag.pluralName, "none"]
            return .set(words, rest.dropFirst(second == nil ? 1 : 2), in: .provider)
        case (.flags, "manifest"):
            return Replacement(command: ["manifest", "flags"], arguments: Array(rest.dropFirst()))
        case (.flags, "generate"):
            return Replacement(command: ["manifest", "keys"], arguments: Array(rest.dropFirst()))
        case (.flags, "list"), (.flags, "explain"):
            return Replacement(command: ["facts"], arguments: [rawValue] + rest.dropFirst())
        case (.flags, _), (.permissions, _), (.purchases, _):
            return Replacement(command: ["facts"], arguments: [rawValue] + rest)
        case (.retire, _):
            guard rest.first == "flag", second != nil else { throw successor(of: [], is: "lint --retire", program) }
            return Replacement(command: ["lint"], arguments: ["--retire"] + rest.dropFirst())
        }
    }

    private func successor(
        of words: [String], is command: String, _ program: String
    ) -> CommandLineError {
        let name = ([rawValue] + words.prefix { !$0.hasPrefix("-") }.prefix(1)).joined(separator: " ")
        return .usage("\"\(name)\" is now \"\(command)\": \(program) \(command)")
    }
}

extension FormerName.Replacement {
    fileprivate static func set(_ words: [String], _ rest: ArraySlice<String>, in place: FactPlace? = nil) -> Self {
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        let option = place.map { ["--in", $0.rawValue] } ?? []
        // The option comes before the end of options, if there is one.
        return Self(command: ["set"], arguments: words + rest[..<end] + option + rest[end...])
    }
}
