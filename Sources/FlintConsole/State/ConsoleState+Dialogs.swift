import InspectorKit
import TerminalKit

extension ChoiceDialog {
    /// The row of the choice that a letter takes.
    func row(for key: KeyPress) -> Int? {
        guard case .character(let letter) = key.key, key.modifiers.isEmpty else { return nil }
        return options.firstIndex { $0.key == letter }
    }
}

extension ConsoleState {
    /// Runs a command in a dialog that offers choices.
    mutating func runInChoices(_ command: ConsoleCommand) {
        guard case .choices(var choices) = dialog else { return }
        let last = max(0, choices.options.count - 1)
        switch command {
        case .up: choices.selected = max(0, choices.selected - 1)
        case .down: choices.selected = min(last, choices.selected + 1)
        case .first: choices.selected = 0
        case .last: choices.selected = last
        case .choose:
            choose(choices.selected)
            return
        case .close:
            dialog = nil
            return
        default:
            _ = runEverywhere(command)
            return
        }
        dialog = .choices(choices)
    }

    /// Takes a choice of the open dialog, unless it cannot be taken.
    mutating func choose(_ row: Int) {
        guard case .choices(let choices) = dialog, choices.options.indices.contains(row) else { return }
        let option = choices.options[row]
        if let reason = option.reason {
            outbox.append(.ring)
            announce(reason, .problem)
            return
        }
        dialog = nil
        take(option.intent)
    }

    /// Does what a choice means, unless what it is about has disappeared.
    private mutating func take(_ intent: Intent) {
        if let missing = missingTarget(of: intent) {
            outbox.append(.ring)
            announce("\(missing) is gone: nothing was changed", .problem)
            return
        }
        switch intent {
        case .close: break
        case .change(let command): send(command, .change)
        case .act(let feature, let action): act(feature: feature, action: action)
        case .beginFlow(let feature, let invocation):
            send(.beginFlow(feature: feature, thenPerform: invocation), .flow)
        case .chooseValue(let fact): offerValues(of: fact)
        case .typePlatform: typePlatform()
        }
    }

    /// The name of what an intent is about, if that is no longer there.
    private func missingTarget(of intent: Intent) -> String? {
        switch intent {
        case .close, .typePlatform: nil
        case .change(let command): missingTarget(of: command)
        case .act(let id, let action):
            feature(id) == nil ? id : feature(id)?.actions.contains { $0.id == action } == true ? nil : action
        case .beginFlow(let id, _): feature(id) == nil ? id : nil
        case .chooseValue(let fact): missingTarget(of: fact.drop)
        }
    }

    /// The name of what a command changes, if that is no longer there.
    private func missingTarget(of command: Command) -> String? {
        switch command {
        case .overridePurchase(let id, _), .setPurchase(let id, _): product(id) == nil ? id : nil
        case .overridePermission(let name, _), .setPermission(let name, _): permission(name) == nil ? name : nil
        case .overrideToggle(let id, _), .overrideRuntimeSwitch(let id, _), .setUserToggle(let id, _):
            feature(id) == nil ? id : nil
        case .overrideFlag(let key, _), .setFlag(let key, _):
            snapshot.flags.contains { $0.key == key } ? nil : key
        case .override, .overridePlatform, .clearOverrides, .clearOverridesOfKind, .restoreOverrides, .store,
            .restartApp, .perform, .beginFlow, .answerFlow, .setBackgroundWork:
            nil
        }
    }

    /// Offers the values a fact can be forced to, with the effect of each on features.
    ///
    /// - Parameters:
    ///   - fact: The fact.
    ///   - selected: The value to mark, as a row.
    mutating func offerValues(of fact: Fact, selected: Int = 0) {
        guard fact.kind != .platform else {
            typePlatform()
            return
        }
        let now = fact.override(in: snapshot)
        var options = fact.values.map { value in
            ChoiceDialog.Option(
                key: Self.letter(for: value.command), title: value.title, note: value.title == now ? "in force" : "",
                intent: .change(value.command), hasPreview: true)
        }
        options.append(
            ChoiceDialog.Option(
                key: "x", title: "no override", note: now == nil ? "in force" : "", intent: .change(fact.drop),
                hasPreview: true))
        dialog = .choices(
            ChoiceDialog(title: "Override \(fact.title)", options: options, selected: selected))
    }

