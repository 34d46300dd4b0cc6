// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    /// Opens the dialog that changes facts with the same possible values, and shows each value's effect on features.
    ///
    /// A single fact can also be changed in its actual place, such as the store. If a fact has too many values, the
    /// dialog offers only the values that requirements distinguish, and a form for the others. If no requirement
    /// distinguishes any values, the form opens immediately.
    mutating func offerValues(of facts: [OverridableFact], inActualPlace isActual: Bool = false) {
        guard let fact = facts.first else { return }
        if isActual, actualPlace(of: fact) == nil { return reject("\(fact.title) can only be overridden") }
        if !fact.hasChoices(in: model), !declaresDependents(of: fact) {
            commands.offeredFact = fact
            return
        }
        if let dialog = changeDialog(of: facts, showing: isActual ? 1 : 0) {
            self.dialog = .choices(dialog)
        } else {
            typeValue(of: fact)
        }
    }

    /// Offers the values of the fact that was waiting for the features that depend on it.
    mutating func offerWaitingFact() {
        guard let fact = commands.offeredFact, declaresDependents(of: fact), dialog == nil else { return }
        commands.offeredFact = nil
        offerValues(of: [fact])
    }

    private func declaresDependents(of fact: OverridableFact) -> Bool {
        model.key(of: fact.reference).map(app.world.declaresDependents) ?? true
    }

    /// Returns the dialog that changes facts, or `nil` if the value of the only fact is typed.
    func changeDialog(of facts: [OverridableFact], showing place: Int) -> ChoiceDialog? {
        guard let fact = facts.first else { return nil }
        guard let override = overridePlace(of: facts) else { return nil }
        let places = [override] + (facts.count == 1 ? actualPlace(of: fact).map { [$0] } ?? [] : [])
        let title = facts.count == 1 ? fact.title : facts.countedByKind
        return ChoiceDialog(
            title: "\(places.count == 1 ? "Override" : "Change") \(title)", places: places,
            showing: min(place, places.count - 1))
    }

    private func overridePlace(of facts: [OverridableFact]) -> ChoiceDialog.Place? {
        let values = facts.map { $0.values(in: app.world) }
        guard !values[0].isEmpty else { return nil }
        let records = facts.map { $0.record(in: model) }
        // The current value is marked only if the facts share it.
        let isShared = records.allSatisfy { $0?.value == records[0]?.value }
        let record = isShared ? records[0] : nil
        let expiry = record.map(expiryText) ?? ""
        var options = values[0].enumerated().map { index, value in
            let isCurrent =
                if case .setOverride(_, let override?) = value.command {
                    override.value == record?.value
                } else {
                    false
                }
            return ChoiceDialog.Option(
                key: Self.letter(for: value.command), title: value.title, note: isCurrent ? expiry : "",
                isCurrent: isCurrent, intent: .change(.all(values.map { $0[index].command })), hasPreview: true)
        }
        if !facts[0].hasChoices(in: model) {
            let isCurrent = record != nil && !options.contains(where: \.isCurrent)
            let value = record.map { "\(model.displayValue(of: $0)) \(expiry)" } ?? ""
            options.append(
                ChoiceDialog.Option(
                    title: "another value\(glyphs.ellipsis)", note: isCurrent ? value : "", isCurrent: isCurrent,
                    intent: .typeValue(facts[0])))
        }
        options.append(
            ChoiceDialog.Option(
                key: "x", title: "no override", isCurrent: isShared && record == nil,
                intent: .change(.all(facts.map(\.removal))), hasPreview: true))
        // The simulated store can change the product while the dialog is open.
        let isSold = facts.count == 1 && facts[0].kind == .purchase && model.status.store != nil
        return ChoiceDialog.Place(
            name: "as an override",
            body: facts[0].hasChoices(in: model) ? [] : [StyledLine("Now: \(presentValue(of: facts[0]))", .dim)],
            options: options, subject: isSold ? .product(facts[0].key) : nil)
    }

    private func actualPlace(of fact: OverridableFact) -> ChoiceDialog.Place? {
        storePlace(of: fact) ?? systemPlace(of: fact) ?? settingPlace(of: fact) ?? providerPlace(of: fact)
    }

    /// Returns a place in which a fact can be set to one of several values.
    ///
    /// The value `nil` removes the fact's value there.
    func place(
        _ name: String, _ about: String, of fact: OverridableFact, _ values: [(title: String, value: FactValue?)],
        current: FactValue?
    ) -> ChoiceDialog.Place {
        let options = values.map { title, value in
            let command = Command.setValue(fact.reference, value)
            return ChoiceDialog.Option(
                key: Self.letter(for: command), title: title, isCurrent: value == current, intent: .change(command),
                hasPreview: true)
        }
        return ChoiceDialog.Place(name: name, body: [StyledLine(about, .dim)], options: options)
    }

    /// Returns the letter that chooses a value in a dialog, or `nil` for a value without a letter.
    ///
    /// If the default keymap has a key that overrides a fact with the value, the letter is the same as that key.
    static func letter(for command: Command) -> Character? {
        switch command {
        case .setOverride(let fact, let override?):
            (fact.kind == .flag ? flagLetters : letters)[override.value]
        case .setValue(_, nil): "x"
        case .setValue(let fact, let value?):
            fact.kind.domain.choice(value).flatMap { flagLetters[$0.id] ?? letters[$0.id] }
        case .setOverride(_, nil), .removeOverridesOfKind, .removeAllOverrides, .restoreOverrides, .store, .restartApp,
            .beginSession, .focus, .perform, .openURL, .beginFlow, .answerFlow, .setBackgroundWork,
            .restoreDevice, .setStore, .savePersona, .setPersona, .sequence, .undo, .redo:
            nil
        }
    }

    private static let letters: [String: Character] = [
        "purchased": "b", "not-purchased": "m", "unknown": "i", "not-determined": "n", "authorized": "a", "denied": "d",
        "restricted": "r", "unsupported": "u", "on": "o", "off": "f",
    ]

    private static let flagLetters: [String: Character] = ["on": "+", "off": "-"]

    mutating func change(_ command: Command, terms: OverrideTerms) {
        send(terms.isDefault ? command : command.applying(terms), .change)
    }

    mutating func typeReason(for choices: ChoiceDialog) {
        dialog = .form(
            FormDialog(
                title: "Reason for the override",
                fields: [
                    FormDialog.Field(
                        name: "reason", description: "stored with the override; optional", isRequired: false,
                        field: TextField(choices.terms.reason))
                ], purpose: .reason(choices)))
    }

    mutating func offerPlatforms() {
        offerValues(of: [OverridableFact(.platform, title: "the platform")])
    }

    /// Asks for a value in a form, with the expiry and the reason that were chosen in a list of values.
    mutating func typeValue(of fact: OverridableFact, terms: OverrideTerms = OverrideTerms()) {
        let now = fact.record(in: model)
        let isPlatform = fact.kind == .platform
        let scope =
            app.whatIf != nil
            ? "Tried only in this what-if session"
            : isPlatform ? "Overrides the app's platform now" : "Overrides the fact in the app now"
        let example = model.key(of: fact.reference)?.domain.example ?? ""
        var body = [StyledLine(scope, .strong), StyledLine("Now: \(presentValue(of: fact))", .dim)]
        if let expiry = now.flatMap(expiryText) { body.append(StyledLine("The override is kept \(expiry).", .dim)) }
        dialog = .form(
            FormDialog(
                title: "Override \(isPlatform ? "the platform" : fact.title)", body: body,
                fields: [
                    FormDialog.Field(
                        name: isPlatform ? "platform" : "value",
                        description: "such as \(example); empty for no override",
                        isRequired: false, field: TextField(now?.value ?? "")),
                    FormDialog.Field(
                        name: "kept", description: "this session, 2 hours, 3 uses; empty: until removed",
                        isRequired: false, field: TextField(terms.typedExpiry)),
                    FormDialog.Field(
                        name: "reason", description: "stored with the override; optional", isRequired: false,
                        field: TextField(terms.reason.isEmpty ? now?.reason ?? "" : terms.reason)),
                ], purpose: .value(fact)))
    }

    private func presentValue(of fact: OverridableFact) -> String {
        if fact.kind == .platform { return "\(model.status.platform)" }
        let key = model.key(of: fact.reference)
        return key.flatMap { model.listedFact(for: fact.reference)?.value.displayText(for: $0) } ?? ""
    }

    mutating func submitValue(_ form: FormDialog, of fact: OverridableFact) {
        let words = form.fields[0].field.text.split(separator: " ").joined(separator: " ")
        do {
            let terms = try OverrideTerms(typed: form.fieldText(at: 1), reason: form.fieldText(at: 2))
            let command = Command.setOverride(fact.reference, words.isEmpty ? nil : Override(value: words))
            submit(form, as: command)
            change(command, terms: terms)
        } catch {
            var form = form
            form.focus = 1
            form.problem =
                "\(glyphs.quoted(form.fieldText(at: 1))) \(error.message(examples: "2 hours or 3 uses"))"
            dialog = .form(form)
        }
    }

    /// Opens the list of all differences from the app's initial state.
    ///
    /// Overrides come first, with their expiry and reason. The user can remove a single difference, all overrides of a
    /// kind, or everything.
    mutating func listDifferences() {
        let records = model.overrides
        var options = [ChoiceDialog.Option(title: "Keep everything", intent: .close)]
        options += records.map { record in
            let terms = termsText(of: record)
            let note = model.displayValue(of: record) + glyphs.separator + terms
            return ChoiceDialog.Option(
                title: model.title(of: record.identity), note: note, intent: .removeOverride(record), hasPreview: true,
                details: "Remove: \(model.title(of: record.identity)), \(note)")
        }
        options += model.status.differences.map { difference in
            let initial = difference.initial.map { ", initially \($0)" } ?? ""
            let note = "\(difference.kind.displayText): \(difference.value)\(initial)"
            return ChoiceDialog.Option(
                title: difference.title, note: note, intent: .change(difference.removal), hasPreview: true,
                details: "Reset: \(difference.title), \(note)")
        }
        let kinds = model.factKinds.filter { kind in records.contains { $0.kind == kind } }
        if kinds.count > 1 {
            for kind in kinds {
                let count = records.count { $0.kind == kind }
                guard count > 1 else { continue }
                options.append(
                    ChoiceDialog.Option(
                        title: "All \(kind.pluralTitle)", note: "\(count) overrides",
                        intent: .change(.removeOverridesOfKind(kind)), hasPreview: true,
                        details: "Remove all \(count) overrides of \(kind.pluralTitle)"))
            }
        }
        if records.count > 1 {
            options.append(
                ChoiceDialog.Option(
                    title: model.status.differences.isEmpty ? "All" : "All overrides",
                    note: "\(records.count) overrides", intent: .change(.removeAllOverrides),
                    hasPreview: true, details: "Remove all \(records.count) overrides"))
        }
        let count = model.differenceCount
        if count > 1, !model.status.differences.isEmpty, let removal = model.removalOfDifferences {
            options.append(
                ChoiceDialog.Option(
                    title: "Everything", note: "\(count) differences", intent: .change(removal), hasPreview: true,
                    details: "Reset all \(count) differences"))
        }
        let title = model.status.differences.isEmpty ? "Overrides" : "Differences from the initial state"
        let hint = reasonChangesNotAllowed == nil ? " \(glyphs.dash) enter removes the marked one" : ""
        offer(title + hint, options)
    }

    mutating func askToRemoveAllOverrides() {
        let count = model.overrides.count == 1 ? "the override" : "all \(model.overrides.count) overrides"
        askToRemove(Array(model.overrides), words: count, command: .removeAllOverrides)
    }

    mutating func askToRemoveOverridesOfScreen() {
        guard let kind = chosenKind else { return }
        let records = model.overrides.filter { $0.kind == kind }
        let words =
            records.count == 1
            ? "the override of \(kind.pluralTitle)" : "all \(records.count) overrides of \(kind.pluralTitle)"
        askToRemove(records, words: words, command: .removeOverridesOfKind(kind))
    }

    private mutating func askToRemove(_ records: [OverrideRecord], words: String, command: Command) {
        var body = records.prefix(8).map { record in
            var line = StyledLine(model.title(of: record.identity), .strong).adding(
                "  \(model.displayValue(of: record))", .overridden)
            line.append("  \(termsText(of: record))", .dim)
            return line
        }
        if records.count > body.count { body.append(StyledLine("and \(records.count - body.count) more", .dim)) }
        confirm(
            "Remove \(words)?", body: body, cancel: "Keep", "d", "Remove \(words)", command, isForecast: true)
    }
}

extension StateDifference.Kind {
    fileprivate var displayText: String {
        switch self {
        case .setting: "user setting"
        case .flag: "flag"
        case .permission: "system"
        case .purchase, .store: "store"
        }
    }
}
