import InspectorKit

extension ConsoleState {
    /// Reacts to what came of a command.
    mutating func finish(_ command: Command, _ purpose: CommandPurpose, _ result: CommandResult) {
        inFlight = max(0, inFlight - 1)
        let isDone = result.status == .done
        if !result.message.isEmpty {
            if messages.count == Self.messageLimit { messages.removeFirst() }
            messages.append(result.message)
        }
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
        }
    }

    /// Shows a form again whose answers were wrong, with what is wrong, so that nothing has to be typed twice.
    private mutating func reopenForm(of command: Command, after result: CommandResult) {
        guard let submission, submission.matches(command) else { return }
        self.submission = nil
        guard result.status == .failed, dialog == nil else { return }
        var form = submission.form
        form.problem = result.message
        dialog = .form(form)
    }
}
