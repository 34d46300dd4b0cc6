// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintInspector
import FlintWorld

/// `flint perform` performs an action, selected by a feature and a name or by a URL.
///
/// If the feature lacks permissions, the command runs an authorization flow with the answers from `--answer` and
/// retries the action. The command never waits for the user: without answers, it explains the denial, and an incomplete
/// set of answers is an error.
struct PerformCommand<App: FlintApplication>: DryRunCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "perform", abstract: "Perform an action of a feature, or the action that a URL maps to.",
            discussion: """
                The status is 0 if the action succeeds, and 1 if it fails, its feature is not available, no feature \
                handles the URL, or it does not complete in time. \
                If permissions have to be requested, answer each prompt: --answer location=allow. The answers are allow, \
                allow-once, deny, ask-later and cancel. With --dry-run, the command only reports whether the action would \
                be performed; the values of its input are not checked.
                """)
    }

    @Argument(
        help: ArgumentHelp(
            "The feature and the action, or unique parts of their names; or a URL with the app's scheme, or a web URL on "
                + "one of its domains.", valueName: "feature/action|url"),
        completion: .actions(of: App.self))
    var target: String
    @Argument(
        help: ArgumentHelp(
            "The values of the action's input. If the input has only one value, the key is optional.",
            valueName: "key=value"))
    var values: [String] = []
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Answer a permission's prompt.", valueName: "permission=answer"))
    var answer: [String] = []
    @OptionGroup var wait: WaitOptions
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func run() async throws -> Int32? {
        let session = try session()
        session.reportProblems()
        if change.dryRun {
            let (feature, action) = try isURL ? targetOfURL(in: session) : target(in: session)
            let decision = try PerformAnswer(
                deciding: action, of: feature, answers: try FlowAnswers(answer, in: session.model), in: session)
            _ = try shared.print(decision, [decision.message], json: change.json)
            // The command would have this status without `--dry-run` if the action succeeds.
            return decision.status == .done ? 0 : 1
        }
        let result = try await perform(in: session)
        try result.report(json: change.json)
        return result.status == .done ? 0 : 1
    }

    @MainActor
    func perform(in session: AppSession<App>) async throws -> PerformAnswer {
        let command = try command(in: session)
        let answers = try FlowAnswers(answer, in: session.model)
        return try await session.perform(command, answers: answers, within: wait.seconds)
    }

    @MainActor
    func command(in session: AppSession<App>) throws(CommandLineError) -> Command {
        if isURL {
            try requireNoValues()
            return .openURL(target)
        }
        let (feature, action) = try action(in: session)
        return .perform(ActionInvocation(feature: feature.id, action: action.id, input: try input(of: action)))
    }

    /// Whether the first argument begins with a URL's scheme, unlike the names of actions.
    private var isURL: Bool {
        guard let colon = target.firstIndex(of: ":"), target.first?.isLetter == true,
            target[colon...].dropFirst().first?.isWhitespace == false
        else { return false }
        return target[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    private func requireNoValues() throws(CommandLineError) {
        guard values.isEmpty else { throw .usage("The values of an action's input are part of the URL.") }
    }

    @MainActor
    private func targetOfURL(in session: AppSession<App>) throws(CommandLineError) -> (FeatureSnapshot, String) {
        try requireNoValues()
        let plan = try session.ask { inspector throws(MissingAnswer) in try inspector.plan([.openURL(target)]) }
        guard let found = plan.target,
            let feature = try session.world(of: [found.feature]).explanation(of: found.feature)
        else { throw .refused("\(App.appName) does not handle this URL.") }
        return (feature, feature.actions.first { $0.id == found.action }?.name ?? found.action)
    }

    @MainActor
    private func target(in session: AppSession<App>) throws(CommandLineError) -> (FeatureSnapshot, String) {
        let (feature, action) = try action(in: session)
        return (feature, action.name)
    }

    @MainActor
    private func action(in session: AppSession<App>) throws(CommandLineError) -> (FeatureSnapshot, ActionSnapshot) {
        // Feature names can contain slashes, so the last slash separates the names.
        guard let slash = target.lastIndex(of: "/") else {
            let feature = try? session.feature(target)
            let actions = feature.map { " " + Names.actionList(of: $0) } ?? ""
            throw .usage(
                "\"\(CommandOutput.excerpt(target))\" does not name an action. Write FEATURE/ACTION, or SCHEME://PATH for a URL.\(actions)"
            )
        }
        let feature = try session.feature(String(target[..<slash]))
        return (feature, try Names.action(String(target[target.index(after: slash)...]), of: feature))
    }

    private func input(of action: ActionSnapshot) throws(CommandLineError) -> [String: String] {
        var input: [String: String] = [:]
        let fields = action.input?.fields ?? []
        for value in values {
            var parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            // A single value does not need a name if the action has only one input.
            if fields.count == 1, values.count == 1, parts.count < 2 { parts = [fields[0].name, value] }
            guard parts.count == 2, !parts[0].isEmpty else {
                let names = fields.map(\.name).joined(separator: ", ")
                let offer = names.isEmpty ? "" : " \(action.name) takes \(names)."
                throw .usage(
                    "\"\(CommandOutput.excerpt(value))\" is not a value of the input. Write KEY=VALUE.\(offer)")
            }
            guard input.updateValue(parts[1], forKey: parts[0]) == nil else {
                throw .usage("\"\(CommandOutput.excerpt(parts[0]))\" is given twice.")
            }
        }
        return input
    }
}

extension AppSession {
    func perform(
        _ command: Command, answers: FlowAnswers, within seconds: Double
    ) async throws -> PerformAnswer {
        let seen = try latestEventID()
        var result = await perform(command, within: seconds)
        var flow: FlowSnapshot?
        var invocation: ActionInvocation?
        if case .perform(let action) = command { invocation = action }
        if result.status == .unavailable, let invocation = try invocation ?? denial(after: seen, result.message) {
            let isURL = if case .openURL = command { true } else { false }
            (result, flow) = try await PerformFlow(session: self, answers: answers)
                .resolve(result, invocation: invocation, retries: !isURL)
            // The flow could not retry the action, because only the URL contains the action's input.
            if isURL, let flow, !flow.cancelled, flow.outstanding.isEmpty {
                result = await perform(command, within: seconds)
            }
        }
        let events = try events(after: seen, result.message)
        var answer = PerformAnswer(status: result.status, message: result.message, flow: flow, events: events)
        answer.invocation = invocation
        return answer
    }

    private func denial(after seen: UInt64, _ outcome: String) throws(CommandLineError) -> ActionInvocation? {
        try events(after: seen, outcome).lazy.reversed().compactMap { event in
            guard case .requestDenied(let action, _) = event.content else { return nil }
            return ActionInvocation(feature: action.featureID, action: action.id)
        }.first
    }

    private func events(after seen: UInt64, _ outcome: String) throws(CommandLineError) -> [EventRecord] {
        try CommandLineError.effects(after: outcome) { () throws(CommandLineError) in try events(after: seen) }
    }
}

struct PerformAnswer: Encodable {
    let status: CommandResult.Status
    let message: String
    @NullWhenAbsent var flow: FlowSnapshot?
    let events: [EventRecord]
    var dryRun: Bool?
    /// The requested action, which is not part of the JSON output.
    var invocation: ActionInvocation?

    private enum CodingKeys: CodingKey {
        case status, message, flow, events, dryRun
    }

    func report(json: Bool) throws {
        if json {
            try CommandOutput.print(json: self)
        } else if status == .done {
            try CommandOutput.confirm([message])
        } else {
            for line in message.split(separator: "\n") { CommandOutput.printError(String(line)) }
        }
    }
}

extension PerformAnswer {
    @MainActor
    init<App: FlintApplication>(
        deciding action: String, of feature: FeatureSnapshot, answers: FlowAnswers, in session: AppSession<App>
    ) throws(CommandLineError) {
        let title = "\(feature.name): \(action)"
        var status = CommandResult.Status.done
        var decision = "\(title) would be performed."
        if feature.available != true {
            let reason = feature.blockingRequirement.map { ": \($0.statement)" } ?? ""
            status = .unavailable
            decision = "\(feature.name): “\(action)” would be denied\(reason)."
            if let granted = Self.permissions(asked: feature, answers) {
                // The flow would set these permissions.
                let commands = granted.map { Command.setPermission(permission: $0, status: .authorized) }
                let changes = try session.preview(commands).changes
                if changes.contains(where: { $0.featureID == feature.id && $0.after == true }) {
                    status = .done
                    decision = "\(title) would be performed after \(granted.joined(separator: ", ")) is allowed."
                }
            }
        }
        self.init(
            status: status, message: "Dry run: \(decision)", flow: nil, events: [], dryRun: true)
    }

    /// Returns the permissions that a flow would request.
    ///
    /// The result is `nil` if no flow would start, or if the answers do not allow all of the permissions.
    private static func permissions(asked feature: FeatureSnapshot, _ answers: FlowAnswers) -> [String]? {
        guard case .authorize(let rows) = NextStep(for: feature) else { return nil }
        let keys = rows.compactMap(\.key)
        let isAllowed = keys.allSatisfy { answers.byPermission[$0]?.allows($0) == true }
        return isAllowed && !keys.isEmpty ? keys : nil
    }
}
