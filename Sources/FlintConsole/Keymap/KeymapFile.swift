// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// A keymap file, which changes the keys of individual commands.
///
/// ```
/// # A context, a command, and its keys. The key bar shows the first key.
/// console undo = ctrl-t u
/// purchases override-purchased = B
/// logs next-level = none
/// ```
///
/// A line replaces the keys of one command in one context. The keys reference lists the names of both. Blank lines and
/// lines that begin with `#` are ignored. An invalid line is reported and ignored.
///
/// If a key already belongs to another command of the context, or always has another meaning in a more specific
/// context, the key is reported and omitted. A command that would lose all of its keys keeps the default keys that no
/// other command uses.
package struct KeymapFile: Sendable, Hashable {
    package let keymap: Keymap
    /// The errors in the file, one sentence each, preceded by the line number.
    package let problems: [String]

    package init(_ text: String, changing standard: Keymap = .standard) {
        var reader = Reader(standard)
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            reader.read(words, line: index + 1)
        }
        reader.resolveConflicts()
        reader.removeHiddenKeys()
        keymap = Keymap(bindings: reader.bindings)
        problems = reader.problems.sorted { $0.line < $1.line }.map { "line \($0.line): \($0.message)" }
    }
}

/// Applies the lines of a keymap file to the default bindings.
///
/// Lines are read one by one. Conflicts are resolved after the last line, because a later line may free a key that an
/// earlier one claims.
private struct Reader {
    private let standard: [KeyBinding]
    private(set) var bindings: [KeyBinding]
    private(set) var problems: [(line: Int, message: String)] = []
    /// The number of the line that set each changed binding's keys, by the binding's index.
    private var lines: [Int: Int] = [:]

    init(_ standard: Keymap) {
        self.standard = standard.bindings
        bindings = standard.bindings
    }

    mutating func read(_ words: [String], line: Int) {
        guard words.count > 3, words[2] == "=" else {
            problems.append((line, "Expected a line such as \"console undo = u\"."))
            return
        }
        guard let context = KeyContext(rawValue: words[0]) else {
            let names = KeyContext.allCases.map(\.rawValue)
            problems.append(
                (line, "There is no context \(words[0].excerpt)." + NameAdvice.suggestion(on: words[0], names)))
            return
        }
        guard let index = bindings.firstIndex(where: { $0.context == context && $0.command.rawValue == words[1] })
        else {
            problems.append((line, problem(unknownCommand: words[1], in: context)))
            return
        }
        if let earlier = lines[index] {
            problems.append((line, "Line \(earlier) already sets the keys of \(words[0]) \(words[1])."))
            return
        }
        if let keys = keys(Array(words.dropFirst(3)), of: bindings[index], line: line) {
            bindings[index] = bindings[index].with(keys)
            lines[index] = line
        }
    }

    private mutating func keys(_ words: [String], of binding: KeyBinding, line: Int) -> [KeyPress]? {
        var keys: [KeyPress] = []
        for word in words where word != "none" || words.count > 1 {
            guard let key = KeyPress(word) else {
                let advice = "write keys such as u, G, ctrl-r, alt-x, enter or f1."
                problems.append((line, "\(word.excerpt) is not a key; \(advice)"))
                return nil
            }
            if binding.context.takesText, key.typesText {
                problems.append((line, "\(word.excerpt) is reserved for typing in this context."))
                return nil
            }
            if !keys.contains(key) { keys.append(key) }
        }
        // Ctrl-C always quits, so that a keymap cannot lock the user in.
        let exit = KeyPress(.character("c"), .control)
        if binding.context == .everywhere, binding.command == .quit, !keys.contains(exit) { keys.append(exit) }
        return keys
    }

