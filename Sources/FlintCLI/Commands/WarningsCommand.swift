// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintFoundation
import FlintWorld

/// `flint warnings` lists suspicious states and sequences of events in an app's gating.
///
/// In contrast to `lint`, the warnings depend on what has happened in a running or recorded app. With `--follow`, the
/// command prints each warning when it is raised.
struct WarningsCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "warnings",
            abstract: "List suspicious states and events, such as a feature whose availability keeps changing.",
            discussion: """
                The warnings follow from the app's events and its state, now or at a recorded moment. \
                Denied requests and performed actions are events; other granted requests are not recorded. The status \
                is 1 if there is a warning, and 0 otherwise.

                The rules and their thresholds are \(WarningOptions.ruleList).
                """)
    }

    @OptionGroup var options: WarningOptions
    @Flag(help: "Keep running, and print each warning when it is raised.") var follow = false
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object, or one object per line with --follow.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        let rules = try options.rules()
        guard !follow else { return try await followWarnings(rules) }
        let answer = try shared.print(answerTo: WarningsQuestion<App>(rules: rules), json: json)
        return answer.warnings.isEmpty ? 0 : 1
    }

    @MainActor
    private func followWarnings(_ rules: WarningRules) async throws -> Int32 {
        let following = try ChangeFollower(shared)
        let inspector = following.session.inspector
        let timer = MainQueueTimer()
        var (warnings, last): (GateWarnings, UInt64) = (GateWarnings(rules), 0)
        var known: Set<String> = []
        try await following.run {
            let answer = try following.answer { () throws(MissingAnswer) in
                let events = try inspector.events(after: last)
                warnings.add(events)
                last = events.last?.id ?? last
                return try inspector.review(&warnings, at: Date())
            }
            guard let answer else { return true }
            // A warning is printed again if it is raised again.
            let new = answer.warnings.filter { !known.contains($0.id) }
            known = Set(answer.warnings.map(\.id))
            // Time alone can raise a warning, so a review can be due without a change of the app.
            timer.set(answer.next) { following.wake() }
            return json
                ? try CommandOutput.print(jsonLines: new) : try CommandOutput.writePart(new.map(WarningsAnswer.line))
        }
        return 0
    }
}

struct WarningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Raise the warnings of a rule from this threshold on, such as waiting-flow=2m.",
            discussion: "A threshold is a number, a duration, or a number within a duration, such as 5/30s.",
            valueName: "name=threshold"))
    var warn: [String] = []
    @Option(
        help: ArgumentHelp(
            "Leave out the warnings of a rule, or those about one feature, action or fact.",
            discussion: "An id is a feature's path, with # and the type of an action if needed, or the key of a fact.",
            valueName: "name[:id]"))
    var allow: [String] = []

    init() {}

    func rules() throws(CommandLineError) -> WarningRules {
        var rules = WarningRules()
        for text in warn {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw .usage(
                    "\"\(CommandOutput.excerpt(text))\" has no threshold. Write, for example, --warn waiting-flow=2m.")
            }
            let kind = try Self.kind(parts[0])
            rules[kind] = try Self.threshold(parts[1], of: kind)
        }
        for text in allow {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            rules.allow(try Self.kind(parts[0]), of: parts.count == 2 ? String(parts[1]) : nil)
        }
        return rules
    }

    private static func kind(_ text: Substring) throws(CommandLineError) -> GateWarning.Kind {
        guard let kind = GateWarning.Kind(rawValue: String(text)) else {
            let names = GateWarning.Kind.allCases.map(\.rawValue)
            throw .usage(
                "There is no rule \"\(CommandOutput.excerpt(String(text)))\". The rules are \(names.listed()).")
        }
        return kind
    }

    private static func threshold(
        _ text: Substring, of kind: GateWarning.Kind
    ) throws(CommandLineError) -> WarningThreshold {
        let option = "--warn \(kind.rawValue)"
        func count(_ text: Substring) throws(CommandLineError) -> Int {
            guard text.utf8.count <= 9, let count = Int(text), count > 0 else {
                throw .usage(
                    "\"\(CommandOutput.excerpt(String(text)))\" is not a number of times. For \(option), write a number "
                        + "from 1 to 999999999" + (kind.measure == .rate ? ", or with a period, such as 5/30s." : "."))
            }
            return count
        }
        switch kind.measure {
        case .count: return WarningThreshold(count: try count(text))
        case .duration: return WarningThreshold(seconds: try DurationParser.seconds(String(text), for: option))
        case .rate:
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            let period = kind.standardThreshold.seconds
            return WarningThreshold(
                count: try count(parts[0]),
                seconds: parts.count == 2 ? try DurationParser.seconds(String(parts[1]), for: option) : period)
        }
    }

    /// The rules with their thresholds, as `--warn` accepts them.
    static var ruleList: String {
        GateWarning.Kind.allCases.map { "\($0.rawValue) (\($0.standardThreshold.displayText(of: $0)))" }.listed()
    }
}

extension WarningThreshold {
    func displayText(of kind: GateWarning.Kind) -> String {
        switch kind.measure {
        case .count: String(count)
        case .rate: "\(count)/\(seconds)s"
        case .duration: seconds.isMultiple(of: 3_600) ? "\(seconds / 3_600)h" : "\(seconds)s"
        }
    }
}
