// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    /// Returns the unlock plans that can be carried out with overrides.
    ///
    /// Plans that are impossible on this device are returned only if no other plan exists.
    func unlockPlans(of feature: FeatureSnapshot) -> [[UnlockStep]] {
        let plans = feature.unlockPlans ?? []
        return (plans.isEmpty ? feature.impossiblePlans ?? [] : plans).filter(\.canBeOverridden)
    }

    mutating func showUnlockPlans() {
        let marked = markedFeatures
        if !marked.isEmpty { return showPlans(unlocking: marked.map(\.id)) }
        if let id = selectedFeature?.id { showUnlockPlans(of: id, marking: []) }
    }

    /// Opens the dialog that lists a feature's unlock plans.
    ///
    /// A plan is marked instead of the option to cancel, because undo removes the overrides that carry it out. If the
    /// given plan is not in the list, the first plan is marked.
    mutating func showUnlockPlans(of id: String, marking plan: [UnlockStep]) {
        guard let feature = app.explanations.features[id], feature.available != true, dialog == nil else { return }
        var body: [StyledLine] = []
        if let row = feature.blockingRequirement {
            body.append(StyledLine("Blocked by: ").adding(row.statement, .strong))
        }
        if feature.unlockPlans?.isEmpty != false { body.append(StyledLine("Impossible on this device", .dim)) }
        let plans = unlockPlans(of: feature)
        show(
            plans, areComplete: feature.unlockPlansAreComplete != false, unlocking: feature.name, body,
            marking: plans.firstIndex(of: plan) ?? 0)
    }

    private mutating func showPlans(unlocking ids: [String]) {
        guard ids.allSatisfy(app.world.declares) else {
            return reject("The declarations of the marked features have not arrived yet; try again")
        }
        let found = app.world.plans(of: ids)
        let plans = found.plans.isEmpty ? found.impossiblePlans : found.plans
        let usable = plans.filter(\.canBeOverridden)
        guard !usable.isEmpty else { return reject("The marked features cannot be unlocked together") }
        let names = ids.map { feature($0)?.name ?? $0 }
        show(
            Array(usable.prefix(FeatureSnapshot.planLimit)),
            areComplete: found.areComplete && usable.count <= FeatureSnapshot.planLimit,
            unlocking: names.count == 1 ? names[0] : names.count.counted("feature"), names.map { StyledLine($0) },
            marking: 0)
    }

    private mutating func show(
        _ plans: [[UnlockStep]], areComplete: Bool, unlocking name: String, _ head: [StyledLine], marking marked: Int
    ) {
        guard !plans.isEmpty else { return }
        var body = head
        for (index, plan) in plans.enumerated() {
            body.append(StyledLine("Plan \(index + 1)", .key).adding("  \(UnlockCost(plan).summary)", .dim))
            for step in plan {
                let means = step.means == .userMust ? "" : "\(step.means.title)  "
                var line = StyledLine("   \(means)", .dim).adding(step.title, .strong)
                if let price = step.priceText { line.append("  \(price)", .dim) }
                if let reason = step.reason { line.append("  \(reason)", .dim) }
                body.append(line)
            }
        }
        if !areComplete { body.append(StyledLine(PlainReport.morePlans, .dim)) }
        let options = plans.enumerated().map { index, plan in
            Self.option(plan, key: index < 9 ? Character("\(index + 1)") : nil)
        }
        offer(
            "Unlock \(name)", body: body, [ChoiceDialog.Option.cancel] + options,
            selected: min(marked, plans.count - 1) + 1)
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
        // An override sets one of the platforms that a step allows.
        let titles = plan.map { $0.kind.fact == .platform ? "run the app on \($0.override ?? "")" : $0.title }
        return (titles.count <= 3 ? titles : titles.prefix(2) + ["\(titles.count - 2) more"]).listed()
    }
}

extension [UnlockStep] {
    var canBeOverridden: Bool { allSatisfy { $0.kind.fact != nil } }
}
