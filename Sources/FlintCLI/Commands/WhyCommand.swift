// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintWorld

/// `flint why` explains why features are available or not, with the plans that would make them available.
///
/// With `--persona`, the answer is for the persona's state, which is computed without changing the app. With `--apply`,
/// overrides simulate a plan. The command refuses to apply a plan if overrides cannot simulate one of its steps.
struct WhyCommand<App: FlintApplication>: DryRunCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "why", abstract: "Explain why a feature is available or not, and what would unlock it.",
            discussion: """
                Without a feature, the command lists the features that need the fewest steps; with several, it plans to \
                unlock them together. Plans are minimal sets of steps, the cheapest first. "undo" reverts --apply.
                """)
    }

    @Argument(
        help: "The names of features, or unique parts of them.",
        completion: .features(of: App.self)) var features: [String] = []
    @Option(
        help: ArgumentHelp("Explain the features in this persona's state.", valueName: "name"),
        completion: .personas(of: App.self))
    var persona: String?
    @Option(help: ArgumentHelp("Show or apply only the plan with this number.", valueName: "number")) var plan: Int?
    @Flag(help: "Apply the first plan, or --plan, as overrides.") var apply = false
    @OptionGroup var options: OverrideOptions
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func run() async throws -> Int32? {
        let expiry = try options.expiry()
        try validate(expiry)
        guard apply else {
            _ = try shared.print(answerTo: question, json: change.json)
            return 0
        }
        let session = try session()
        session.reportProblems()
        let answer = try question.answer(in: session)
        guard let plan = try answer.planToApply() else {
            return try shared.print(answer, answer.lines(applying: nil), json: change.json)
        }
        return try await apply(plan, of: answer.features, in: session, expiry)
    }

    private func validate(_ expiry: OverrideExpiry?) throws(CommandLineError) {
        if !apply {
            guard expiry == nil, options.reason == nil else {
                throw .usage("--reason, --for and --uses need --apply, which sets overrides.")
            }
            guard !change.dryRun else {
                throw .usage("--dry-run needs --apply. Without --apply, why does not change the app.")
            }
        } else if persona != nil {
            throw .usage("--apply changes the app, and a persona is not the app. Leave out --persona or --apply.")
        }
        guard features.isEmpty, plan != nil || apply else { return }
        throw .usage("--plan and --apply need the name of a feature.")
    }

    private var question: WhyQuestion<App> { WhyQuestion(features: features, persona: persona, plan: plan) }

    @MainActor
    private func apply(
        _ plan: NumberedPlan, of features: [WhyAnswer.Feature], in session: AppSession<App>, _ expiry: OverrideExpiry?
    ) async throws -> Int32 {
        let commands = plan.steps.compactMap { $0.overriding(reason: options.reason, expiry: expiry) }
        guard commands.count == plan.steps.count else {
            throw CommandLineError.refused("Plan \(plan.number) cannot be simulated with overrides.")
        }
        let result = try await session.execute(.sequence(commands), isDryRun: change.dryRun)
        if change.dryRun { return try report(result) }
        let ids = features.map(\.id)
        let after = try CommandLineError.effects(after: result.message) { () throws(CommandLineError) in
            let world = try session.world(of: ids)
            return features.map { feature in
                WhyAnswer.Feature(
                    id: feature.id, name: feature.name, available: world.detail(of: feature.id)?.available)
            }
        }
        if change.json {
            try CommandOutput.print(
                json: WhyAnswer.Applied(
                    features: after, status: result.status, message: result.message, changes: result.changes,
                    unsaved: result.unsaved))
        } else {
            try CommandOutput.confirm([result.message] + after.map(\.line))
        }
        result.unsaved.printErrors()
        return after.allSatisfy { $0.available == true } ? result.exitStatus : 1
    }
}
