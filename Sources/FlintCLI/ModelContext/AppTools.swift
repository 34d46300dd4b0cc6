// SPDX-License-Identifier: MIT

import FlintCore
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
        reading(
            name: "list_features", title: "List features",
            summary: """
                Lists the app's features in the order of their hierarchy, with their ids, names and availability: \
                available, unavailable or undetermined (not known yet). Features that are hidden from users are listed \
                only if a filter matches them, such as is:hidden.
                """,
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
            FeatureListQuestion(
                filter: try arguments.optionalText("filter"), persona: try arguments.optionalText("persona"),
                start: try arguments.number("offset", in: 0...1_000_000, byDefault: 0), limit: try limit(in: arguments))
        }
    }

    private var explain: ModelContextTool {
        reading(
            name: "explain_feature", title: "Explain a feature",
            summary: """
                Explains why a feature is available or not: the plans that would unlock it, cheapest first, its \
                requirements with their values and sources, and its actions with their inputs. Each step names the party \
                that can take it: the user, an operator, a developer, or nobody on this device. For several features, \
                the plans unlock all of them. Without a feature, the tool lists the features that need the fewest steps.
                """,
            parameters: [
                .optionalTexts("features", "The features' ids, or a unique part of the id or name of each."),
                .text("persona", "The persona whose state to use instead of the current state."),
            ],
            answer: .why
        ) { arguments in
            WhyQuestion(
                features: try arguments.optionalTexts("features"), persona: try arguments.optionalText("persona"),
                listsInputs: true)
        }
    }

    // MARK: Assumptions

    private var whatIf: ModelContextTool {
        reading(
            name: "what_if", title: "What if?",
            summary: """
                Lists the features that would change if facts had other values. \
                \(WhatIfCommand<App>.assumptionHelp)
                """,
            parameters: [
                .texts(
                    "assumptions",
                    "The assumptions, such as \"purchase premium purchased\" or \"permission camera denied\".")
            ], answer: .whatIf
        ) { arguments in WhatIfQuestion(assumptions: try arguments.texts("assumptions"))
        }
    }

    private var compare: ModelContextTool {
        reading(
            name: "compare_states", title: "Compare two states",
            summary: """
                Finds the smallest set of facts that explains why features are available in one state and not in \
                another, with a line for each feature that differs.
                """,
            parameters: [
                .text("first", "\"now\" for the current state, or a persona.", isRequired: true),
                .text("second", "\"now\" for the current state, or a persona.", isRequired: true),
            ], answer: .compare
        ) { arguments in CompareQuestion(first: try arguments.text("first"), second: try arguments.text("second"))
        }
    }

    private var cover: ModelContextTool {
        reading(
            name: "cover_personas", title: "Find personas for tests",
            summary: """
                Finds a small set of personas in which every feature is available at least once, and every requirement \
                is at least once the only reason for a denial.
                """,
            parameters: [.text("filter", "Only matching features, such as \"needs:premium\".")], answer: .cover
        ) { arguments in CoverQuestion(pattern: try arguments.optionalText("filter"))
        }
    }

    private var coverage: ModelContextTool {
        reading(
            name: "gate_coverage", title: "Report what was seen",
            summary: """
                Reports which features were available, and which requirements were the only reason for a denial, in the \
                states that the app remembers, and what was never seen.
                """,
            parameters: [.text("filter", "Only matching features, such as \"needs:premium\".")], answer: .coverage
        ) { arguments in CoverageQuestion(pattern: try arguments.optionalText("filter"))
        }
    }

    private var proof: ModelContextTool {
        reading(
            name: "prove_change", title: "Prove a change",
            summary: """
                Compares the requirements of another version of the app with the current ones. For every feature, the \
                answer is that no state loses or gains it, or the smallest persona that does.
                """,
            parameters: [
                .text(
                    "old", "The file of the other version: the output of \"features --json\", a journal, or a report.",
                    isRequired: true)
            ], answer: .proof
        ) { arguments in ProofQuestion(old: try arguments.text("old"))
        }
    }

    var kindNames: [String] { ((try? session.model.factKinds) ?? FactKind.allCases).map(\.rawValue) }

    private var impact: ModelContextTool {
        reading(
            name: "impact", title: "Show the impact of a loss",
            summary: """
                Lists the features that would become unavailable, now and for every persona, if a product were not \
                purchased, a permission denied, a user setting, runtime switch or flag off, or the app on another platform.
                """,
            parameters: [
                .text("kind", "The kind of fact.", isRequired: true, among: kindNames),
                .text("name", "The id or name of the fact; for a platform, its name and version.", isRequired: true),
            ], answer: .impact
        ) { arguments in ImpactQuestion(kind: try arguments.text("kind"), name: try arguments.text("name"))
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
        reading(
            name: "list_warnings", title: "List warnings",
            summary: """
                Lists states and events that look like mistakes in the app's gating, such as features whose \
                availability keeps changing, actions that are always denied, and forgotten overrides. The rules and \
                their thresholds are \(WarningOptions.ruleList).
                """,
            parameters: [], answer: .warnings
        ) { _ in WarningsQuestion()
        }
    }

    private var timeline: ModelContextTool {
        reading(
            name: "timeline", title: "Read the timeline",
            summary: """
                Lists the app's latest events, oldest first, with their numbers: actions that began and ended, denied \
                requests with the reason, changed facts with the features whose availability changed, and store events.
                """,
            parameters: [Self.after, Self.limit, .text("feature", "Only events of this feature.")], answer: .timeline
        ) { arguments in
            TimelineQuestion(
                after: try after(in: arguments), limit: try limit(in: arguments),
                feature: try arguments.optionalText("feature"))
        }
    }

    private var log: ModelContextTool {
        reading(
            name: "log", title: "Read the log",
            summary: "Lists the latest lines of the app's log, oldest first, with their numbers, levels and topics.",
            parameters: [
                Self.after, Self.limit,
                .text("level", "Only lines at this level or above.", among: LogLine.Level.allCases.map(\.rawValue)),
            ], answer: .log
        ) { arguments in
            LogQuestion(
                after: try after(in: arguments), limit: try limit(in: arguments),
                level: try arguments.optionalText("level").flatMap(LogLine.Level.init) ?? .trace)
        }
    }

    private func after(in arguments: ModelContextArguments) throws -> UInt64 {
        UInt64(try arguments.number("after", in: 0...Int.max, byDefault: 0))
    }

    private func limit(in arguments: ModelContextArguments) throws -> Int {
        try arguments.number("limit", in: 1...Self.pageLimit, byDefault: Self.pageSize)
    }

    private func reading<Asked: Question<App>>(
        name: String, title: String, summary: String, parameters: [ModelContextTool.Parameter], answer: ToolSchema,
        question: @escaping @MainActor (ModelContextArguments) throws -> Asked
    ) -> ModelContextTool {
        ModelContextTool(
            name: name, title: title, summary: summary, effect: .none, parameters: parameters, answer: answer
        ) { arguments in
            let question = try question(arguments)
            let answer = try question.answer(in: session)
            return try ModelContextAnswer(question.lines(of: answer, in: session), answer)
        }
    }

    // MARK: Names

    static var feature: ModelContextTool.Parameter {
        .text("feature", "The feature's id, or a unique part of its id or name.", isRequired: true)
    }
}