    mutating func resolveConflicts() {
        var owners: [KeyContext: [KeyPress: Int]] = [:]
        // Unchanged commands come first, so that they keep their keys. Changed ones follow in the order of their
        // lines.
        let order = bindings.indices.sorted { (lines[$0] ?? 0, $0) < (lines[$1] ?? 0, $1) }
        for index in order {
            let binding = bindings[index]
            for key in binding.keys {
                guard let owner = owners[binding.context]?[key] else {
                    owners[binding.context, default: [:]][key] = index
                    continue
                }
                // In the default keymap, a shared key deliberately belongs to the first binding.
                guard let line = lines[index] else { continue }
                problems.append(
                    (
                        line,
                        "\(key) is already a key of \(bindings[owner].command.rawValue) "
                            + "in \(binding.context.rawValue); assign another key to that command first."
                    ))
                bindings[index] = bindings[index].with(bindings[index].keys.filter { $0 != key })
            }
            if bindings[index].keys.isEmpty, !binding.keys.isEmpty {
                // The command keeps the default keys that no other command has taken.
                let free = standard[index].keys.filter { owners[binding.context]?[$0] == nil }
                for key in free { owners[binding.context, default: [:]][key] = index }
                bindings[index] = standard[index].with(free)
            }
        }
    }

    /// Removes keys from changed bindings if the keys always have another meaning in a more specific context.
    mutating func removeHiddenKeys() {
        for index in lines.keys.sorted(by: { lines[$0, default: 0] < lines[$1, default: 0] }) {
            let (keymap, binding) = (Keymap(bindings: bindings), bindings[index])
            let modes = InputMode.all.map(\.contexts).filter { $0.contains(binding.context) }
            // A key is hidden if it runs another command in every mode in which the binding's context applies.
            func owner(of key: KeyPress) -> KeyBinding? {
                let owners = modes.map { keymap.binding(for: key, in: $0) }
                return owners.contains(binding) ? nil : owners.compactMap(\.self).first
            }
            for key in binding.keys {
                guard let other = owner(of: key) else { continue }
                problems.append(
                    (
                        lines[index, default: 0],
                        "\(key) is always a key of \(other.command.rawValue) in \(other.context.rawValue); "
                            + "assign another key to that command first."
                    ))
            }
            let keys = binding.keys.filter { owner(of: $0) == nil }
            guard keys.count < binding.keys.count else { continue }
            let free = standard[index].keys.filter { keymap.binding(for: $0, in: [binding.context]) == nil }
            bindings[index] = binding.with(keys.isEmpty ? free : keys)
        }
    }

    private func problem(unknownCommand name: String, in context: KeyContext) -> String {
        let elsewhere = bindings.filter { $0.command.rawValue == name }.map(\.context.rawValue)
        guard elsewhere.isEmpty else {
            let others = elsewhere.joined(separator: " and ")
            return "\(name.excerpt) is not a command of \(context.rawValue), but of \(others)."
        }
        let names = bindings.filter { $0.context == context }.map(\.command.rawValue)
        return "There is no command \(name.excerpt) in \(context.rawValue)." + NameAdvice.suggestion(on: name, names)
    }
}

enum NameAdvice {
    /// Returns a sentence with the most similar valid name, or with all valid names if no name is similar.
    ///
    /// The sentence begins with a space.
    static func suggestion(on name: String, _ names: [String]) -> String {
        let nearest = EditDistance.nearest(to: name, among: names)
        return nearest.map { " Did you mean \($0)?" } ?? " Use \(names.listed(with: "or"))."
    }
}

extension KeyBinding {
    fileprivate func with(_ keys: [KeyPress]) -> KeyBinding {
        KeyBinding(command: command, keys: keys, context: context, label: label, summary: summary)
    }
}

extension KeyPress {
    fileprivate var typesText: Bool {
        switch key {
        case .character: modifiers.isDisjoint(with: [.control, .alt])
        case .backspace, .delete: true
        case .enter, .escape, .tab, .insert, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .function:
            false
        }
    }
}

extension KeyContext {
    fileprivate var takesText: Bool {
        switch self {
        case .everywhere, .filter, .form, .help, .palette: true
        case .cramped, .console, .motion, .browsing, .features, .purchases, .permissions, .flags, .flow, .flowCard,
            .flowPrompt, .flowOutcome, .flowSummary, .timeline, .stacks, .logs, .matrix, .choices, .overriding,
            .sources:
            false
        }
    }
}
