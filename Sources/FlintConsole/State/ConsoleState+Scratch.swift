// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    /// Starts a what-if session, or asks whether to apply the changes of the current one.
    ///
    /// A session without changes ends immediately.
    mutating func runWhatIf() {
        let key = keymap.keyText(for: .whatIf, in: [.console]) ?? ""
        guard let scratch = model.status.scratch else {
            outbox.append(.openScratch)
            announce("Changes are now tried but not applied; \(key) applies or discards them", .notice)
            return
        }
        guard !scratch.changes.isEmpty else {
            leaveScratch(applying: false)
            return
        }
        var body = scratch.changes.map { StyledLine("tried  ", .dim).adding($0, .strong) }
        body += [StyledLine()] + lines(of: scratch.differences)
        let count = scratch.changes.count == 1 ? "the change" : "the \(scratch.changes.count) changes"
        dialog = .choices(
            ChoiceDialog(
                title: "What if", body: body,
                options: [
                    ChoiceDialog.Option(title: "Continue", intent: .close),
                    ChoiceDialog.Option(
                        key: "a", title: "Apply \(count)", intent: .leaveScratch(applies: true),
                        reason: reasonReadOnly),
                    ChoiceDialog.Option(
                        key: "l", title: "Leave without applying", intent: .leaveScratch(applies: false)),
                ]))
    }

    private static let whatIfLimit = 8

    /// Returns a line for each of the first features that differ, and the number of the others.
    private func lines(of differences: [FeatureChange]) -> [StyledLine] {
        guard !differences.isEmpty else { return [StyledLine("No feature differs", .dim)] }
        var lines = differences.prefix(Self.whatIfLimit).map { $0.line(signs) }
        let more = differences.count - lines.count
        if more > 0 { lines.append(StyledLine("and \(more) more", .dim)) }
        return lines
    }

    /// Returns whether a feature has the sign of an override in lists.
    ///
    /// In a what-if session, the sign marks the features whose availability differs from the app's.
    func isMarked(_ feature: FeatureSummary) -> Bool {
        model.status.scratch == nil ? feature.isOverridden : whatIfFeatures.contains(feature.id)
    }

    mutating func scratchChanged() {
        whatIfFeatures = Set(model.status.scratch?.differences.map(\.featureID) ?? [])
    }

    mutating func leaveScratch(applying: Bool) {
        if applying, asksBeforeChanges {
            unconfirmed.append(.triedChanges)
        } else {
            outbox.append(.leaveScratch(applies: applying))
        }
        if !applying { announce("The tried changes were discarded", .done) }
    }
}
