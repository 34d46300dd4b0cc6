// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    /// Returns the command lines that make the same change to the shown app.
    ///
    /// Sensitive inputs of actions are left out. A command without a counterpart on the command line, such as one that
    /// only makes sense while the app runs, has none.
    func commandLines(of command: Command) -> [String] {
        guard app.whatIf == nil, var invocation = environment.invocation else { return [] }
        switch sources.shown?.kind {
        case .local, nil: break
        case .running: invocation.options = ["--attach", sources.shown?.target ?? ""]
        case .recording: return []
        }
        return invocation.lines(withoutSensitiveInput(command)) ?? []
    }

    private func withoutSensitiveInput(_ command: Command) -> Command {
        guard case .perform(var invocation) = command else { return command }
        let action = app.explanations.features[invocation.feature]?.actions.first { $0.id == invocation.action }
        let shown = (action?.input?.fields ?? []).filter { !$0.isSensitive }.map(\.name)
        invocation.input = invocation.input.filter { shown.contains($0.key) }
        return .perform(invocation)
    }

    /// Copies the command line that makes the change of the marked option, or that made the change of its message.
    mutating func copyCommandLine(of choices: ChoiceDialog) {
        guard choices.options.indices.contains(choices.selected) else { return }
        let option = choices.options[choices.selected]
        var lines = option.commandLines
        if lines.isEmpty, let command = option.command {
            lines = commandLines(of: choices.terms.isDefault ? command : command.applying(choices.terms))
        }
        if lines.isEmpty {
            reject("No command line makes this change")
        } else {
            outbox.append(.copy(lines.joined(separator: "\n"), title: "The command line"))
        }
    }
}
