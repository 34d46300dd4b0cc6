import TerminalKit

/// A command, the keys that run it, and how people are told.
package struct KeyBinding: Sendable, Hashable {
    /// What the keys do.
    package let command: KeyCommand
    /// The keys, the one to show first.
    package let keys: [KeyPress]
    /// Where the keys mean this.
    package let context: KeyContext
    /// One or two words for the key bar; empty for what is found without a hint.
    package let label: String
    /// What it does, in one line for the list of keys.
    package let summary: String

    /// Creates a binding.
    package init(command: KeyCommand, keys: [KeyPress], context: KeyContext, label: String, summary: String) {
        self.command = command
        self.keys = keys
        self.context = context
        self.label = label
        self.summary = summary
    }

    /// All keys as people read them, such as `up, k`.
    package var keyText: String { keys.map(\.description).joined(separator: ", ") }
}

/// What every key does in every context.
///
/// The key bar, the list of keys and the tables in the documentation are made from it, so they always agree. Where
/// several contexts apply at once, the more specific one is asked first.
package struct Keymap: Sendable, Hashable {
    /// All bindings, in the order in which they are listed.
    package let bindings: [KeyBinding]
    /// The indices of the bindings of each context.
    private let byContext: [KeyContext: [KeyPress: Int]]

    /// Creates a keymap.
    ///
    /// - Parameter bindings: The bindings; where two of one context share a key, the first has it.
    package init(bindings: [KeyBinding]) {
        self.bindings = bindings
        var byContext: [KeyContext: [KeyPress: Int]] = [:]
        for (index, binding) in bindings.enumerated() {
            for key in binding.keys where byContext[binding.context]?[key] == nil {
                byContext[binding.context, default: [:]][key] = index
            }
        }
        self.byContext = byContext
    }

    /// What a key does where certain contexts apply.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - contexts: The contexts, the most specific first.
    /// - Returns: The binding, or `nil` if the key is not bound there.
    package func binding(for key: KeyPress, in contexts: [KeyContext]) -> KeyBinding? {
        for context in contexts {
            if let index = byContext[context]?[key] { return bindings[index] }
        }
        return nil
    }

    /// What can be done where certain contexts apply, without what a more specific context takes the keys of.
    package func bindings(in contexts: [KeyContext]) -> [KeyBinding] {
        contexts.flatMap { context in
            bindings.filter { binding in
                binding.context == context
                    && binding.keys.contains { self.binding(for: $0, in: contexts) == binding }
            }
        }
    }

    /// The first key that runs a command where certain contexts apply, as people read it.
    func keyText(for command: KeyCommand, in contexts: [KeyContext]) -> String? {
        bindings(in: contexts).first { $0.command == command }?.keys.first?.description
    }

    /// The names of contexts and commands in Markdown, for those who write a keymap: a table with a row for each context
    /// that has bindings.
    package var markdownNames: String {
        let rows = KeyContext.allCases.compactMap { context -> String? in
            let names = bindings.filter { $0.context == context }.map { "`\($0.command.rawValue)`" }
            return names.isEmpty ? nil : "| `\(context.rawValue)` | \(names.joined(separator: " ")) |\n"
        }
        return "| Context | Commands |\n|---|---|\n" + rows.joined()
    }

    /// The keys in Markdown, for documentation: a section with a table for every context that has bindings.
    package var markdownTables: String {
        var sections: [String] = []
        for context in KeyContext.allCases {
            let rows = bindings.filter { $0.context == context }.map { binding in
                "| \(binding.keys.map { "`\($0)`" }.joined(separator: " ")) | \(binding.summary) |\n"
            }
            guard !rows.isEmpty else { continue }
            sections.append("## \(context.title)\n\n| Keys | Effect |\n|---|---|\n" + rows.joined())
        }
        return sections.joined(separator: "\n")
    }
}
