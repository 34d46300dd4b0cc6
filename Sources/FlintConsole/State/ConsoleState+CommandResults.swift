// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    /// Announces the result of a command and takes the steps that depend on it.
    ///
    /// After a change, the console offers the last refused action again if its feature has become available. After a
    /// refused action, it requests the feature's explanation to determine the next step.
    mutating func finish(_ command: Command, _ purpose: CommandPurpose, _ result: CommandResult) {
        inFlight = max(0, inFlight - 1)
        let isDone = result.status == .done
        var result = result
        if isDone, command.subject == .action { result.outcome = Self.irreversible(result.outcome) }
        if !result.message.isEmpty { keep(message: result.message) }
        if isDone, command.mayChangePersonas { matrix.isStale = true }
        defer { reopenForm(of: command, after: result) }
        switch purpose {
        case .change:
            announce(result)
            if isDone, command != .undo { offerRefusedAction() }
        case .perform(let invocation):
            if result.status == .unavailable {
                refuse(invocation, message: result.message)
            } else {
                if remembered?.invocation.isSameAction(as: invocation) == true { remembered = nil }
                announce(result)
            }
        case .flow:
            if !isDone || model.status.flow != nil { flow.isExpected = false }
            if !isDone || !result.message.isEmpty { announce(result) }
        case .breakPoint:
            watches.isPausing = false
            if !isDone { announce(result) }
        }
    }

    /// Returns the message about a performed action with a note that undo does not include the action.
    static func irreversible(_ message: String) -> String {
        "\(message.hasSuffix(".") ? String(message.dropLast()) : message), which cannot be undone"
    }

    /// Adds a message to the list of recent messages.
    mutating func keep(message: String) {
        if messages.count == Self.messageLimit { messages.removeFirst() }
        messages.append(message)
    }

    /// Opens the submitted form again if its command failed, showing the failure as the form's problem.
    ///
    /// The linear console does not open an action's form again, because it would take the next line, which may be any
    /// command, as a value and perform the action with it.
    private mutating func reopenForm(of command: Command, after result: CommandResult) {
        guard let submission, submission.matches(command) else { return }
        self.submission = nil
        guard result.status == .failed, dialog == nil else { return }
        if keymap.namesCommands, command.subject == .action { return }
        var form = submission.form
        form.problem = result.message
        dialog = .form(form)
    }
}

extension Command {
    fileprivate var mayChangePersonas: Bool {
        if case .sequence(let commands) = self { return commands.contains(where: \.mayChangePersonas) }
        return subject == .app || subject == .history
    }
}
