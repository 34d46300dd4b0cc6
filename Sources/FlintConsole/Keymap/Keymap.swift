public import TerminalKit

/// What every key does in every context.
///
/// The key bar, the list of keys and the table in the documentation are made from it, so they cannot say different
/// things. Where several contexts apply at once, the more specific one is asked first.
public struct Keymap: Sendable, Hashable {
    /// All bindings, in the order in which they are listed.
    public let bindings: [KeyBinding]
    /// The indices of the bindings of each context.
    private let byContext: [KeyContext: [KeyPress: Int]]

    /// Creates a keymap.
    ///
    /// - Parameter bindings: The bindings; where two of one context share a key, the first has it.
    public init(bindings: [KeyBinding]) {
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
    public func binding(for key: KeyPress, in contexts: [KeyContext]) -> KeyBinding? {
        for context in contexts {
            if let index = byContext[context]?[key] { return bindings[index] }
        }
        return nil
    }

    /// What can be done where certain contexts apply, without what a more specific context takes the keys of.
    public func bindings(in contexts: [KeyContext]) -> [KeyBinding] {
        contexts.flatMap { context in
            bindings.filter { binding in
                binding.context == context
                    && binding.keys.contains { self.binding(for: $0, in: contexts) == binding }
            }
        }
    }

    /// The first key that runs a command where certain contexts apply, as people read it.
    func keyText(for command: ConsoleCommand, in contexts: [KeyContext]) -> String? {
        bindings(in: contexts).first { $0.command == command }?.keys.first?.description
    }

    /// The table of all keys in Markdown, for documentation.
    public var markdownTable: String {
        var lines: [String] = ["| where | keys | what they do |", "|---|---|---|"]
        for context in KeyContext.allCases {
            for binding in bindings where binding.context == context {
                let keys = binding.keys.map { "`\($0)`" }.joined(separator: " ")
                lines.append("| \(context.title) | \(keys) | \(binding.summary) |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
