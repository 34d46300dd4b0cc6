import ArgumentParser
import FlintCore
import FlintInspector
import InspectorKit

/// `flint perform`: performs an action, through an authorization flow if that is what it takes.
struct PerformCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "perform", abstract: "Perform an action of a feature.",
            discussion: """
                The status is 0 if the action succeeds, and 1 if it fails or its feature is not available. \
                If permissions have to be requested, each must be answered: --answer location=allow. The answers are \
                allow, allow-once, deny, ask-later and cancel.
                """)
    }

    @Argument(
        help: ArgumentHelp("The feature and the action, or parts of their names.", valueName: "feature/action"),
        completion: .actions(of: App.self))
    var target: String
    @Argument(help: ArgumentHelp("The values of the action's input.", valueName: "key=value"))
    var values: [String] = []
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Answer a permission's prompt.", valueName: "permission=answer"))
    var answer: [String] = []
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        let session = try AppSession(shared, cause: "command line", access: .commandLine)
        session.reportProblems()
        let snapshot = session.inspector.snapshot()
        let (feature, action) = try target(in: snapshot)
        let answers = try FlowAnswers(answer, in: snapshot)
        let invocation = ActionInvocation(feature: feature.id, action: action.id, input: try input())
        let seen = session.inspector.events(after: 0).last?.id ?? 0
        var result = await session.send(.perform(invocation))
        var flow: FlowSnapshot?
        if result.status == .unavailable {
            (result, flow) = try await PerformFlow(session: session, answers: answers)
                .resolve(result, invocation: invocation)
        }
        let events = session.inspector.events(after: seen)
        try PerformAnswer(status: result.status, message: result.message, flow: flow, events: events).report(json: json)
        return result.status == .done ? 0 : 1
    }

    /// The feature and the action that are meant, whose names are parted by the last slash.
    private func target(in snapshot: Snapshot) throws(CommandLineError) -> (FeatureSnapshot, ActionSnapshot) {
        guard let slash = target.lastIndex(of: "/") else {
            throw .usage("\"\(CommandOutput.quotable(target))\" names no action. Write FEATURE/ACTION.")
        }
        let feature = try Names.feature(String(target[..<slash]), in: snapshot)
        return (feature, try Names.action(String(target[target.index(after: slash)...]), of: feature))
    }

    private func input() throws(CommandLineError) -> [String: String] {
        var input: [String: String] = [:]
        for value in values {
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw .usage("\"\(CommandOutput.quotable(value))\" is no value of the input. Write KEY=VALUE.")
            }
            guard input.updateValue(parts[1], forKey: parts[0]) == nil else {
                throw .usage("\"\(CommandOutput.quotable(parts[0]))\" is given twice.")
            }
        }
        return input
    }
}

/// The answer of `flint perform` and `flint open`.
struct PerformAnswer: Encodable {
    let status: CommandResult.Status
    let message: String
    let flow: FlowSnapshot?
    let events: [EventRecord]

    private enum CodingKeys: CodingKey {
        case status, message, flow, events
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(status, forKey: .status)
        try container.encode(message, forKey: .message)
        try container.encode(flow, forKey: .flow)
        try container.encode(events, forKey: .events)
    }

    /// Writes the answer, as JSON or as text.
    func report(json: Bool) throws {
        if json {
            try CommandOutput.print(json: self)
        } else if status == .done {
            try CommandOutput.print([message])
        } else {
            for line in message.split(separator: "\n") { CommandOutput.complain(String(line)) }
        }
    }
}

extension [EventRecord] {
    /// The action that was denied last, if one was.
    var denied: ActionInvocation? {
        guard let event = last(where: { $0.kind == .requestDenied }), let feature = event.featureID,
            let action = event.actionID
        else { return nil }
        return ActionInvocation(feature: feature, action: action)
    }
}