    /// The letter that chooses a value; the same as the key that sets it directly, where there is one.
    static func letter(for command: Command) -> Character? {
        switch command {
        case .overridePurchase(_, let status?), .setPurchase(_, let status):
            switch status {
            case .purchased: "b"
            case .notPurchased: "m"
            case .unknown: "i"
            }
        case .overridePermission(_, let status?), .setPermission(_, let status):
            switch status {
            case .notDetermined: "n"
            case .authorized: "a"
            case .denied: "d"
            case .restricted: "r"
            case .unsupported: "u"
            }
        case .overrideToggle(_, true?), .overrideRuntimeSwitch(_, true?): "o"
        case .overrideToggle(_, false?), .overrideRuntimeSwitch(_, false?): "f"
        default: nil
        }
    }

    /// Asks for a platform to override with.
    private mutating func typePlatform() {
        let now = snapshot.overrides.first { $0.kind == .platform }?.value
        dialog = .form(
            FormDialog(
                title: "Override the platform",
                body: [StyledLine("Now: \(snapshot.platform)", .dim)],
                fields: [
                    FormDialog.Field(
                        name: "platform",
                        description: "such as watchOS 9.0; empty for no override",
                        isRequired: false, field: TextField(now ?? ""))
                ], purpose: .platform))
    }

    /// Runs a command in a form.
    mutating func runInForm(_ command: ConsoleCommand) {
        guard case .form(var form) = dialog else { return }
        let last = max(0, form.fields.count - 1)
        switch command {
        case .nextField: form.focus = form.focus == last ? 0 : form.focus + 1
        case .previousField: form.focus = form.focus == 0 ? last : form.focus - 1
        case .choose where form.focus < last: form.focus += 1
        case .choose:
            submit(form)
            return
        case .close:
            dialog = nil
            return
        default:
            _ = runEverywhere(command)
            return
        }
        dialog = .form(form)
    }

    /// Does what a form is for, or says what is wrong with the answers.
    private mutating func submit(_ form: FormDialog) {
        var form = form
        if let row = form.fields.firstIndex(where: { $0.isRequired && $0.field.text.allSatisfy { $0 == " " } }) {
            form.focus = row
            form.problem = "\(form.fields[row].name) must be filled in"
            dialog = .form(form)
            return
        }
        switch form.purpose {
        case .platform:
            let words = form.fields[0].field.text.split(separator: " ").joined(separator: " ")
            let command = Command.overridePlatform(platform: words.isEmpty ? nil : words)
            submit(form, as: command)
            send(command, .change)
        case .perform(let feature, let action):
            var input: [String: String] = [:]
            for field in form.fields where !field.field.text.isEmpty { input[field.name] = field.field.text }
            let invocation = ActionInvocation(feature: feature, action: action, input: input)
            submit(form, as: .perform(invocation))
            perform(invocation)
        case .performWithPairs(let feature, let action):
            let pairs = form.fields[0].field.text.split(separator: " ").map { word in
                word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            }
            if let wrong = pairs.first(where: { $0.count != 2 || $0[0].isEmpty }) {
                form.problem = "\(wrong.joined(separator: "=")) is not of the form name=value"
                dialog = .form(form)
                return
            }
            let input = Dictionary(pairs.map { ($0[0], $0[1]) }, uniquingKeysWith: { _, last in last })
            let invocation = ActionInvocation(feature: feature, action: action, input: input)
            submit(form, as: .perform(invocation))
            perform(invocation)
        }
    }

    /// Closes a form whose answers are about to be sent, and keeps it in case they turn out to be wrong.
    private mutating func submit(_ form: FormDialog, as command: Command) {
        dialog = nil
        submission = Submission(command: command, form: form)
    }

    /// Performs an action, unless it has disappeared while its input was typed.
    mutating func perform(_ invocation: ActionInvocation) {
        if let missing = missingTarget(of: .act(feature: invocation.feature, action: invocation.action)) {
            outbox.append(.ring)
            announce("\(missing) is gone: nothing was performed", .problem)
            return
        }
        send(.perform(invocation), .perform(invocation))
    }

    /// Runs a command in the list of keys.
    mutating func runInHelp(_ command: ConsoleCommand) {
        guard case .help(var help) = dialog else { return }
        let matches = help.matches
        let last = max(0, matches.count - 1)
        let page = HelpView.listHeight(layout.size)
        switch command {
        case .up: help.selected = max(0, help.selected - 1)
        case .down: help.selected = min(last, help.selected + 1)
        case .pageUp: help.selected = max(0, help.selected - page)
        case .pageDown: help.selected = min(last, help.selected + page)
        case .close:
            dialog = nil
            return
        case .choose:
            guard matches.indices.contains(help.selected) else { return }
            dialog = nil
            run(matches[help.selected].command)
            return
        default:
            _ = runEverywhere(command)
            return
        }
        dialog = .help(help)
    }
}
