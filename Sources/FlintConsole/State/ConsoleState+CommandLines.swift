// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    /// Returns the command lines that make the same change to the shown app.
    ///
    /// The array is empty for an action with sensitive input, and for a command that is possible only in the running
    /// app.
    func commandLines(of command: Command) -> [String] {
        guard app.whatIf == nil, var invocation = environment.invocation else { return [] }
        switch sources.shown?.kind {
        case .local, nil: break
        case .running: invocation.options = ["--attach", sources.shown?.target ?? ""]
        case .recording: return []
        }
        if asksBeforeChanges, !invocation.options.contains("--production") { invocation.options.append("--production") }
        return hasSensitiveInput(command) ? [] : invocation.commandLines(for: command) ?? []
    }

    /// Returns whether an action has an input that is sensitive, or that the console does not know.
    private func hasSensitiveInput(_ command: Command) -> Bool {
        guard case .perform(let invocation) = command else { return false }
        let action = app.explanations.features[invocation.feature]?.actions.first { $0.id == invocation.action }
        let shown = (action?.input?.fields ?? []).filter { !$0.isSensitive }.map(\.name)
        return !invocation.input.keys.allSatisfy(shown.contains)
    }

    mutating func copyCommandLine(of choices: ChoiceDialog) {
        guard choices.options.indices.contains(choices.selected) else { return }
        let option = choices.options[choices.selected]
        var lines = option.commandLines
        if lines.isEmpty, let command = option.intent.command {
            lines = commandLines(of: choices.terms.isDefault ? command : command.applying(choices.terms))
        }
        if lines.isEmpty {
            reject("No command line makes this change")
        } else {
            outbox.append(.copy(lines.joined(separator: "\n"), title: "The command line"))
        }
    }
}
