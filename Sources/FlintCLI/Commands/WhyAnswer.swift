// SPDX-License-Identifier: MIT

import FlintConsole
import FlintWorld

enum WhyAnswer: Encodable {
    case explanation(Explanation)
    case together(Together)
    case nearest(Nearest)

    struct Feature: Encodable {
        let id: String
        let name: String
        @NullWhenAbsent var available: Bool?

        var line: String { "\(name): \(available.availabilityText)" }
    }

    struct Explanation: Encodable {
        let feature: FeatureSnapshot
        /// The feature's condition as text, or `nil` for a feature without requirements.
        let condition: String?
        let sentence: String
        let overrides: [OverrideEntry]
        let plans: [NumberedPlan]?
        let plansAreComplete: Bool?

        init(
            _ feature: FeatureSnapshot, in model: AppModel, plans: [NumberedPlan]? = nil, plansAreComplete: Bool? = nil
        ) {
            (self.feature, self.plans, self.plansAreComplete) = (feature, plans, plansAreComplete)
            (condition, sentence) = (feature.condition, feature.sentence)
            let facts = Set(feature.requirements.compactMap(\.factReference))
            overrides = model.overrides.filter { facts.contains($0.identity) }.map(OverrideEntry.init)
        }
    }

    struct Together: Encodable {
        let features: [Feature]
        let plans: [NumberedPlan]
        let plansAreComplete: Bool
    }

    struct Nearest: Encodable {
        struct Entry: Encodable {
            let feature: Feature
            let steps: Int
            let plan: NumberedPlan
        }

        let features: [Entry]
        /// The number of features that are not available.
        ///
        /// Features without a plan count, but hidden features do not.
        let total: Int
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .explanation(let explanation): try explanation.encode(to: encoder)
        case .together(let together): try together.encode(to: encoder)
        case .nearest(let nearest): try nearest.encode(to: encoder)
        }
    }

    struct Applied: Encodable {
        let features: [Feature]
        let status: CommandResult.Status
        let message: String
        let changes: [FeatureChange]
        var unsaved: [UnsavedChange]?
    }
}

/// A minimal set of steps that makes features available, with a number from 1.
struct NumberedPlan: Encodable {
    let number: Int
    /// Whether every step is possible on this device.
    let isPossible: Bool
    /// The total price of the purchases, or `nil` if a price is unknown.
    @NullWhenAbsent var price: String?
    /// The number of permissions that the user has to grant.
    let permissions: Int
    let steps: [UnlockStep]

    init(_ steps: [UnlockStep], number: Int, isPossible: Bool) {
        let cost = UnlockCost(steps)
        (self.number, self.isPossible, self.steps) = (number, isPossible, steps)
        (price, permissions) = (cost.price, cost.permissions)
    }

    /// Numbers the possible plans, or the plans that are impossible on this device if none is possible.
    fileprivate static func plans(numbering plans: FeaturePlans) -> [NumberedPlan] {
        let isPossible = !plans.plans.isEmpty
        return (isPossible ? plans.plans : plans.impossiblePlans).enumerated().map {
            NumberedPlan($1, number: $0 + 1, isPossible: isPossible)
        }
    }
}

extension WhyAnswer {
    private static let nearestLimit = 10

    /// Explains one feature, or plans how to unlock several features together.
    ///
    /// Without IDs, the answer lists the features that need the fewest steps. A number selects a single plan; `nil`
    /// includes all plans.
    init(about ids: [String], in world: World, only number: Int? = nil) throws(CommandLineError) {
        var features: [FeatureSnapshot] = []
        for id in ids {
            guard let feature = world.detail(of: id) else {
                throw .refused("\(world.model.feature(id)?.name ?? id) is no longer registered.")
            }
            features.append(feature)
        }
        guard let first = features.first else {
            self = .nearest(Self.nearest(in: world))
            return
        }
        let found = world.plans(of: ids)
        var plans = NumberedPlan.plans(numbering: found)
        if let number {
            guard let plan = plans.first(where: { $0.number == number }) else {
                throw Self.error(missing: number, of: plans, found.areComplete, for: features)
            }
            plans = [plan]
        }
        if features.count == 1 {
            self = .explanation(
                Explanation(
                    first.adding(found), in: world.model, plans: plans, plansAreComplete: found.areComplete))
        } else {
            self = .together(
                Together(features: features.map(Feature.init), plans: plans, plansAreComplete: found.areComplete))
        }
    }

