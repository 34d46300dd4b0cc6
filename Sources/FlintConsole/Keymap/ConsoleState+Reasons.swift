import InspectorKit

extension ConsoleState {
    /// Returns why a command cannot be run now, as the user reads it; `nil` if it can.
    func reason(against command: ConsoleCommand) -> String? {
        switch command {
        case .undo: history.done.isEmpty ? "There is nothing to undo" : nil
        case .redo: history.undone.isEmpty ? "There is nothing to redo" : nil
        case .clearOverrides, .showOverrides: model.overrides.isEmpty ? "Nothing is overridden" : nil
        case .dropKind: reasonAgainstRemovingKind
        case .showProblems: model.status.problems.isEmpty ? "Nothing is wrong with the app's files" : nil
        case .showFlags where screen != .flags: model.flags.isEmpty ? FlagsScreen().emptyText : nil
        case .storeClock: model.status.store == nil ? "The app does not run on a simulated store" : nil
        case .toggleBackground:
            model.status.backgroundWorkIsRunning == nil ? "The app has no background work that can be paused" : nil
        case _ where command.concernsSelection: screen.behavior.reason(against: command, in: self)
        default: nil
        }
    }

    /// Why the overrides of the kind the present screen lists cannot be removed now.
    private var reasonAgainstRemovingKind: String? {
        guard let kind = screen.behavior.factKind else { return "Nothing is overridden here" }
        return model.overrides.contains { $0.kind == kind } ? nil : "None of the \(kind.plural) is overridden"
    }
}
