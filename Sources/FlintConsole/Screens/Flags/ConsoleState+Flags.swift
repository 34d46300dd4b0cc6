import InspectorKit

extension ConsoleState {
    /// Runs a command of the Flags screen.
    mutating func runFlags(_ command: ConsoleCommand) {
        guard let flag = selectedFlag else { return }
        let fact = Fact(kind: .flag, key: flag.key, title: flag.key)
        switch command {
        case .overrideOn: override(fact, row: 0, effects: FlagDetail(flag, in: self).overrideLines)
        case .overrideOff: override(fact, row: 1, effects: FlagDetail(flag, in: self).overrideLines)
        case .dropOverride: send(fact.drop, .change)
        case .override: offerValues(of: fact)
        case .setFlag: setFlag(flag)
        default: break
        }
    }

    /// Offers what a flag can be set to where it can be set, as a developer's menu would.
    private mutating func setFlag(_ flag: FlagSnapshot) {
        guard let index = flag.settable else { return }
        let answer = flag.answers[index]
        let values: [Bool?] = [true, false, nil]
        let options = values.map { value in
            let command = Command.setFlag(key: flag.key, isOn: value)
            let isCurrent = answer.hasFlag ? answer.value == value : value == nil
            return ChoiceDialog.Option(
                key: Self.letter(for: command), title: value.map { FlagSnapshot.words($0) } ?? "forget what was set",
                note: isCurrent ? "current" : "", intent: .change(command), hasPreview: true)
        }
        var body = [StyledLine("The own value of \(answer.provider).", .dim)]
        if let winner = flag.winner, winner < index {
            body.append(
                StyledLine("\(flag.answers[winner].provider) is asked first, so its word still counts.", .doubtful))
        }
        dialog = .choices(ChoiceDialog(title: "Set \(flag.key)", body: body, options: options))
    }
}
