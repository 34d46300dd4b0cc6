// SPDX-License-Identifier: MIT

import FlintWorld

/// The commands whose results have not arrived or that were held back, and the action that was refused last.
struct PendingCommands: Sendable {
    /// The number of commands that were sent but whose results have not arrived.
    var count = 0
    /// The form that was submitted last, until its command completes or the user moves on.
    private var submission: (command: Command, form: FormDialog)?
    /// The changes to a production app that the current update has requested.
    var changesToConfirm: [UnconfirmedChange] = []
    /// The refused action whose feature has yet to be explained.
    ///
    /// The explanation determines the next step.
    private(set) var refusal: Refusal?
    /// The last refused action, whose input is offered again.
    private var lastRefused: ActionInvocation?
    /// The refused action to offer again when its feature becomes available, or `nil` if the user has declined.
    var offer: ActionInvocation?

    /// The fact whose values are offered once the features that depend on it are known.
    var offeredFact: OverridableFact?

    struct Refusal: Sendable, Hashable {
        let invocation: ActionInvocation
        let message: String
    }

    /// Forgets the form and the refusal, because a result must not open a form or a dialog after the user has moved on.
    mutating func moveOn() { (submission, refusal, offeredFact) = (nil, nil, nil) }

    mutating func forgetForm() { submission = nil }

    // MARK: Forms

    mutating func submit(_ form: FormDialog, as command: Command) { submission = (command, form) }

    /// Returns and removes the form whose command has completed.
    mutating func takeForm(of command: Command) -> FormDialog? {
        guard let submitted = submission?.command, Self.matches(submitted, command) else { return nil }
        return submission.take()?.form
    }

    private static func matches(_ submitted: Command, _ sent: Command) -> Bool {
        guard case .setOverride(let fact, let override) = submitted, case .setOverride(let other, let value) = sent
        else { return submitted == sent }
        // The expiry and the reason are added when the command is sent.
        return fact == other && override?.value == value?.value
    }

    // MARK: Refused actions

    mutating func refuse(_ invocation: ActionInvocation, message: String) {
        refusal = Refusal(invocation: invocation, message: message)
        (lastRefused, offer) = (invocation, invocation)
    }

    /// Returns and removes the refusal that is waiting for the explanation of one of the features.
    mutating func takeRefusal(explainedBy features: [String]) -> Refusal? {
        refusal.map { features.contains($0.invocation.feature) } == true ? refusal.take() : nil
    }

    mutating func forget(_ invocation: ActionInvocation) {
        if lastRefused?.isSameAction(as: invocation) == true { (lastRefused, offer) = (nil, nil) }
    }

    func input(of invocation: ActionInvocation) -> [String: String] {
        lastRefused.flatMap { $0.isSameAction(as: invocation) ? $0.input : nil } ?? [:]
    }
}

extension ActionInvocation {
    fileprivate func isSameAction(as other: ActionInvocation) -> Bool {
        (feature, action) == (other.feature, other.action)
    }
}

extension ConsoleState {
    /// Announces the result of a command and takes the steps that depend on it.
    ///
    /// After a change, the console offers the last refused action again if its feature has become available. After a
    /// refused action, it requests the feature's explanation to determine the next step.
    mutating func finish(_ command: Command, _ purpose: CommandPurpose, _ result: CommandResult) {
        commands.count = max(0, commands.count - 1)
        let isDone = result.status == .done
        var result = result
        if isDone, command.subject == .action { result.outcome = Self.irreversible(result.outcome) }
        let commandLines = isDone ? commandLines(of: command) : []
        if !result.message.isEmpty { messages.keep(result.message, commandLines: commandLines) }
        if isDone, command.mayChangePersonas { screens.matrix.isStale = true }
        // The form opens last, because a dialog that explains the result takes precedence.
        defer { reopenForm(of: command, after: result) }
        switch purpose {
        case .change:
            messages.announce(result, commandLines: commandLines)
            if isDone, command != .undo { offerRefusedAction() }
        case .perform(let invocation):
            if result.status == .unavailable {
                refuse(invocation, message: result.message)
            } else {
                commands.forget(invocation)
                messages.announce(result, commandLines: commandLines)
            }
        case .flow:
            if !isDone || model.status.flow != nil { screens.flow.isExpected = false }
            if !isDone || !result.message.isEmpty { messages.announce(result) }
        }
    }

    static func irreversible(_ message: String) -> String {
        "\(message.hasSuffix(".") ? String(message.dropLast()) : message), which cannot be undone"
    }

    /// Opens the submitted form again if its command failed, showing the failure as the form's problem.
    private mutating func reopenForm(of command: Command, after result: CommandResult) {
        guard var form = commands.takeForm(of: command), result.status == .failed, dialog == nil else { return }
        // In the linear console, an action's form would read the next line as a value and perform the action with it,
        // even if the line is a command.
        if keymap.namesCommands, command.subject == .action { return }
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
