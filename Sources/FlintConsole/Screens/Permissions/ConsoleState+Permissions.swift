import InspectorKit

extension ConsoleState {
    /// Runs a command of the Permissions screen.
    mutating func runPermissions(_ command: ConsoleCommand) {
        if command == .restartApp {
            askToRestart()
            return
        }
        guard let permission = selectedPermission else { return }
        let fact = Fact(kind: .permission, key: permission.permission, title: permission.title)
        switch command {
        case .override: offerValues(of: fact)
        case .dropOverride: send(fact.drop, .change)
        case .simulate: simulateSystem(permission)
        case .reset: send(.setPermission(permission: permission.permission, status: .notDetermined), .change)
        default: break
        }
    }

    /// Asks before the app is started again, with the effect.
    private mutating func askToRestart() {
        let body = [
            StyledLine("To the simulated system it is as if the app had quit: permissions allowed once expire.", .dim)
        ]
        let options = [
            ChoiceDialog.Option(title: "Cancel", intent: .close),
            ChoiceDialog.Option(key: "r", title: "Restart", intent: .change(.restartApp), hasPreview: true),
        ]
        dialog = .choices(ChoiceDialog(title: "Restart \(model.status.appName)?", body: body, options: options))
    }

    /// Offers the statuses that the simulated system can give a permission.
    private mutating func simulateSystem(_ permission: PermissionSnapshot) {
        let options = PermissionStatus.allCases.map { status in
            let command = Command.setPermission(permission: permission.permission, status: status)
            return ChoiceDialog.Option(
                key: Self.letter(for: command), title: status.description,
                note: status == permission.status ? "current" : "", intent: .change(command), hasPreview: true)
        }
        let body = [StyledLine("The system's own value, as its settings app would change it.", .dim)]
        dialog = .choices(ChoiceDialog(title: "Simulated system: \(permission.title)", body: body, options: options))
    }

    /// Moves the mark over the answers to a flow.
    mutating func moveFlowChoice(_ motion: Motion, count: Int) {
        let target =
            switch motion {
            case .by(let rows): flow.choice + rows
            case .pages(let pages): flow.choice + pages * count
            case .first: 0
            case .last: count - 1
            }
        flow.choice = min(max(0, target), max(0, count - 1))
    }

    /// Runs a command that answers a flow.
    ///
    /// - Returns: Whether it is such a command.
    mutating func runFlow(_ command: ConsoleCommand) -> Bool {
        guard let stage = model.status.flow?.stage else { return false }
        let answers = stage.answers
        if command == .choose, answers.indices.contains(flow.choice) {
            send(.answerFlow(answers[flow.choice]), .flow)
            return true
        }
        guard let answer = answers.first(where: { $0.command == command }) else { return false }
        send(.answerFlow(answer), .flow)
        return true
    }
}
