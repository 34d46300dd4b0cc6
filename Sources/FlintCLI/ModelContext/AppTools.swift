// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintFoundation
import FlintInspector
import FlintWorld

/// Tools that give a model access to the app.
///
/// Tools accept the same names as commands on the command line, and return the same text and JSON. The tools that
/// change the app are always listed, but return a refusal if the app is read-only or recorded.
@MainActor
struct AppTools<App: FlintApplication>: ModelContextProvider {
    static var pageSize: Int { 100 }
    static var pageLimit: Int { 1_000 }

    let session: AppSession<App>
    let isReadOnly: Bool

    var tools: [ModelContextTool] { reading + changes }

    func discardAnswers() { session.discardAnswers() }

    private var reading: [ModelContextTool] {
        [list, explain, whatIf, impact, compare, cover, coverage, proof, warnings, timeline, log]
    }

    private var changes: [ModelContextTool] { [override, undo, perform] }

    // MARK: Features

    private var list: ModelContextTool {
        ModelContextTool(
            name: "list_features", title: "List features",
            summary: """
                Lists the app's features in the order of their hierarchy, with their ids, names and availability: \
                available, unavailable or undetermined (not known yet). Features that are hidden from users are listed \
                only if a filter matches them, such as is:hidden.
                """,
            effect: .none,
            parameters: [
                .text(
                    "filter",
                    "Only matching features: words in names and ids, \"is:unavailable\", \"needs:premium\"; all must match."
                ),
                .text("persona", "The persona whose state to use instead of the current state."),
                .number("offset", "The number of features to skip.", in: 0...1_000_000),
                .number(
                    "limit", "The maximum number of features, by default \(Self.pageSize).", in: 1...Self.pageLimit),
            ], answer: .list
        ) { arguments in
            let world = try world(in: try arguments.optionalText("persona"))
            let model = world.model
            var features = model.features.withoutHidden
            if let text = try arguments.optionalText("filter") {
                let filter = try FeatureSnapshot.filter(text)
                features = model.features.filter { world.detail(of: $0.id).map(filter.matches) ?? false }
            }
            let start = try arguments.number("offset", in: 0...1_000_000, byDefault: 0)
            let limit = try arguments.number("limit", in: 1...Self.pageLimit, byDefault: Self.pageSize)
            let page = features.dropFirst(start).prefix(limit)
            let rest = features.count - start - page.count
            var lines = [
                "\(model.status.appName) on \(model.status.platform): \(model.visibleAvailableCount) of \(model.visibleCount) "
                    + "features are available."
            ]
            lines += page.map { "\($0.id) (\($0.name)): \(PlainReport.availability($0.isAvailable))" }
            if rest > 0 { lines.append("\(rest) more. Continue with offset \(start + page.count).") }
            let entries = page.map(FeatureLine.init)
            return try ModelContextAnswer(lines, FeatureListAnswer(features: entries, total: features.count))
        }
    }

    private var explain: ModelContextTool {
        ModelContextTool(
            name: "explain_feature", title: "Explain a feature",
            summary: """
                Explains why a feature is available or not: the plans that would unlock it, cheapest first, its \
                requirements with their values and sources, and its actions with their inputs. Each step names the party \
                that can take it: the user, an operator, a developer, or nobody on this device. For several features, \
                the plans unlock all of them. Without a feature, the tool lists the features that need the fewest steps.
                """,
            effect: .none,
            parameters: [
                .optionalTexts("features", "The features' ids, or a unique part of the id or name of each."),
                .text("persona", "The persona whose state to use instead of the current state."),
            ],
            answer: .why
        ) { arguments in
            let question = WhyQuestion(
                features: try arguments.optionalTexts("features"), persona: try arguments.optionalText("persona"))
            let answer = try question.answer(in: session)
            return try ModelContextAnswer(
                question.lines(of: answer, in: session) + answer.actions.flatMap(Self.lines(of:)), answer)
        }
    }

    // MARK: Assumptions

