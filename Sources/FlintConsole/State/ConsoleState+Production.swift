// SPDX-License-Identifier: MIT

import FlintWorld

/// A change that is held back until the user confirms that it may affect a production app.
enum UnconfirmedChange: Sendable, Hashable {
    case command(Command, CommandPurpose)
    case triedChanges
}

extension ConsoleState {
    /// Whether the user must confirm each change, because the app is in production.
    ///
    /// A change that the app refuses or that is only tried needs no confirmation.
    var asksBeforeChanges: Bool {
        model.status.environment == .production && model.status.isReadOnly != true
    }

    /// Asks whether to make the changes that were held back.
    ///
    /// This method is called after each event, so that several commands of one event need only one answer, and so that
    /// the question replaces the dialog from which the commands came.
    mutating func askAboutProduction() {
        let changes = commands.changesToConfirm
        guard !changes.isEmpty else { return }
        commands.changesToConfirm = []
        var body = [StyledLine(" PRODUCTION ", .production).adding("  \(model.status.appName)", .strong), StyledLine()]
        for change in changes {
            switch change {
            case .command(let command, _): body.append(StyledLine(command.title(in: model)))
            case .triedChanges: body += (app.whatIf?.changes ?? []).map { StyledLine($0) }
            }
        }
        let confirmation = ChoiceDialog.Option(
            title: "Make the change in production", intent: .changeProduction(changes),
            hasPreview: Intent.changeProduction(changes).command?.canBeForecast == true)
        // The question appears in response to other keys. Repeating such a key must not answer it, so the options have
        // no letters.
        offer(
            "This is production. Make the change?", body: body,
            [ChoiceDialog.Option(title: "Change nothing", intent: .close), confirmation])
    }

    mutating func changeProduction(_ changes: [UnconfirmedChange]) {
        for change in changes {
            switch change {
            case .command(let command, let purpose): post(command, purpose)
            case .triedChanges: applyTriedChanges()
            }
        }
    }
}

extension Intent {
    /// The command that the intent sends, if it sends exactly one.
    var command: Command? {
        if case .changeProduction(let changes) = self, changes.count == 1, case .command(let command, _) = changes[0] {
            return command
        }
        if case .change(let command) = self { return command }
        if case .removeOverride(let record) = self { return .setOverride(record.identity, nil) }
        return nil
    }
}

extension ChoiceDialog {
    var asksAboutProduction: Bool {
        options.contains { if case .changeProduction = $0.intent { true } else { false } }
    }
}