    private static func nearest(in world: World) -> Nearest {
        let open = world.explanations.withoutHidden.filter { $0.available != true }
        let entries = open.compactMap { feature in
            feature.unlockPlans?.enumerated().min { $0.element.count < $1.element.count }.map { number, steps in
                Nearest.Entry(
                    feature: Feature(feature), steps: steps.count,
                    plan: NumberedPlan(steps, number: number + 1, isPossible: true))
            }
        }
        // Features with the same number of steps keep their order.
        let sorted = entries.enumerated().sorted { ($0.element.steps, $0.offset) < ($1.element.steps, $1.offset) }
        return Nearest(features: sorted.prefix(nearestLimit).map(\.element), total: open.count)
    }

    private static func error(
        missing number: Int, of plans: [NumberedPlan], _ areComplete: Bool, for features: [FeatureSnapshot]
    ) -> CommandLineError {
        let names = features.map(\.name).joined(separator: " and ")
        if features.allSatisfy({ $0.available == true }) {
            return .refused("\(names) \(features.count == 1 ? "is" : "are") already available.")
        }
        guard !plans.isEmpty else { return withoutPlan(names, areComplete) }
        return .usage(
            "\(number) is not a plan to unlock \(names). There \(plans.count == 1 ? "is" : "are") "
                + "\(plans.count.counted("plan")).")
    }

    private static func withoutPlan(_ names: String, _ searchIsComplete: Bool) -> CommandLineError {
        .refused(
            searchIsComplete
                ? "\(names) cannot be unlocked, even with overrides."
                : "No plan to unlock \(names) was found, but there may be one.")
    }

    var features: [Feature] {
        switch self {
        case .explanation(let explanation): [Feature(explanation.feature)]
        case .together(let together): together.features
        case .nearest: []
        }
    }

    var actions: [ActionSnapshot] {
        switch self {
        case .explanation(let explanation): explanation.feature.actions
        case .together, .nearest: []
        }
    }

    private var plans: (list: [NumberedPlan], areComplete: Bool) {
        switch self {
        case .explanation(let explanation): (explanation.plans ?? [], explanation.plansAreComplete ?? true)
        case .together(let together): (together.plans, together.plansAreComplete)
        case .nearest: ([], true)
        }
    }

    func planToApply() throws(CommandLineError) -> NumberedPlan? {
        if features.allSatisfy({ $0.available == true }) { return nil }
        if let plan = plans.list.first { return plan }
        throw Self.withoutPlan(features.map(\.name).joined(separator: " and "), plans.areComplete)
    }

    func lines(applying command: String?) -> [String] {
        let (plans, areComplete) = plans
        let possible = plans.filter(\.isPossible).map(\.steps)
        let impossible = plans.filter { !$0.isPossible }.map(\.steps)
        var lines: [String]
        switch self {
        case .explanation(let explanation):
            var feature = explanation.feature
            (feature.unlockPlans, feature.impossiblePlans) = (possible, impossible)
            feature.unlockPlansAreComplete = areComplete
            lines =
                PlainReport.explanation(of: feature)
                + explanation.overrides.map { "overridden: " + OverrideEntry.line($0.record) }
        case .together(let together):
            lines = together.features.map(\.line)
            if together.features.contains(where: { $0.available != true }) {
                lines += PlainReport.lines(ofPlans: possible, impossible: impossible, areComplete: areComplete)
            }
        case .nearest(let nearest):
            guard nearest.total > 0 else { return ["Every feature that is not hidden is available."] }
            let count = "\(nearest.total.counted("feature")) \(nearest.total == 1 ? "is" : "are") not available."
            lines =
                ["\(count) Fewest steps first:"]
                + nearest.features.map { "\($0.feature.name): \(PlainReport.steps($0.plan.steps))" }
                + (nearest.total > nearest.features.count ? ["and \(nearest.total - nearest.features.count) more"] : [])
        }
        guard let command, let plan = plans.first else { return lines }
        let subject = plans.count == 1 && plan.number == 1 ? "it" : "plan \(plan.number)"
        return lines + ["To simulate \(subject): \(command)"]
    }
}

extension WhyAnswer.Feature {
    init(_ feature: FeatureSnapshot) {
        self.init(id: feature.id, name: feature.name, available: feature.available)
    }
}