    private var whatIf: ModelContextTool {
        ModelContextTool(
            name: "what_if", title: "What if?",
            summary: """
                Lists the features that would change if facts had other values. \
                \(WhatIfCommand<App>.assumptionHelp)
                """,
            effect: .none,
            parameters: [
                .texts(
                    "assumptions",
                    "The assumptions, such as \"purchase premium purchased\" or \"permission camera denied\".")
            ], answer: .whatIf
        ) { arguments in
            let assumed = try arguments.texts("assumptions").map { try Hypothesis<App>($0, in: session) }
            let preview = try session.preview(assumed.map(\.command))
            if let refusal = preview.refusal { throw CommandLineError.refused(refusal) }
            let count = preview.changes.count
            return try ModelContextAnswer(
                ["\(count.counted("feature")) would change."] + PlainReport.changes(preview),
                WhatIfAnswer(assumptions: assumed, changes: preview.changes))
        }
    }

    private var compare: ModelContextTool {
        ModelContextTool(
            name: "compare_states", title: "Compare two states",
            summary: """
                Finds the smallest set of facts that explains why features are available in one state and not in \
                another, with a line for each feature that differs.
                """,
            effect: .none,
            parameters: [
                .text("first", "\"now\" for the current state, or a persona.", isRequired: true),
                .text("second", "\"now\" for the current state, or a persona.", isRequired: true),
            ], answer: .compare
        ) { arguments in
            let (first, second) = (try arguments.text("first"), try arguments.text("second"))
            let comparison = WorldComparison(from: try world(in: first), to: try world(in: second))
            return try ModelContextAnswer(
                WorldComparisonFormatter(comparison, from: first, to: second).lines,
                CompareAnswer(from: first, to: second, comparison))
        }
    }

    private var cover: ModelContextTool {
        ModelContextTool(
            name: "cover_personas", title: "Find personas for tests",
            summary: """
                Finds a small set of personas in which every feature is available at least once, and every requirement \
                is at least once the only reason for a denial.
                """,
            effect: .none,
            parameters: [.text("filter", "Only matching features, such as \"needs:premium\".")], answer: .cover
        ) { arguments in
            let isIncluded = try session.featureFilter(try arguments.optionalText("filter"))
            let cover = try session.world().cover(of: isIncluded, startingFrom: try session.personas())
            return try ModelContextAnswer(PersonaCoverFormatter(cover).lines, cover)
        }
    }

    private var coverage: ModelContextTool {
        ModelContextTool(
            name: "gate_coverage", title: "Report what was seen",
            summary: """
                Reports which features were available, and which requirements were the only reason for a denial, in the \
                states that the app remembers, and what was never seen.
                """,
            effect: .none,
            parameters: [.text("filter", "Only matching features, such as \"needs:premium\".")], answer: .coverage
        ) { arguments in
            let isIncluded = try session.featureFilter(try arguments.optionalText("filter"))
            let world = try session.world()
            var coverage = GateCoverage(of: world, isIncluded)
            try coverage.observe(session.inspector, at: world)
            return try ModelContextAnswer(CoverageFormatter(coverage.report).lines, coverage.report)
        }
    }

    private var proof: ModelContextTool {
        ModelContextTool(
            name: "prove_change", title: "Prove a change",
            summary: """
                Compares the requirements of another version of the app with the current ones. For every feature, the \
                answer is that no state loses or gains it, or the smallest persona that does.
                """,
            effect: .none,
            parameters: [
                .text(
                    "old", "The file of the other version: the output of \"features --json\", a journal, or a report.",
                    isRequired: true)
            ], answer: .proof
        ) { arguments in
            let old = try GatingFile(try arguments.text("old"), program: App.commandName).world()
            let proof = GatingProof(from: old, to: try session.world())
            return try ModelContextAnswer(GatingProofFormatter(proof).lines, proof)
        }
    }

    var kindNames: [String] { ((try? session.model.factKinds) ?? FactKind.allCases).map(\.rawValue) }

    private var impact: ModelContextTool {
        ModelContextTool(
            name: "impact", title: "Show the impact of a loss",
            summary: """
                Lists the features that would become unavailable, now and for every persona, if a product were not \
                purchased, a permission denied, a user setting, runtime switch or flag off, or the app on another platform.
                """,
            effect: .none,
            parameters: [
                .text("kind", "The kind of fact.", isRequired: true, among: kindNames),
                .text("name", "The id or name of the fact; for a platform, its name and version.", isRequired: true),
            ], answer: .impact
        ) { arguments in
            let loss = try Assumption(
                losing: try Assumption.kind(try arguments.text("kind"), in: try session.model),
                try arguments.text("name"),
                in: session)
            let world = try session.world()
            let states = try session.withPersonas { personas in
                try session.inspector.impact(of: loss.command, on: personas, in: world)
            }
            let opposite = try session.inspector.impact(of: loss.reference, in: world)
            return try ModelContextAnswer(
                ImpactFormatter.lines(states, opposite: opposite),
                ImpactAnswer(assumption: loss, states: states))
        }
    }

