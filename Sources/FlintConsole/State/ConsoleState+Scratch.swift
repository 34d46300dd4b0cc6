import InspectorKit

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
        let count = scratch.changes.count == 1 ? "the change" : "the \(scratch.changes.count) changes"
        dialog = .choices(
            ChoiceDialog(
                title: "What if", body: scratch.changes.map { StyledLine("tried  ", .dim).adding($0, .strong) },
                options: [
                    ChoiceDialog.Option(title: "Continue", intent: .close),
                    ChoiceDialog.Option(
                        key: "a", title: "Apply \(count)", intent: .leaveScratch(applies: true),
                        reason: reasonReadOnly),
                    ChoiceDialog.Option(
                        key: "l", title: "Leave without applying", intent: .leaveScratch(applies: false)),
                ]))
    }

    mutating func leaveScratch(applying: Bool) {
        outbox.append(.leaveScratch(applies: applying))
        if !applying { announce("The tried changes were discarded", .done) }
    }
}
