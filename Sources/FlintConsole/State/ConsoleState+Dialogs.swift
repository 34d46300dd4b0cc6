// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

extension ChoiceDialog {
    /// Returns this dialog with the selection, the scroll position, and the terms of the open dialog that it replaces.
    func replacing(_ old: ChoiceDialog) -> ChoiceDialog {
        var dialog = self
        dialog.selected = old.selected
        dialog.bodyTop = old.bodyTop
        dialog.showsWholeEffect = old.showsWholeEffect
        dialog.terms = old.terms
        return dialog
    }

    func row(for key: KeyPress) -> Int? {
        guard case .character(let letter) = key.key, key.modifiers.isEmpty else { return nil }
        return options.firstIndex { $0.key == letter }
    }
}

extension ConsoleState {
    mutating func runInChoices(_ command: KeyCommand) {
        guard case .choices(var choices) = dialog else { return }
        let last = max(0, choices.options.count - 1)
        switch command {
        case .up, .down:
            choices.selected =
                command.row(from: choices.selected, count: choices.options.count, page: 1) ?? choices.selected
        case .first: choices.selected = 0
        case .last: choices.selected = last
        case .pageUp, .pageDown:
            let view = ChoiceView(choices, in: self)
            if view.hiddenBodyLines > 0 {
                let step = command == .pageUp ? -view.bodyPage : view.bodyPage
                choices.bodyTop = min(max(0, choices.bodyTop + step), view.hiddenBodyLines)
            } else if let row = command.row(from: choices.selected, count: last + 1, page: view.optionLines) {
                choices.selected = row
            }
        case .choose:
            choose(choices.selected)
            return
        case .nextPlace: choices.showNextPlace()
        case .nextExpiry: choices.terms.cycle(by: 1)
        case .previousExpiry: choices.terms.cycle(by: -1)
        case .showWholeEffect:
            choices.showsWholeEffect.toggle()
            choices.bodyTop = 0
        case .giveReason:
            typeReason(for: choices)
            return
        case .compareSource:
            guard choices.options.indices.contains(choices.selected),
                let source = choices.options[choices.selected].source
            else { return }
            dialog = nil
            compare(with: source)
            return
        case .copy:
            copyCommandLine(of: choices)
            return
        // The first close leads back to the options.
        case .close where choices.showsWholeEffect:
            choices.showsWholeEffect = false
            choices.bodyTop = 0
        case .close:
            cancel(choices)
            return
        default:
            _ = runEverywhere(command)
            return
        }
        dialog = .choices(choices)
    }

    mutating func choose(_ row: Int) {
        guard case .choices(let choices) = dialog, choices.options.indices.contains(row) else { return }
        let option = choices.options[row]
        if let reason = option.reason {
            reject(reason, .problem)
            return
        }
        if option.intent == .close {
            cancel(choices)
            return
        }
        dialog = nil
        take(option.intent, terms: choices.terms)
    }

    mutating func offer(
        _ title: String, body: [StyledLine] = [], _ options: [ChoiceDialog.Option], selected: Int? = nil
    ) {
        dialog = .choices(ChoiceDialog(title: title, body: body, options: options, selected: selected))
    }

    /// Opens a dialog that sends a command after a confirmation.
    ///
    /// If `isForecast` is `true`, the dialog shows the command's effect.
    mutating func confirm(
        _ title: String, body: [StyledLine] = [], cancel: String = "Cancel", _ key: Character, _ option: String,
        _ command: Command, isForecast: Bool = false
    ) {
        let options = [
            ChoiceDialog.Option(title: cancel, intent: .close),
            ChoiceDialog.Option(key: key, title: option, intent: .change(command), hasPreview: isForecast),
        ]
        offer(title, body: body, options)
    }

    private mutating func cancel(_ choices: ChoiceDialog) {
        dialog = nil
        // After a user has declined to unlock a feature, its action must not open by itself.
        if choices.followsRefusal { commands.offer = nil }
        if choices.makesChanges { announce("Nothing was changed", .notice) }
    }

    /// Carries out an intent unless its target was removed while the dialog was open.
    mutating func take(_ intent: Intent, terms: OverrideTerms) {
        if let missing = missingTarget(of: intent) {
            reject("\(missing) was removed: nothing was changed", .problem)
            return
        }
        switch intent {
        case .close: break
        case .change(let command): change(command, terms: terms)
        case .perform(let feature, let action): startAction(feature: feature, action: action)
        case .offerAction(_, let action): chooseAction(marking: action)
        case .offerPlans(let id, let plan): showUnlockPlans(of: id, marking: plan)
        case .openDeclaration: openDeclaration()
        case .beginFlow(let feature, let invocation): beginFlow(of: feature, thenPerform: invocation)
        case .showFlow: showFlow()
        case .replaceFlow(let feature, let invocation):
            // A waiting flow must end before another one begins.
            if isFlowWaiting { send(.answerFlow(.abandon), .flow) }
            send(.beginFlow(feature: feature, thenPerform: invocation), .flow)
        case .chooseValue(let fact): offerValues(of: [fact])
        case .typeValue(let fact): typeValue(of: fact, terms: terms)
        case .goTo(let fact): visit(fact)
        case .goToFeature(let id): visitFeature(id)
        case .showEvent(let id): showOnTimeline(event: id)
        case .offerFocus(let id): offerFocus(id)
        case .readImpact(let fact): outbox.append(.ask(.impact(of: fact.reference)))
        case .stopWatching(let item): stopWatching(item)
        case .removeOverride(let record): send(.setOverride(record.identity, nil), .change)
        case .typeAdvance: typeAdvance()
        case .open(let form): dialog = .form(form)
        case .askToResetStore: askToResetStore()
        case .leaveWhatIf(let applies): leaveWhatIf(applying: applies)
        case .copy(let part): copy(part)
        case .openSource(let source): open(source)
        case .offerPlay(let scenario): offerPlay(scenario)
        case .play(let title, let script): play(script, title: title)
        case .listSettings(let group): listSettings(group)
        case .set(let change): set(change)
        case .changeProduction(let changes): changeProduction(changes)
        case .showLevel(let level): LogsScreen().show(level: level, in: &self)
        case .showTopic(let topic): LogsScreen().show(topic: topic, in: &self)
        case .read(let message):
            let close = ChoiceDialog.Option(title: "Close", intent: .close, commandLines: message.commandLines)
            let body = [StyledLine(message.text)] + message.commandLines.map { StyledLine($0, .dim) }
            offer("Message", body: body, [close])
        }
    }

