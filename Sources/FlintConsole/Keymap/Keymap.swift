// SPDX-License-Identifier: MIT

import FlintTerminal

/// The keys that run a command in one context, and their descriptions.
///
/// The ``label`` appears in the key bar, and the ``summary`` appears in the list of keys, the palette, and the
/// documentation.
package struct KeyBinding: Sendable, Hashable {
    package let command: KeyCommand
    /// The keys that run the command.
    ///
    /// The key bar shows only the first one.
    package let keys: [KeyPress]
    package let context: KeyContext
    /// One or two words for the key bar, or an empty string to omit the binding from the key bar.
    package let label: String
    package let summary: String

    package var keyText: String { keys.map(\.description).joined(separator: ", ") }
}

/// The mapping from keys to commands in every context.
///
/// The key bar, the list of keys, and the tables in the documentation are generated from the keymap, so they always
/// agree with the console's behavior. If several contexts apply, the most specific one takes precedence.
package struct Keymap: Sendable, Hashable {
    package let bindings: [KeyBinding]
    private let byContext: [KeyContext: [KeyPress: Int]]
    /// Whether hints name commands instead of keys, as in the linear console, in which the user types commands.
    package var namesCommands = false

    /// Creates a keymap.
    ///
    /// - Parameter bindings: The bindings. If two bindings share a key in one context, the key runs the first binding's
    ///   command.
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

    /// Returns the binding of a key in the first of the contexts that binds it.
    ///
    /// The most specific context comes first.
    package func binding(for key: KeyPress, in contexts: [KeyContext]) -> KeyBinding? {
        for context in contexts {
            if let index = byContext[context]?[key] { return bindings[index] }
        }
        return nil
    }

    /// Returns the bindings that apply, except bindings whose keys all have another meaning in a more specific context.
    package func bindings(in contexts: [KeyContext]) -> [KeyBinding] {
        contexts.flatMap { context in
            bindings.filter { binding in
                binding.context == context
                    && binding.keys.contains { self.binding(for: $0, in: contexts) == binding }
            }
        }
    }

    /// Returns the description of the first key that runs a command, or `nil` if no key runs it in these contexts.
    ///
    /// If hints name commands, the result is the command's name in quotation marks.
    func keyText(for command: KeyCommand, in contexts: [KeyContext]) -> String? {
        let key = bindings(in: contexts).first { $0.command == command }?.keys.first?.description
        return namesCommands ? key.map { _ in "\"\(command.rawValue)\"" } : key
    }
}
