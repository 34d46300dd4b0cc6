// SPDX-License-Identifier: MIT

import FlintConsole
import FlintCore
import FlintInspector
import FlintWorld

/// The command line's response to a denied action.
///
/// If permissions are missing and answers are given, the authorization flow requests the permissions, and the action is
/// retried. Otherwise, advice is added to the denial, such as the command that simulates a purchase.
@MainActor
struct PerformFlow<App: FlintApplication> {
    let session: AppSession<App>
    let answers: FlowAnswers

    func resolve(
        _ denied: CommandResult, invocation: ActionInvocation, retries: Bool = true
    ) async throws -> (CommandResult, FlowSnapshot?) {
        guard let feature = try session.world(of: [invocation.feature]).explanation(of: invocation.feature) else {
            return (denied, nil)
        }
        guard case .authorize(let rows) = NextStep(for: feature), !answers.byPermission.isEmpty else {
            return (CommandResult(status: .unavailable, message: advice(denied.message, for: feature)), nil)
        }
        if let missing = rows.first(where: { answers.byPermission[$0.key ?? ""] == nil }) {
            throw CommandLineError.usage(
                "\(feature.name) also requests \(missing.title). Add --answer \(missing.key ?? "")=allow or another "
                    + "answer.")
        }
        // An inherited requirement belongs to a group of the feature, and so does the flow.
        let owner = rows.first?.inheritedFrom ?? feature.id
        let begun = await session.send(.beginFlow(feature: owner, thenPerform: retries ? invocation : nil))
        guard begun.status == .done else { return (begun, nil) }
        return try await answer(denied)
    }

    private func answer(_ denied: CommandResult) async throws -> (CommandResult, FlowSnapshot?) {
        while let flow = try session.status.flow {
            if flow.stage == .summary {
                let end = try await end(of: flow)
                return (result(of: end), end)
            }
            guard let answer = answers.answer(to: flow) else {
                throw CommandLineError.usage(
                    "The flow also requests \(flow.currentItem?.title ?? "a permission"). Add an --answer for it.")
            }
            guard flow.offeredAnswers.isEmpty || flow.offeredAnswers.contains(answer) else {
                // Without this answer, the flow would stay open.
                _ = await session.send(.answerFlow(.abandon))
                let offered = flow.offeredAnswers.map(\.rawValue).joined(separator: " or ")
                throw CommandLineError.usage(
                    "The prompt for \(flow.currentItem?.title ?? "the permission") cannot be answered with "
                        + "\(answer.rawValue). Answer with \(offered).")
            }
            let result = await session.send(.answerFlow(answer))
            guard result.status == .done else { return (result, flow) }
        }
        return (denied, nil)
    }

    private func end(of flow: FlowSnapshot) async throws(CommandLineError) -> FlowSnapshot {
        guard !flow.cancelled, flow.outstanding.isEmpty, flow.actionName != nil else { return flow }
        let changes = AsyncChange()
        let observation = session.inspector.observe { changes.signal() }
        defer { observation.cancel() }
        while true {
            guard let current = try session.status.flow else { return flow }
            if current.retryMessage != nil { return current }
            await changes.wait()
        }
    }

    private func result(of flow: FlowSnapshot) -> CommandResult {
        if let message = flow.retryMessage {
            return CommandResult(status: flow.retryStatus ?? .done, message: message)
        }
        let titles = flow.permissions.filter { flow.outstanding.contains($0.permission) }.map(\.title)
        let missing = titles.isEmpty ? "" : " Still missing: \(titles.joined(separator: ", "))."
        return CommandResult(
            status: .unavailable,
            message: (flow.cancelled ? "The authorization flow was canceled." : "Not all permissions were granted.")
                + missing)
    }

    private func advice(_ message: String, for feature: FeatureSnapshot) -> String {
        switch NextStep(for: feature) {
        case .none, .explain:
            return message
        case .explainRestricted(let rows):
            let what = titles(rows)
            return "\(message)\n\(what) cannot be granted on this device, so the feature cannot be unlocked here."
        case .offerPurchase:
            let command = session.invocation.commandLine(["why", feature.id, "--apply"])
            let plan = feature.unlockPlans?.first.map { "To unlock: \(PlainReport.steps($0)). " } ?? ""
            return "\(message)\n\(plan)To simulate it: \(command)"
        case .instructDenied(let rows):
            let what = titles(rows)
            return "\(message)\n\(what) was denied. It can only be allowed in the system's settings."
        case .authorize(let rows):
            let answers = rows.compactMap(\.key).map { "--answer \($0)=allow" }
            return "\(message)\nThe system has to prompt for permission. Answer with \(answers.joined(separator: " "))"
        }
    }

    private func titles(_ rows: [RequirementState]) -> String {
        rows.map(\.title).joined(separator: ", ")
    }
}

/// The answers to an authorization flow that were given on the command line, keyed by permission.
struct FlowAnswers {
    /// An answer for one permission, which applies to its explanation card and to its prompt.
    enum Answer: String, CaseIterable {
        case allow
        case allowOnce = "allow-once"
        case deny
        case askLater = "ask-later"
        case cancel

        func allows(_ permission: String) -> Bool {
            switch self {
            case .allow: true
            // Location access that is allowed once ends when the user leaves the app, so it never includes access at
            // any time.
            case .allowOnce: permission != SystemPermissionConstraint.location(usage: .always).name
            case .deny, .askLater, .cancel: false
            }
        }
    }

    let byPermission: [String: Answer]

    init(_ texts: [String], in model: AppModel) throws(CommandLineError) {
        var answers: [String: Answer] = [:]
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let answer = Answer(rawValue: parts[1]) else {
                let words = Answer.allCases.map(\.rawValue).joined(separator: ", ")
                throw .usage(
                    "\"\(CommandOutput.excerpt(text))\" is not an answer. Write PERMISSION=ANSWER, where ANSWER is "
                        + "one of \(words).")
            }
            answers[try Names.key(parts[0], of: .permission, in: model)] = answer
        }
        byPermission = answers
    }

    func answer(to flow: FlowSnapshot) -> FlowAnswer? {
        switch flow.stage {
        case .summary: return .dismiss
        case .outcome: return .next
        case .card, .prompt: break
        }
        guard let current = flow.current, let answer = byPermission[current] else { return nil }
        switch (flow.stage, answer) {
        case (.card, .allow), (.card, .allowOnce), (.card, .deny): return .proceed
        case (.card, .askLater): return .askLater
        case (.card, .cancel): return .cancelAll
        case (_, .allow): return .allow
        case (_, .allowOnce): return .allowOnce
        case (_, .deny), (_, .askLater), (_, .cancel): return .deny
        }
    }
}
