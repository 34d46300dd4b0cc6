// SPDX-License-Identifier: MIT

import FlintWorld

/// The console's own state during an authorization flow.
///
/// The inspector's snapshot contains the flow itself: its stage, its permissions, and its outcome.
struct FlowState: Sendable, Hashable {
    var choice = 0
    var returnTo: ConsoleScreen?
    /// Whether the console has requested a flow that has not begun.
    ///
    /// The console changes the screen only for such a flow, because a flow that the app starts must not interrupt the
    /// user.
    var isExpected = false
}

extension ConsoleState {
    mutating func moveFlowChoice(_ motion: Motion, count: Int) {
        let target =
            switch motion {
            case .by(let rows): screens.flow.choice + rows
            case .pages(let pages): screens.flow.choice + pages * count
            case .first: 0
            case .last: count - 1
            }
        screens.flow.choice = min(max(0, target), max(0, count - 1))
    }

    var isFlowWaiting: Bool { model.status.flow.map { $0.stage != .summary } ?? false }

    mutating func beginFlow(of feature: String, thenPerform invocation: ActionInvocation?) {
        guard isFlowWaiting, let waiting = model.status.flow else {
            send(.beginFlow(feature: feature, thenPerform: invocation), .flow)
            return
        }
        if waiting.featureID == feature {
            showFlow()
            return
        }
        let body = [
            StyledLine("Permissions for ").adding(waiting.featureName, .strong)
                .adding(" are being requested, and only one flow can be open at a time.")
        ]
        let name = self.feature(feature)?.name ?? feature
        let options = [
            ChoiceDialog.Option(title: "Go back to \(waiting.featureName)", intent: .showFlow),
            ChoiceDialog.Option(
                title: "End it, and begin the flow for \(name)", note: "answers are kept",
                intent: .replaceFlow(feature: feature, thenPerform: invocation)),
        ]
        offer("Another flow is waiting", body: body, options)
    }

    func reasonNotOffered(_ command: KeyCommand) -> String? {
        guard let flow = model.status.flow, flow.stage == .prompt,
            let answer = flow.stage.answers.first(where: { $0.command == command }),
            !flow.offeredAnswers.contains(answer)
        else { return nil }
        guard !flow.offeredAnswers.isEmpty else { return "The system's own prompt must be answered where it is shown" }
        return "This prompt does not offer \(glyphs.quoted(answer.title))"
    }

    mutating func showFlow() {
        run(.showPermissions)
        screens.permissions.browser.pane = .detail
    }

    mutating func runFlow(_ command: KeyCommand) -> Bool {
        guard let answers = model.status.flow?.offeredAnswers else { return false }
        if command == .choose, answers.indices.contains(screens.flow.choice) {
            send(.answerFlow(answers[screens.flow.choice]), .flow)
            return true
        }
        guard let answer = answers.first(where: { $0.command == command }) else { return false }
        send(.answerFlow(answer), .flow)
        return true
    }
}

extension FlowAnswer {
    /// The command that gives the answer, or `nil` for an answer that can be given only in a dialog.
    var command: KeyCommand? {
        switch self {
        case .proceed: .flowContinue
        case .askLater: .flowSkip
        case .cancelAll: .flowCancelAll
        case .allow: .flowAllow
        case .allowOnce: .flowAllowOnce
        case .deny: .flowDeny
        case .next: .flowNext
        case .stop: .flowStop
        case .dismiss: .flowDismiss
        case .abandon: nil
        }
    }

    var title: String {
        switch self {
        case .proceed: "Continue"
        case .askLater: "Ask later"
        case .cancelAll: "Cancel all"
        case .allow: "Allow"
        case .allowOnce: "Allow once"
        case .deny: "Don't allow"
        case .next: "Next"
        case .stop: "Stop"
        case .dismiss: "Close"
        case .abandon: "End"
        }
    }

    var consequence: String {
        switch self {
        case .proceed: "let the system ask"
        case .askLater: "skip this permission for now"
        case .cancelAll: "stop asking"
        case .allow: "grant permanently"
        case .allowOnce: "grant until the app restarts"
        case .deny: "deny; only the system's settings can change that"
        case .next: "continue with the next permission, or with the summary"
        case .stop: "leave the rest for later"
        case .dismiss: "go back"
        case .abandon: "end the flow"
        }
    }
}
