// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    /// Starts a what-if session, or asks whether to apply the changes of the current one.
    ///
    /// A session without changes ends immediately.
    mutating func runWhatIf() {
        let key = keymap.keyText(for: .whatIf, in: [.console]) ?? ""
        guard let whatIf = app.whatIf else {
            outbox.append(.ask(.whatIf))
            announce("Changes are now tried but not applied; \(key) applies or discards them", .notice)
            return
        }
        guard !whatIf.changes.isEmpty else {
            leaveWhatIf(applying: false)
            return
        }
        var body = whatIf.changes.map { StyledLine("tried  ", .dim).adding($0, .strong) }
        body += [StyledLine()] + lines(of: whatIf.differences)
        let count = whatIf.changes.count == 1 ? "the change" : "the \(whatIf.changes.count) changes"
        offer(
            "What if", body: body,
            [
                ChoiceDialog.Option(title: "Continue", intent: .close),
                ChoiceDialog.Option(
                    key: "a", title: "Apply \(count)", intent: .leaveWhatIf(applies: true), reason: reasonReadOnly),
                ChoiceDialog.Option(key: "l", title: "Leave without applying", intent: .leaveWhatIf(applies: false)),
            ])
    }

    private static let whatIfLimit = 8

    private func lines(of differences: [FeatureChange]) -> [StyledLine] {
        guard !differences.isEmpty else { return [StyledLine("No feature differs", .dim)] }
        var lines = differences.prefix(Self.whatIfLimit).map { $0.styledLine(glyphs) }
        let more = differences.count - lines.count
        if more > 0 { lines.append(StyledLine("and \(more) more", .dim)) }
        return lines
    }

    /// Returns the sign of a feature that is overridden in the app or differs from it, or `nil` for other features.
    func sign(of feature: FeatureSummary) -> String? {
        if differs(feature) { return glyphs.assumed }
        return isOverriddenInApp(feature) ? glyphs.overridden : nil
    }

    func differs(_ feature: FeatureSummary) -> Bool { app.whatIf?.differing.contains(feature.id) == true }

    func isOverriddenInApp(_ feature: FeatureSummary) -> Bool {
        app.whatIf.map { $0.overridden.contains(feature.id) } ?? feature.isOverridden
    }

    /// Returns the sign of an override, which distinguishes assumed overrides from the app's own.
    func overrideSign(of fact: FactReference?) -> String { isAssumed(fact) ? glyphs.assumed : glyphs.overridden }

    func isAssumed(_ fact: FactReference?) -> Bool { fact.map { app.whatIf?.assumed.contains($0) == true } ?? false }

    mutating func leaveWhatIf(applying: Bool) {
        guard applying else {
            endWhatIf()
            return announce("The tried changes were discarded", .done)
        }
        if asksBeforeChanges { commands.changesToConfirm.append(.triedChanges) } else { applyTriedChanges() }
    }

    mutating func applyTriedChanges() {
        let commands = app.whatIf?.commands ?? []
        endWhatIf()
        // A single command makes all changes, so that they are also undone together.
        if !commands.isEmpty { post(.all(commands), .change) }
    }

    private mutating func endWhatIf() {
        app.whatIf = nil
        outbox.append(.ask(.state))
    }
}
