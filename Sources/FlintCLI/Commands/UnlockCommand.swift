// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import FlintWorld

/// `flint unlock` lists the ways to make a feature available, or applies one with overrides.
///
/// Ways are sorted by cost. The command refuses to apply a way if overrides cannot simulate one of its steps.
struct UnlockCommand<App: FlintApplication>: DryRunCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "unlock", abstract: "List the ways to make a feature available, or apply one as overrides.",
            discussion: """
                Each way is a minimal set of steps. The ways are sorted by price, then by the number of permissions to \
                request; ways that take effect when a subscription renews come last. A step is up to the user ("user \
                must") or a developer ("developer can"), or cannot be taken on this device ("impossible here"). --apply \
                simulates all steps of a way with overrides; "undo" removes them together.
                """)
    }

    @Argument(
        help: "The feature's path, its type's name, or a unique part of its name.",
        completion: .features(of: App.self)) var feature: String
    @Option(help: ArgumentHelp("The number of a way.", valueName: "number")) var plan: Int?
    @Flag(help: "Apply the way as overrides. Without --plan, apply the first way.") var apply = false
    @OptionGroup var options: OverrideOptions
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func run() async throws -> Int32? {
        let expiry = try options.expiry()
        guard apply || (expiry == nil && options.reason == nil) else {
            throw CommandLineError.usage("--reason, --for and --uses need --apply, which sets overrides.")
        }
        guard apply || !change.dryRun else {
            throw CommandLineError.usage("--dry-run needs --apply. Without --apply, unlock does not change the app.")
        }
        let session = try AppSession(
            shared, cause: "command line", access: apply && !change.dryRun ? .commandLine : .readOnly)
        session.reportProblems()
        let found = try session.feature(feature)
        guard let plans = try session.world(of: [found.id]).plans(of: found.id) else {
            throw CommandLineError.refused("\(found.name) is no longer registered.")
        }
        let ways = UnlockPlans(plans, of: found)
        let chosen = try plan.map { try ways.way($0) }
        guard apply, found.available != true else {
            // A recording cannot be changed, so the advice to apply a way is left out.
            return try answer(ways, chosen, session.model.status.recording == nil ? App.commandName : nil)
        }
        return try await apply(try chosen ?? ways.way(1), to: found, in: session, expiry)
    }

    private func answer(_ ways: UnlockPlans, _ chosen: UnlockPlans.Plan?, _ program: String?) throws -> Int32 {
        if change.json {
            try CommandOutput.print(json: ways.answer(only: chosen))
        } else {
            try CommandOutput.print(ways.lines(only: chosen, program: program))
        }
        return 0
    }

    @MainActor
    private func apply(
        _ way: UnlockPlans.Plan, to feature: FeatureSnapshot, in session: AppSession<App>, _ expiry: OverrideExpiry?
    ) async throws -> Int32 {
        let commands = way.steps.compactMap { $0.overriding(reason: options.reason, expiry: expiry) }
        guard commands.count == way.steps.count else {
            throw CommandLineError.refused("Way \(way.number) cannot be simulated with overrides.")
        }
        let result = try await session.execute(.sequence(commands), isDryRun: change.dryRun)
        if change.dryRun { return try report(result) }
        let after = try CommandLineError.effects(after: result.message) { () throws(CommandLineError) in
            try session.world(of: [feature.id]).detail(of: feature.id)?.available
        }
        if change.json {
            try CommandOutput.print(
                json: UnlockAnswer.Applied(
                    id: feature.id, available: after, status: result.status, message: result.message,
                    changes: result.changes, unsaved: result.unsaved))
        } else {
            try CommandOutput.confirm(
                [result.message, "\(feature.name): \(PlainReport.availability(after))"])
        }
        result.unsaved.printErrors()
        return after == true ? result.exitStatus : 1
    }
}

/// The ways to make a feature available, numbered from 1 and sorted by cost.
///
/// If no way is possible on this device, the impossible ways are listed instead, with the reason for each step.
struct UnlockPlans {
    struct Plan: Encodable {
        let number: Int
        /// Whether every step is possible on this device.
        let isPossible: Bool
        /// The total price of the purchases, or `nil` if a price is unknown.
        @NullWhenAbsent var price: String?
        /// The number of permissions that the user has to grant.
        let permissions: Int
        let steps: [UnlockStep]
    }

    private let feature: FeatureSnapshot
    private let ways: [Plan]
    private let areComplete: Bool

    init(_ plans: FeaturePlans, of feature: FeatureSnapshot) {
        self.feature = feature
        areComplete = plans.areComplete
        let isPossible = !plans.plans.isEmpty
        ways = (isPossible ? plans.plans : plans.impossiblePlans).enumerated().map { index, steps in
            let cost = UnlockCost(steps)
            return Plan(
                number: index + 1, isPossible: isPossible, price: cost.price, permissions: cost.permissions,
                steps: steps)
        }
    }

    func way(_ number: Int) throws(CommandLineError) -> Plan {
        if ways.indices.contains(number - 1) { return ways[number - 1] }
        if feature.available == true { throw .refused("\(feature.name) is already available.") }
        guard !ways.isEmpty else { throw .refused("\(feature.name) cannot be unlocked, even with overrides.") }
        throw .usage(
            "\(number) is not one of the ways to unlock \(feature.name). The list has \(ways.count.counted("way"))."
        )
    }

    func answer(only chosen: Plan?) -> UnlockAnswer {
        UnlockAnswer(
            id: feature.id, name: feature.name, available: feature.available, ways: chosen.map { [$0] } ?? ways,
            areComplete: areComplete)
    }

    /// Formats the ways as lines of text.
    ///
    /// - Parameters:
    ///   - chosen: The way to list, or `nil` for every way.
    ///   - program: The program's name in the command that applies a way, or `nil` to omit that command.
    /// - Returns: The lines.
    func lines(only chosen: Plan?, program: String?) -> [String] {
        guard feature.available != true else { return ["\(feature.name) is already available."] }
        var lines = ["\(feature.name): \(PlainReport.availability(feature.available))"]
        if let blocking = feature.blockingRequirement { lines.append("blocked by: \(blocking.statement)") }
        guard !ways.isEmpty else { return lines + ["It cannot be unlocked, even with overrides."] }
        if ways[0].isPossible == false { lines.append("It cannot be unlocked on this device.") }
        for way in chosen.map({ [$0] }) ?? ways {
            lines.append("\(way.number)\(Self.cost(of: way))")
            for step in way.steps {
                let price = step.priceText.map { ", \($0)" } ?? ""
                let reason = step.reason.map { " (\($0))" } ?? ""
                lines.append("   \(step.means.text): \(step.title)\(price)\(reason)")
            }
        }
        if !areComplete { lines.append("There may be more ways than these.") }
        guard let program else { return lines }
        let number = (chosen ?? ways[0]).number
        return lines + ["To simulate it: \(program) unlock \(feature.id) --plan \(number) --apply"]
    }

    private static func cost(of way: Plan) -> String {
        let text = UnlockCost(way.steps).text
        return text.isEmpty ? "" : "  " + text
    }
}

struct UnlockAnswer: Encodable {
    let id: String
    let name: String
    @NullWhenAbsent var available: Bool?
    let ways: [UnlockPlans.Plan]
    let areComplete: Bool

    struct Applied: Encodable {
        let id: String
        @NullWhenAbsent var available: Bool?
        let status: CommandResult.Status
        let message: String
        let changes: [FeatureChange]
        var unsaved: [UnsavedChange]?
    }
}
