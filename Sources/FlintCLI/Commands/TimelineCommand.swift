import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import InspectorKit

/// `flint timeline`: the events of the app.
struct TimelineCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "timeline", abstract: "Print the events of the app: actions, refusals, changes of facts.",
            discussion: """
                Without --follow, these are the events of the start. With it, the app keeps running with its background \
                work, and every event is printed as it happens: one line each, and with --json one JSON object on a line. \
                A changed fact names the features whose availability it changed.
                """)
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object, or with one for each line while following.") var json = false
    @Flag(help: "Keep running, and print events as they happen.") var follow = false

    @MainActor
    func run() async throws -> Int32? {
        guard follow else {
            let session = try AppSession(shared, cause: "command line", access: .readOnly)
            session.reportProblems()
            let events = session.inspector.events(after: 0)
            if json {
                try CommandOutput.print(json: TimelineAnswer(events: events))
            } else {
                try CommandOutput.print(events.isEmpty ? ["Nothing has happened yet."] : lines(events))
            }
            return 0
        }
        let following = try Following(shared)
        var last: UInt64 = 0
        try await following.run {
            let events = following.session.inspector.events(after: last)
            last = events.last?.id ?? last
            return json
                ? try CommandOutput.print(jsonLines: events) : try CommandOutput.printed(lines(events))
        }
        return 0
    }

    private func lines(_ events: [EventRecord]) -> [String] {
        events.map { PlainReport.line($0, timeZoneOffset: LocalTime.offset()) }
    }
}

/// The JSON answer of `flint timeline`.
struct TimelineAnswer: Encodable {
    let events: [EventRecord]
}
