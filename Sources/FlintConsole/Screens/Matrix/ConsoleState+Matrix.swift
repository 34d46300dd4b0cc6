// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

extension ConsoleState {
    mutating func wantMatrix() {
        guard screen == .matrix else { return }
        if screens.matrix.isStale {
            screens.matrix.isStale = false
            outbox.append(.ask(.matrix))
        }
        explainCell()
        if let count = screens.matrix.count, count.featureID != screens.matrix.browser.list.selection {
            screens.matrix.count = nil
            if count.share != nil { outbox.append(.stopCounting) }
        }
        guard let id = screens.matrix.browser.list.selection, app.world.declares(id), screens.matrix.states[id] == nil,
            screens.matrix.count == nil
        else { return }
        count(statesOf: id)
    }

    mutating func fitMatrixColumns() {
        guard screen == .matrix else {
            screens.matrix.nameColumns = 0
            return
        }
        for id in MatrixScreen().visibleRows(in: self) {
            guard let item = MatrixScreen().item(of: id, in: self) else { continue }
            let indent = MatrixTable.indent(of: item, in: screens.matrix)
            // Text never has more cells than bytes, so most names do not have to be measured.
            guard indent + item.name.utf8.count > screens.matrix.nameColumns else { continue }
            let name = TextLayout.clipped(item.name, to: environment.size.columns, ellipsis: glyphs.ellipsis)
            screens.matrix.nameColumns = max(screens.matrix.nameColumns, indent + DisplayWidth.of(name))
        }
    }

    mutating func showMatrix(_ new: AvailabilityMatrix, _ list: PersonaList) {
        // If every feature is hidden, all are listed.
        let listsAll = screens.features.showsHidden || model.visibleCount == 0
        var new = new
        if let event = app.moment.event, !new.columns.isEmpty { new.columns[0].name = "event \(event)" }
        let comparesPersona = screens.matrix.requested != nil
        screens.matrix.replaceMatrix(
            with: listsAll ? new : new.withoutHidden, list, keeping: list.personas.map(overridesKept))
        if comparesPersona { MatrixScreen().filterChanged(in: &self) } else { MatrixScreen().rebuildRows(in: &self) }
    }

    private mutating func explainCell() {
        // Only the selected cell is explained, because an explanation costs more than the availability.
        let matrix = screens.matrix
        guard let persona = matrix.selectedPersona, let id = matrix.browser.list.selection, feature(id) != nil else {
            screens.matrix.explained = nil
            return
        }
        let question = ConsoleQuestion.explanation(
            of: id, for: persona, comparedWith: matrix.persona(ofColumn: matrix.base))
        guard matrix.explained?.question != question else { return }
        screens.matrix.explained = MatrixState.ExplainedCell(featureID: id, question: question)
        outbox.append(.ask(question))
    }

    private mutating func count(statesOf id: String) {
        screens.matrix.count = MatrixState.StateCount(featureID: id, share: 0)
        outbox.append(.countStates(id))
    }

    mutating func runMatrix(_ command: KeyCommand) {
        switch command {
        case .onlyDifferences:
            screens.matrix.showsOnlyDifferences.toggle()
            MatrixScreen().filterChanged(in: &self)
        case .compareWith:
            let name = screens.matrix.matrix?.columns[screens.matrix.column].name ?? "now"
            screens.matrix.base = screens.matrix.column
            MatrixScreen().filterChanged(in: &self)
            let key = keymap.keyText(for: .onlyDifferences, in: [.matrix]) ?? ""
            announce(
                "Compared with \(name): left and right choose the other column, \(key) shows only the differences",
                .done)
        case .applyPersona:
            if let persona = screens.matrix.selectedPersona { askToApply(persona) }
        case .savePersona: typePersona()
        case .renamePersona: typeName(of: screens.matrix.personas[screens.matrix.column - 1])
        case .deletePersona: askToDelete(screens.matrix.personas[screens.matrix.column - 1])
        case .showHidden: flipHidden()
        case .showCoverage: outbox.append(.ask(.coverage))
        case .countStates:
            guard let id = screens.matrix.browser.list.selection else { return }
            if screens.matrix.count?.featureID == id, screens.matrix.count?.share != nil {
                outbox.append(.stopCounting)
            } else {
                count(statesOf: id)
            }
        case .goTo:
            switch MatrixScreen().selectedItem(in: self) {
            case .feature(let feature)?: visitFeature(feature.id)
            case .flag(let flag)?: visit(overridable(FactReference(kind: .flag, key: flag.key)))
            case nil: break
            }
        default: break
        }
    }

    mutating func chooseColumn(by step: Int) {
        guard let columns = screens.matrix.matrix?.columns, !columns.isEmpty else { return }
        screens.matrix.column = min(max(0, screens.matrix.column + step), columns.count - 1)
        if screens.matrix.showsOnlyDifferences { MatrixScreen().filterChanged(in: &self) }
    }

    var reasonAlreadyCompared: String {
        let name = screens.matrix.selectedPersona?.name ?? "now"
        return "Already compared with \(name); left and right choose another column"
    }

