@testable import FlintConsole
@testable import FlintTerminal
@testable import FlintWorld

/// The invariants of the files that a console reads (scripts and scenarios, keymaps) for arbitrary text.
///
/// The fuzzer and the tests check the same invariants. Input that begins with `k` contains a keymap, and any other
/// input is a script.
enum ConsoleFileProperty {
    /// Checks the invariants for an input.
    ///
    /// - Parameter input: The kind and the text.
    /// - Returns: A description of the violated invariant, or `nil`.
    static func problem(with input: [UInt8]) -> String? {
        switch input.first {
        case UInt8(ascii: "k"): problem(withKeymap: String(decoding: input.dropFirst(), as: UTF8.self))
        default: problem(withScript: String(decoding: input, as: UTF8.self))
        }
    }

    // MARK: Scripts

    private static func problem(withScript text: String) -> String? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        do throws(ConsoleScriptError) {
            let script = try ConsoleScript(text)
            if script.steps.count > lines.count { return "there are more steps than lines" }
            if zip(script.steps, script.steps.dropFirst()).contains(where: { $0.line >= $1.line }) {
                return "the steps are out of order"
            }
            for step in script.steps {
                if let problem = problem(with: step, on: lines[step.line - 1].count) { return problem }
            }
            return nil
        } catch {
            return (1...lines.count).contains(error.line) && !error.message.isEmpty ? nil : "an error has no line"
        }
    }

    /// Checks that a printed step parses as the same step.
    private static func problem(with step: ConsoleScript.Step, on length: Int) -> String? {
        let line: String
        switch step.action {
        case .size(let size):
            if size.columns > 400 || size.rows > 200 { return "a terminal of \(size) is made" }
            line = "size \(size.columns)x\(size.rows)"
        case .keys(let keys):
            if keys.count > length { return "more keys are pressed than were written" }
            line = "keys " + keys.map(text(of:)).joined()
        case .expect(let text): line = "expect \(text)"
        case .refuse(let text): line = "refuse \(text)"
        case .save(let name, _):
            if name.contains("/") || name.hasPrefix(".") { return "a script writes \(name)" }
            line = "save \(name)"
        case .pause(let seconds):
            if !(0...60).contains(seconds) { return "a script waits for \(seconds) s" }
            line = "pause \(seconds)"
        case .feature(let name, let state): line = "expect-feature \(ConsoleScript.quoted(name)) \(state.rawValue)"
        case .command(let words, let mayFail):
            let isJSON = words.first == ConsoleScript.sendName
            let text = isJSON ? words.joined(separator: " ") : words.map(ConsoleScript.quoted).joined(separator: " ")
            line = (mayFail ? "try " : "") + text
        }
        let again = try? ConsoleScript(line)
        return again?.steps.first?.action == step.action ? nil : "the printed step is another one: \(line)"
    }

    private static func text(of key: KeyPress) -> String {
        if case .character(let character) = key.key, key.modifiers.isEmpty, character != "<" {
            return String(character)
        }
        return "<\(key)>"
    }

    // MARK: Keymaps

    private static func problem(withKeymap text: String) -> String? {
        let file = KeymapFile(text)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let words = text.split(whereSeparator: \.isWhitespace)
        if file.problems.count > lines.count + words.count { return "there are more problems than words" }
        let bindings = file.keymap.bindings
        guard bindings.map(\.command) == Keymap.standard.bindings.map(\.command) else { return "a command is lost" }
        let exit = KeyPress(.character("c"), .control)
        guard bindings.contains(where: { $0.context == .everywhere && $0.command == .quit && $0.keys.contains(exit) })
        else { return "there is no way out" }
        for binding in bindings {
            if Set(binding.keys).count != binding.keys.count { return "a command has a key twice" }
            for key in binding.keys where KeyPress(key.description) != key { return "\(key) is another key" }
        }
        let written = bindings.map { binding in
            let keys = binding.keys.isEmpty ? "none" : binding.keys.map(\.description).joined(separator: " ")
            return "\(binding.context.rawValue) \(binding.command.rawValue) = \(keys)"
        }
        // Several bindings of one command in one context, and default keys with two commands, cannot be written.
        guard file.problems.isEmpty, Set(written.map { $0.prefix { $0 != "=" } }).count == written.count else {
            return nil
        }
        let again = KeymapFile(written.joined(separator: "\n"))
        return again.problems.isEmpty && again.keymap != file.keymap ? "a printed keymap is another one" : nil
    }
}
