// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    /// Requests the impact of the selected fact, or of a fact that the selected feature requires.
    ///
    /// If the feature requires several facts, a list is opened instead.
    mutating func askForImpact() {
        if let fact = screen.behavior.selectedFact(in: self) {
            outbox.append(.ask(.impact(of: fact.reference)))
            return
        }
        guard let feature = selectedFeature else { return }
        chooseFact("What stops working without", of: Self.impactRows(of: feature)) { .readImpact($0) }
    }

    static func impactRows(of feature: FeatureSnapshot) -> [RequirementState] {
        // A platform cannot be lost or gained, so its impact is not offered.
        overridableRows(of: feature).filter { OverridableFact($0).map { $0.kind != .platform } ?? false }
    }

    private static let impactLimit = 500

    /// Opens the list of the features that are lost without a fact and gained with it.
    ///
    /// Features that require the fact but change in neither direction come last.
    mutating func showImpact(_ impact: FactImpact) {
        // A dialog that the user has opened since the request takes precedence.
        guard dialog == nil else { return }
        let title = model.title(of: impact.fact)
        if let refusal = impact.refusal {
            announce(refusal, .problem)
            return
        }
        guard !impact.isEmpty else {
            announce("No feature needs \(title)", .notice)
            return
        }
        let groups: [(ids: [String], note: String)] = [
            (impact.lost.map(\.featureID), "lost without it"),
            (impact.gained.filter { $0.after == true }.map(\.featureID), "gained with it"),
            (impact.gained.filter { $0.after == nil }.map(\.featureID), "undetermined with it"),
            (impact.blocked, "blocked by other requirements"), (impact.unaffected, "available either way"),
        ]
        var options = groups.flatMap { group in
            group.ids.prefix(Self.impactLimit).map { id in
                ChoiceDialog.Option(title: feature(id)?.name ?? id, note: group.note, intent: .goToFeature(id))
            }
        }
        let rest = groups.map { max(0, $0.ids.count - Self.impactLimit) }.reduce(0, +)
        if rest > 0 { options.append(ChoiceDialog.Option(title: "\(rest) more", intent: .close)) }
        let body = ([impact.lossText, impact.gainText] + impact.otherTexts + impact.personaTexts).map { StyledLine($0) }
        offer("What stops working without \(title)", body: body, options)
    }
}
