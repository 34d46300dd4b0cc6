// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

extension ConsoleState {
    /// Opens the list of warnings.
    mutating func listWarnings() {
        let options = warnings.map { warning in
            let sentence = warning.sentence { TimestampFormatter.second(of: $0, in: environment.timeZone) }
            return ChoiceDialog.Option(
                title: sentence, note: warning.kind.rawValue, intent: intent(of: warning),
                details: "\(sentence). The rule is \(warning.kind.rawValue).")
        }
        dialog = .choices(ChoiceDialog(title: "Warnings \(signs.dash) enter goes to the marked one", options: options))
    }

    /// Returns the intent that shows the feature or the fact of a warning.
    private func intent(of warning: GateWarning) -> Intent {
        if let id = warning.featureID { return .goToFeature(id) }
        guard let fact = warning.fact else { return .close }
        if fact.kind.belongsToFeature { return .goToFeature(fact.key) }
        guard ConsoleScreen(listing: fact.kind) != nil else { return .close }
        return .goTo(OverridableFact(kind: fact.kind, key: fact.key, title: model.title(of: fact)))
    }
}
