import ArgumentParser
import FlintCore
import FlintInspector
import InspectorKit

/// `flint open`: performs the action a URL leads to.
struct OpenCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "open", abstract: "Perform the action a URL leads to.",
            discussion: """
                The status is 0 if the action succeeds, and 1 if it fails, its feature is not available or no feature \
                takes the URL.
                """)
    }

    @Argument(help: "A URL of the app's own scheme, or a web URL at one of its domains.") var url: String
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        guard url.contains(":") else {
            throw CommandLineError.usage(
                "\"\(CommandOutput.quotable(url))\" is no URL. Write it with its scheme, SCHEME://PATH.")
        }
        let session = try AppSession(shared, cause: "command line", access: .commandLine)
        session.reportProblems()
        let seen = session.inspector.events(after: 0).last?.id ?? 0
        var result = await session.send(.openURL(url))
        let events = session.inspector.events(after: seen)
        if result.status == .unavailable, let invocation = events.denied {
            let answers = try FlowAnswers([], in: session.inspector.snapshot())
            (result, _) = try await PerformFlow(session: session, answers: answers)
                .resolve(result, invocation: invocation)
        }
        try PerformAnswer(status: result.status, message: result.message, flow: nil, events: events).report(json: json)
        return result.status == .done ? 0 : 1
    }
}