    var reasonPersonaNotAllowed: String? {
        screens.matrix.selectedPersona != nil
            ? nil : "Use left and right to choose the column of a persona first"
    }

    var reasonPersonaFixed: String? {
        guard let name = screens.matrix.selectedPersona?.name else { return reasonPersonaNotAllowed }
        return screens.matrix.bundled.contains(name)
            ? "\(name) comes with the app; only saved personas can be changed" : nil
    }

    mutating func comparePersona(_ name: String) {
        go(to: .matrix)
        pane = .list
        (screens.matrix.requested, screens.matrix.isStale) = (name, true)
    }

    mutating func askToApply(_ persona: Persona) {
        let commands: [Command]
        do throws(PersonaProblem) {
            commands = try persona.commands(in: model)
        } catch {
            announce(error.description, .problem)
            return
        }
        let others = overridesKept(by: commands).map(\.identity)
        let count = commands.count { if case .setOverride(_, _?) = $0 { true } else { false } }
        let store = commands.contains { if case .setStore = $0 { true } else { false } } ? " and the store’s state" : ""
        let apply = "Apply \(count.counted("override"))\(store)"
        var options = [
            ChoiceDialog.Option.cancel,
            ChoiceDialog.Option(key: "a", title: apply, intent: .change(.sequence(commands)), hasPreview: true),
        ]
        if !others.isEmpty {
            // Overrides of facts that the persona does not mention are not a part of its state.
            options.append(
                ChoiceDialog.Option(
                    key: "r", title: "\(apply), and remove \(others.count.counted("other", plural: "others"))",
                    intent: .change(.sequence(others.map { .setOverride($0, nil) } + commands)), hasPreview: true))
        }
        let body = [persona.description, persona.omission(in: model)].compactMap(\.self).map { StyledLine($0, .dim) }
        offer("Apply \(persona.name)?", body: body, options)
    }

    private func overridesKept(by persona: Persona) -> [OverrideRecord] {
        // Without overrides, the persona's commands need not be found, which would take longer with every fact.
        guard !model.overrides.isEmpty, let commands = try? persona.commands(in: model) else { return [] }
        return overridesKept(by: commands)
    }

    private func overridesKept(by commands: [Command]) -> [OverrideRecord] {
        let facts = Set(commands.compactMap { if case .setOverride(let fact, _) = $0 { fact } else { nil } })
        return model.overrides.filter { !facts.contains($0.identity) }
    }

    private mutating func typePersona() {
        let count = model.overrides.count
        guard count > 0 else {
            dialog = .form(personaForm(.state, title: "Save the current state as a persona"))
            return
        }
        let overrides = count.counted("override")
        let whole = personaForm(.state, title: "Save the current state as a persona")
        let part = personaForm(.overrides, title: "Save \(overrides) as a persona")
        offer(
            "Save a persona",
            [
                ChoiceDialog.Option(title: "The whole state", intent: .open(whole)),
                ChoiceDialog.Option(key: "o", title: "Only the \(overrides)", intent: .open(part)),
            ])
    }

    private func personaForm(_ scope: Persona.Scope, title: String) -> FormDialog {
        FormDialog(
            title: title,
            fields: [
                FormDialog.Field(name: "name", description: "asks before it replaces a persona", isRequired: true),
                FormDialog.Field(name: "description", description: "optional", isRequired: false),
            ], purpose: .savePersona(scope))
    }

    mutating func submitPersona(_ form: FormDialog, of scope: Persona.Scope) {
        let (name, description) = (form.fieldText(at: 0), form.fieldText(at: 1))
        let command = Command.savePersona(
            name: name, description: description.isEmpty ? nil : description, of: scope)
        if screens.matrix.personas.contains(where: { $0.name == name }) {
            confirm(
                "Replace the persona \(name)?", cancel: "Keep it", "r", "Replace it", command)
            return
        }
        submit(form, as: command)
        send(command, .change)
    }

    private mutating func typeName(of persona: Persona) {
        dialog = .form(
            FormDialog(
                title: "Rename the persona \(persona.name)",
                fields: [
                    FormDialog.Field(
                        name: "name", description: "the new name", isRequired: true, field: TextField(persona.name))
                ], purpose: .renamePersona(persona.name)))
    }

    mutating func submitRename(_ form: FormDialog, of old: String) {
        let name = form.fieldText(at: 0)
        guard name != old, let persona = screens.matrix.personas.first(where: { $0.name == old }) else {
            dialog = nil
            return
        }
        if screens.matrix.personas.contains(where: { $0.name == name }) {
            var form = form
            form.problem = "There is already a persona \(name)"
            dialog = .form(form)
            return
        }
        let command = Command.rename(persona, to: name)
        submit(form, as: command)
        send(command, .change)
    }

    private mutating func askToDelete(_ persona: Persona) {
        confirm(
            "Delete the persona \(persona.name)?", cancel: "Keep it", "d", "Delete it",
            .setPersona(name: persona.name, persona: nil))
    }
}
