import InspectorKit

extension ConsoleState {
    /// The ways to make a feature available as overrides can take them: those that are possible on this device or, if there
    /// are none, the others.
    func unlockPlans(of feature: FeatureSnapshot) -> [[UnlockStep]] {
        let plans = feature.unlockPlans ?? []
        return (plans.isEmpty ? feature.impossiblePlans ?? [] : plans)
            .filter { plan in plan.allSatisfy { $0.kind.fact != nil } }
    }

    /// Offers the ways to make the selected feature available, each as overrides that last until the console is left.
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
                var line = StyledLine("   \(step.means.words)  ", .dim).adding(step.title, .strong)
                if let price = step.priceText { line.append("  \(price)", .dim) }
                if let reason = step.reason { line.append("  \(reason)", .dim) }
                body.append(line)
            }
        }
        if feature.unlockPlansAreComplete == false {
            body.append(StyledLine("There may be more ways; not every combination was tried", .dim))
        }
        let options = plans.enumerated().map { index, plan in
            ChoiceDialog.Option(
                key: index < 9 ? Character("\(index + 1)") : nil,
                title: "Override for this session: \(Self.facts(of: plan))",
                intent: .change(.sequence(plan.compactMap { $0.overriding(expiry: .untilQuit) })), hasPreview: true)
        }
        dialog = .choices(
            ChoiceDialog(
                title: "Unlock \(feature.name)", body: body,
                options: [ChoiceDialog.Option(title: "Cancel", intent: .close)] + options))
    }

    /// What a plan changes, in few words.
    private static func facts(of plan: [UnlockStep]) -> String {
        plan.count == 1 ? plan[0].title : "\(plan[0].title) and \(plan.count - 1) more"
    }
}
