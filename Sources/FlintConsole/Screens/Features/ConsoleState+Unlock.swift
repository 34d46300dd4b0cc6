// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    /// Returns the unlock plans that can be carried out with overrides.
    ///
    /// Plans that are impossible on this device are returned only if no other plan exists.
    func unlockPlans(of feature: FeatureSnapshot) -> [[UnlockStep]] {
        let plans = feature.unlockPlans ?? []
        return (plans.isEmpty ? feature.impossiblePlans ?? [] : plans)
            .filter { plan in plan.allSatisfy { $0.kind.fact != nil } }
    }

    /// Opens the dialog that lists the selected feature's unlock plans.
    ///
    /// The chosen plan is applied as overrides. Undo removes them, so the first plan is marked.
    mutating func showUnlockPlans() {
        guard let feature = selectedFeature, feature.available != true, dialog == nil else { return }
        let plans = unlockPlans(of: feature)
        guard !plans.isEmpty else { return }
        var body: [StyledLine] = []
        if let row = feature.blockingRequirement {
            body.append(StyledLine("Blocked by: ").adding(row.statement, .strong))
        }
        if feature.unlockPlans?.isEmpty != false { body.append(StyledLine("Impossible on this device", .dim)) }
        for (index, plan) in plans.enumerated() {
            body.append(StyledLine("\(index + 1)", .key).adding("  \(UnlockCost(plan).text)", .dim))
            for step in plan {
                let means = step.means == .userMust ? "" : "\(step.means.text)  "
                var line = StyledLine("   \(means)", .dim).adding(step.title, .strong)
                if let price = step.priceText { line.append("  \(price)", .dim) }
                if let reason = step.reason { line.append("  \(reason)", .dim) }
                body.append(line)
            }
        }
        if feature.unlockPlansAreComplete == false {
            body.append(StyledLine("There may be more plans than these", .dim))
        }
        let options = plans.enumerated().map { index, plan in
            Self.option(plan, key: index < 9 ? Character("\(index + 1)") : nil)
        }
        dialog = .choices(
            ChoiceDialog(
                title: "Unlock \(feature.name)", body: body,
                options: [ChoiceDialog.Option(title: "Cancel", intent: .close)] + options, selected: 1))
    }

    /// Adds an option to the open dialog that carries out the feature's first unlock plan as overrides.
    ///
    /// The option is added only if the plan has more than one step.
    mutating func offerToUnlock(_ feature: FeatureSnapshot) {
        guard case .choices(var choices) = dialog, let plan = unlockPlans(of: feature).first, plan.count > 1 else {
            return
        }
        let key: Character = choices.options.contains { $0.key == "u" } ? "e" : "u"
        choices.body.append(
            StyledLine("\(plan.count) steps are needed; the last option takes them all as overrides.", .dim))
        choices.options.append(Self.option(plan, key: key))
        dialog = .choices(choices)
    }

    private static func option(_ plan: [UnlockStep], key: Character?) -> ChoiceDialog.Option {
        ChoiceDialog.Option(
            key: key, title: "Override: \(facts(of: plan))",
            intent: .change(.sequence(plan.compactMap { $0.overriding() })), hasPreview: true)
    }

    private static func facts(of plan: [UnlockStep]) -> String {
        let titles = plan.map(\.title)
        return (titles.count <= 3 ? titles : titles.prefix(2) + ["\(titles.count - 2) more"]).listed()
    }
}
