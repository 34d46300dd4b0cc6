// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import FlintWorld

/// `flint what-if` lists the features that would change under assumptions, without changing the app.
struct WhatIfCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "what-if",
            abstract: "List the features that would change if facts had other values or after a command.",
            discussion: """
                Each assumption is one argument. An override: \(FactKind.grammar) \
                The value "none" assumes that the override is removed. The actual user setting: \
                "user FEATURE on|off|none". The actual status of a permission: "system PERMISSION STATUS". Or a command \
                that changes the app: "store buy PRODUCT", "set flag KEY on --in provider", "set all none", \
                "persona apply NAME", "undo" and "redo". \
                Assumptions apply in order, each based on the previous ones. The app is not changed. The status is 1 if \
                a command would be refused.
                """)
    }

    @Argument(
        help: ArgumentHelp("An assumption, such as \"purchase premium purchased\".", valueName: "assumption"),
        completion: .assumptions(of: App.self))
    var assumptions: [String]
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.printAnswer(json: json) { session in
            let assumed = try assumptions.map { try Hypothesis<App>($0, in: session) }
            let preview = try session.preview(assumed.map(\.command))
            if let refusal = preview.refusal { throw CommandLineError.refused(refusal) }
            let count = preview.changes.count
            let heading = "\(count.counted("feature")) would change."
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