    private func missingTarget(of intent: Intent) -> String? {
        switch intent {
        case .close, .openDeclaration, .typeAdvance, .open, .askToResetStore, .leaveWhatIf, .copy, .showLevel,
            .showTopic, .read, .showFlow, .stopWatching, .openSource, .offerPlay, .play, .listSettings, .set:
            nil
        case .changeProduction: intent.command.flatMap { missingTarget(of: $0) }
        case .removeOverride(let record):
            model.override(of: record.identity) == nil ? "The override of \(model.title(of: record.identity))" : nil
        case .change(let command): missingTarget(of: command)
        case .perform(let id, let action), .offerAction(let id, let action):
            feature(id) == nil
                ? id
                : app.explanations.features[id].map { $0.actions.contains { $0.id == action } } == false ? action : nil
        case .beginFlow(let id, _), .replaceFlow(let id, _), .goToFeature(let id), .offerPlans(let id, _),
            .offerFocus(let id):
            feature(id) == nil ? id : nil
        case .showEvent(let id): screens.timeline.tail.rows.fold.entry(with: id) == nil ? "Event \(id)" : nil
        case .chooseValue(let fact), .typeValue(let fact), .goTo(let fact), .readImpact(let fact):
            model.has(fact.reference) ? nil : fact.key
        }
    }

    private func missingTarget(of command: Command) -> String? {
        switch command {
        case .setOverride(let fact, _), .setValue(let fact, _): model.has(fact) ? nil : fact.key
        case .focus(let id, _): feature(id) == nil ? id : nil
        case .store(let event): event.productID.flatMap { product($0) == nil ? $0 : nil }
        case .sequence(let commands): commands.lazy.compactMap { missingTarget(of: $0) }.first
        case .removeAllOverrides, .removeOverridesOfKind, .restoreOverrides, .restartApp, .beginSession, .restoreDevice,
            .setStore,
            .perform, .openURL, .beginFlow, .answerFlow, .setBackgroundWork, .savePersona, .setPersona, .undo,
            .redo:
            nil
        }
    }

    mutating func runInForm(_ command: KeyCommand) {
        guard case .form(var form) = dialog else { return }
        let last = max(0, form.fields.count - 1)
        switch command {
        case .nextField: form.focus = form.focus == last ? 0 : form.focus + 1
        case .previousField: form.focus = form.focus == 0 ? last : form.focus - 1
        case .choose where !form.isAtEnd: form.focus += 1
        case .choose:
            submit(form)
            return
        case .close:
            // The reason belongs to an override in another dialog, so that dialog opens again.
            if case .reason(let choices) = form.purpose { dialog = .choices(choices) } else { dialog = nil }
            return
        default:
            _ = runEverywhere(command)
            return
        }
        dialog = .form(form)
    }

    private mutating func submit(_ form: FormDialog) {
        var form = form
        if let row = form.fields.firstIndex(where: { $0.isRequired && $0.field.text.allSatisfy { $0 == " " } }) {
            form.focus = row
            form.problem = "\(form.fields[row].name) is required"
            dialog = .form(form)
            return
        }
        switch form.purpose {
        case .value(let fact): submitValue(form, of: fact)
        case .savePersona(let scope): submitPersona(form, of: scope)
        case .renamePersona(let name): submitRename(form, of: name)
        case .reason(var choices):
            choices.terms.reason = form.fieldText(at: 0)
            dialog = .choices(choices)
        case .advanceStore: submitAdvance(form)
        case .write(let file):
            dialog = nil
            outbox.append(.write(file, path: form.fieldText(at: 0)))
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

    /// Closes a form whose command is about to be sent, and retains the form in case the command fails.
    mutating func submit(_ form: FormDialog, as command: Command) {
        dialog = nil
        commands.submit(form, as: command)
    }

    mutating func perform(_ invocation: ActionInvocation) {
        if let missing = missingTarget(of: .perform(feature: invocation.feature, action: invocation.action)) {
            reject("\(missing) was removed: nothing was performed", .problem)
            return
        }
        send(.perform(invocation), .perform(invocation))
    }

    mutating func runInHelp(_ command: KeyCommand) {
        guard case .help(var help) = dialog else { return }
        let matches = help.matches
        if command == .pageDown || command == .pageUp {
            help.selected = HelpView(help, in: self).entry(afterPageDown: command == .pageDown)
            dialog = .help(help)
            return
        }
        if let row = command.row(from: help.selected, count: matches.count, page: 1) {
            help.selected = row
            dialog = .help(help)
            return
        }
        switch command {
        case .close: dialog = nil
        case .choose:
            guard matches.indices.contains(help.selected) else { return }
            let entry = matches[help.selected]
            guard let chosen = entry.command else { return announce("\(entry.term): \(entry.description)", .notice) }
            dialog = nil
            run(chosen)
        default: _ = runEverywhere(command)
        }
    }
}
