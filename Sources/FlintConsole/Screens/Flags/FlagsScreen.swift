// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

extension ConsoleState {
    var selectedFlag: FlagSnapshot? {
        screens.flags.browser.list.selection.flatMap(flag)
    }

    func flag(_ key: String) -> FlagSnapshot? { model.flags[key] }
}

/// The screen that lists the feature flags with each provider's value.
///
/// Flags that no feature requires are dimmed. Commands override a flag for all features, or set it in a provider that
/// supports setting values.
struct FlagsScreen: ListScreen {
    let screen = ConsoleScreen.flags
    let title = "Flags"
    let shortTitle = "Flags"
    let noun = "flag"
    let emptyText = "No feature requires a flag, and no provider has one"
    let keyContext = KeyContext.flags
    let factKind: FactKind? = .flag
    let showsEffects = true

    var content: WritableKeyPath<ConsoleState, SimpleList<String>> { \.screens.flags }

    // MARK: The list

    func rows(in state: ConsoleState) -> [String] {
        let filter = state.screens.flags.browser.filter.itemFilter(filterFields)
        return state.screens.flags.browser.order.sorted(state.model.flags.filter(filter.matches), by: \.key).map(\.key)
    }

    let noFailureText = "Every flag here is on"

    func isFailure(_ row: String, in state: ConsoleState) -> Bool {
        state.flag(row)?.hasValue(of: statusField) { $0 == "no" } == true
    }

    var filterFields: [FilterField] { FlagSnapshot.filterFields }

    func filterValues(of field: FilterField, in state: ConsoleState) -> [String] {
        let flags = state.model.flags.prefix(1_000)
        return field == .id ? flags.map(\.key) : flags.flatMap { $0.answers.map(\.provider) }.distinct
    }

    func line(_ row: String, in state: ConsoleState, columns: Int) -> StyledLine {
        guard let flag = state.flag(row) else { return StyledLine() }
        let ellipsis = state.signs.ellipsis
        let sourceColumns = min(36, max(12, columns / 3))
        let valueColumns = 3
        let keyColumns = columns - sourceColumns - valueColumns - 6
        var line = StyledLine("  ")
        let isUsed = flag.isRequired
        line.append(TextLayout.cell(flag.key, keyColumns, ellipsis: ellipsis), isUsed ? .plain : .dim)
        line.append(" ")
        line.append(mark: state.signs.overridden, .overridden, if: flag.override != nil)
        line.append(" ")
        let value = flag.effective == nil ? "?" : FlagSnapshot.words(flag.effective)
        line.append(
            TextLayout.cell(value, valueColumns, ellipsis: "") + " ",
            isUsed ? AvailabilityFormatter.role(flag.effective) : .dim)
        let reason = flag.reasonText
        let source = flag.override == nil ? "\(flag.provider ?? "none"), \(reason)" : "override"
        line.append(TextLayout.clipped(source, to: sourceColumns, ellipsis: ellipsis), .dim)
        return line
    }

    // MARK: The details

    func selectedItem(in state: ConsoleState) -> FlagSnapshot? { state.selectedFlag }

    func name(of flag: FlagSnapshot) -> String { flag.key }

    func detail(of flag: FlagSnapshot, in state: ConsoleState) -> [StyledLine] { FlagDetail(flag, in: state).lines }

    func selectedFact(in state: ConsoleState) -> OverridableFact? {
        state.selectedFlag.map { OverridableFact(kind: .flag, key: $0.key, title: $0.key) }
    }

    // MARK: Commands

    func run(_ command: KeyCommand, in state: inout ConsoleState) { state.runFlags(command) }

    func reasonNotAllowed(_ command: KeyCommand, on flag: FlagSnapshot, in state: ConsoleState) -> String? {
        switch command {
        case .setFlag: flag.reasonNotSettable
        case .beginSession: flag.reasonSessionHasNoEffect
        default: nil
        }
    }
}

extension FlagSnapshot {
    /// The index of the answer that determines the value, or `nil` if no provider has a value.
    var winner: Int? {
        answers.firstIndex { $0.value != nil && $0.provider == provider } ?? answers.firstIndex { $0.value != nil }
    }

    /// The index of the first answer whose provider supports setting values, or `nil` if none does.
    var settable: Int? { answers.firstIndex { $0.isMutable } }

    /// The reason the flag cannot be set, or `nil` if it can.
    ///
    /// A set value that has no effect can still be removed.
    var reasonNotSettable: String? {
        if let index = settable { return answers[index].hasFlag ? nil : reasonSettingHasNoEffect }
        return answers.isEmpty
            ? "The app has no flag providers, so \(key) cannot be set: override it"
            : "No provider can be changed, so \(key) cannot be set: override it"
    }

    /// The reason a value set for the flag has no effect, or `nil` if it has one.
    var reasonSettingHasNoEffect: String? {
        guard let index = settable, let winner, winner < index else { return nil }
        return "\(answers[winner].provider) takes precedence over \(answers[index].provider), so \(key) cannot be set: "
            + "override it"
    }

    /// The reason a new session does not change the flag, or `nil` if it can.
    var reasonSessionHasNoEffect: String? {
        switch takesEffect {
        case .nextSession?: waiting == nil ? "No value of \(key) waits for a session" : nil
        case .nextStart?: "A change of \(key) takes effect from the next start of the app"
        case .now?, nil: "A change of \(key) takes effect at once"
        }
    }

}

extension ConsoleState {
    mutating func runFlags(_ command: KeyCommand) {
        guard let flag = selectedFlag else { return }
        switch command {
        case .overrideOn: changeChosenFacts(toValue: 0)
        case .overrideOff: changeChosenFacts(toValue: 1)
        case .removeOverride: changeChosenFacts(toValue: nil)
        case .override: offerValues(ofAll: chosenFacts)
        case .setFlag: setFlag(flag)
        case .beginSession: send(.beginSession, .change)
        default: break
        }
    }

    /// Opens the dialog that sets the flag in the first provider that supports setting values.
    private mutating func setFlag(_ flag: FlagSnapshot) {
        guard let index = flag.settable else { return }
        let answer = flag.answers[index]
        let reason = flag.reasonSettingHasNoEffect
        let values: [Bool?] = reason == nil ? [true, false, nil] : [nil]
        let options = values.map { value in
            let command = Command.setFlag(key: flag.key, isOn: value)
            let isCurrent = answer.hasFlag ? answer.value == value : value == nil
            return ChoiceDialog.Option(
                key: Self.letter(for: command), title: value.map { FlagSnapshot.words($0) } ?? "remove the set value",
                isCurrent: isCurrent, intent: .change(command), hasPreview: true)
        }
        var body = [StyledLine("The value stored by \(answer.provider).", .dim)]
        if let reason { body.append(StyledLine(reason, .doubtful)) }
        dialog = .choices(ChoiceDialog(title: "Set \(flag.key)", body: body, options: options))
    }
}