    // MARK: Timeline and log

    private static var after: ModelContextTool.Parameter {
        .number("after", "Only entries with a number higher than this one.", in: 0...Int.max)
    }

    private static var limit: ModelContextTool.Parameter {
        .number("limit", "The maximum number of latest entries, by default \(pageSize).", in: 1...pageLimit)
    }

    private var warnings: ModelContextTool {
        ModelContextTool(
            name: "list_warnings", title: "List warnings",
            summary: """
                Lists states and events that look like mistakes in the app's gating, such as features whose \
                availability keeps changing, actions that are always denied, and forgotten overrides. The rules and \
                their thresholds are \(WarningOptions.ruleList).
                """,
            effect: .none, parameters: [], answer: .warnings
        ) { _ in
            let warnings = try session.warnings()
            return try ModelContextAnswer(WarningsAnswer.lines(warnings), WarningsAnswer(warnings: warnings))
        }
    }

    private var timeline: ModelContextTool {
        ModelContextTool(
            name: "timeline", title: "Read the timeline",
            summary: """
                Lists the app's latest events, oldest first, with their numbers: actions that began and ended, denied \
                requests with the reason, changed facts with the features whose availability changed, and store events.
                """,
            effect: .none,
            parameters: [Self.after, Self.limit, .text("feature", "Only events of this feature.")], answer: .timeline
        ) { arguments in
            var events = try session.events(after: try number("after", in: arguments))
            if let text = try arguments.optionalText("feature") {
                let id = try Names.feature(text, in: session.model).id
                events = events.filter { event in
                    event.featureID == id || event.features.contains { $0.featureID == id }
                }
            }
            events = events.suffix(
                try arguments.number("limit", in: 1...Self.pageLimit, byDefault: Self.pageSize))
            let lines = events.map { "\($0.id) \(PlainReport.line($0, timeZone: .local))" }
            return try ModelContextAnswer(
                lines.isEmpty ? ["No events."] : lines, TimelineAnswer(events: events))
        }
    }

    private var log: ModelContextTool {
        ModelContextTool(
            name: "log", title: "Read the log",
            summary: "Lists the latest lines of the app's log, oldest first, with their numbers, levels and topics.",
            effect: .none,
            parameters: [
                Self.after, Self.limit,
                .text("level", "Only lines at this level or above.", among: LogLine.Level.allCases.map(\.rawValue)),
            ], answer: .log
        ) { arguments in
            let level = try arguments.optionalText("level").flatMap(LogLine.Level.init) ?? .trace
            let lines = try session.inspector.logLines(after: try number("after", in: arguments))
                .filter { $0.level >= level }
                .suffix(try arguments.number("limit", in: 1...Self.pageLimit, byDefault: Self.pageSize))
            let texts = lines.map { line in
                "\(line.id) \(line.date.formatted(.iso8601)) \(line.level.rawValue) \(line.topic ?? line.label): \(line.text)"
            }
            return try ModelContextAnswer(
                texts.isEmpty ? ["No log lines match."] : texts, LogAnswer(lines: Array(lines)))
        }
    }

    private func number(_ name: String, in arguments: ModelContextArguments) throws -> UInt64 {
        UInt64(try arguments.number(name, in: 0...Int.max, byDefault: 0))
    }

    // MARK: Names

    static var feature: ModelContextTool.Parameter {
        .text("feature", "The feature's id, or a unique part of its id or name.", isRequired: true)
    }

    private func world(in state: String?) throws(CommandLineError) -> World {
        guard let state, state != Persona.presentName else { return try session.world() }
        return try session.world(as: try Names.persona(state, in: try session.personas()))
    }

    private static func lines(of action: ActionSnapshot) -> [String] {
        guard let input = action.input else { return [] }
        let fields = input.fields.map { "\($0.name)\($0.isRequired ? "" : " (optional)"): \($0.description)" }
        guard !fields.isEmpty else { return [] }
        return ["input of \(action.id): \(fields.joined(separator: "; "))"]
    }
}

private struct FeatureListAnswer: Encodable {
    let features: [FeatureLine]
    let total: Int
}

private struct LogAnswer: Encodable {
    let lines: [LogLine]
}
