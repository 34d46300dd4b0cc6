import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import InspectorKit

/// `flint what-if` lists the features that would change under assumptions, without changing the app.
struct WhatIfCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "what-if",
            abstract: "Show which features would change if facts had other values, or if something happened.",
            discussion: """
                Each assumption is one argument. An override: \(FactKind.grammar) \
                "none" as a value assumes that the override is removed. The user's own setting: \
                "user FEATURE on|off|default", as the command toggle. The system's status: \
                "system PERMISSION STATUS", as the command permission. Or the words of a command that changes \
                something: "store buy PRODUCT", "flags set KEY on", "override clear", "persona apply NAME", "undo" and \
                "redo". Assumptions build on each other in order. Nothing is changed; the status is 1 if a command \
                would be refused.
                """)
    }

    @Argument(
        help: ArgumentHelp("What to assume, such as \"purchase premium purchased\".", valueName: "assumption"),
        completion: .assumptions(of: App.self))
    var assumptions: [String]
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.inspect(json: json) { session in
            let assumed = try assumptions.map { try Hypothesis<App>($0, in: session) }
            let preview = session.inspector.preview(assumed.map(\.command), limit: .max)
            if let refusal = preview.refusal { throw CommandLineError.refused(refusal) }
            let count = preview.changes.count
            let heading = "\(count == 1 ? "1 feature" : "\(count) features") would change."
            return (
                WhatIfAnswer(assumptions: assumed, changes: preview.changes), [heading] + PlainReport.changes(preview)
            )
        }
    }
}

struct WhatIfAnswer<App: FlintApplication>: Encodable {
    let assumptions: [Hypothesis<App>]
    let changes: [FeatureChange]
}
