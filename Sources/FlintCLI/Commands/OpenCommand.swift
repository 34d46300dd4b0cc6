// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintInspector
import FlintWorld

/// `flint open` performs the action that a URL maps to.
///
/// If the feature is unavailable, the command explains the denial as `flint perform` does. A dry run only resolves the
/// URL and reports whether the action would be performed.
struct OpenCommand<App: FlintApplication>: DryRunCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "open", abstract: "Perform the action that a URL maps to.",
            discussion: """
                The status is 0 if the action succeeds, and 1 if it fails, its feature is not available or no feature \
                handles the URL. With --dry-run, the command only reports the action and whether it would be performed.
                """)
    }

    @Argument(help: "A URL with the app's scheme, or a web URL on one of its domains.") var url: String
    @OptionGroup var wait: WaitOptions
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func run() async throws -> Int32? {
        guard url.contains(":") else {
            throw CommandLineError.usage(
                "\"\(CommandOutput.excerpt(url))\" is not a URL. Include the scheme: SCHEME://PATH.")
        }
        let session = try session()
        session.reportProblems()
        if change.dryRun { return try decide(in: session) }
        let seen = try session.latestEventID()
        var result = await session.perform(.openURL(url), within: wait.seconds)
        let events = try CommandLineError.effects(after: result.message) { () throws(CommandLineError) in
            try session.events(after: seen)
        }
        if result.status == .unavailable, let invocation = events.denied {
            let answers = try FlowAnswers([], in: session.model)
            (result, _) = try await PerformFlow(session: session, answers: answers)
                .resolve(result, invocation: invocation)
        }
        try PerformAnswer(status: result.status, message: result.message, flow: nil, events: events).report(
            json: change.json)
        return result.status == .done ? 0 : 1
    }

    @MainActor
    private func decide(in session: AppSession<App>) throws -> Int32 {
        guard let target = try session.inspector.plan([.openURL(url)]).target,
            let feature = try session.world(of: [target.feature]).explanation(of: target.feature)
        else {
            throw CommandLineError.refused("\(App.appName) does not handle this URL.")
        }
        let name = feature.actions.first { $0.id == target.action }?.name ?? target.action
        let answers = try FlowAnswers([], in: session.model)
        return try PerformAnswer(deciding: name, of: feature, answers: answers, in: session)
            .reportDryRun(json: change.json)
    }
}
