// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

extension ConsoleState {
    /// Requests the matrix if it is visible and outdated, and counts the selected feature's states.
    mutating func wantMatrix() {
        guard screen == .matrix else { return }
        if matrix.isStale {
            matrix.isStale = false
            outbox.append(.ask(.matrix))
        }
        explainCell()
        if let count = matrix.count, count.featureID != matrix.browser.list.selection {
            matrix.count = nil
            if count.share != nil { outbox.append(.stopCounting) }
        }
        guard let id = matrix.browser.list.selection, world.declares(id), matrix.states[id] == nil, matrix.count == nil
        else { return }
        count(statesOf: id)
    }

    /// Widens the column of names to fit the visible features.
    mutating func fitMatrixColumns() {
        guard screen == .matrix else {
            matrix.nameColumns = 0
            return
        }
        for id in MatrixScreen().visibleRows(in: self) {
            guard let feature = self.feature(id) else { continue }
            let indent = MatrixTable.indent(of: feature, in: matrix)
            // Text never has more cells than bytes, so most names don't have to be measured.
            guard indent + feature.name.utf8.count > matrix.nameColumns else { continue }
            let name = TextLayout.clipped(feature.name, to: environment.size.columns, ellipsis: signs.ellipsis)
            matrix.nameColumns = max(matrix.nameColumns, indent + DisplayWidth.of(name))
        }
    }

    mutating func receive(_ new: AvailabilityMatrix, _ list: PersonaList) {
        // If every feature is hidden, all are listed.
        matrix.matrix = features.showsHidden || model.visibleCount == 0 ? new : new.withoutHidden
        let (column, base) = (matrix.column(matrix.column, in: list), matrix.column(matrix.base, in: list))
        matrix.explained = nil
        (matrix.personas, matrix.problems) = (list.personas, list.problems)
        matrix.bundled = Set(list.bundled ?? [])
        let last = max(0, new.columns.count - 1)
        matrix.column = min(column, last)
        matrix.base = min(base, last)
        if let name = matrix.requested, let column = new.columns.dropFirst().firstIndex(where: { $0.name == name }) {
            (matrix.column, matrix.base, matrix.showsOnlyDifferences) = (column, 0, true)
        }
        matrix.requested = nil
        MatrixScreen().rebuildRows(in: &self)
    }

    /// Requests the explanation of the selected cell unless it is known.
    ///
    /// Only the selected cell is explained, because an explanation costs more than the availability.
    private mutating func explainCell() {
        guard let persona = matrix.selectedPersona, let id = matrix.browser.list.selection, feature(id) != nil else {
            matrix.explained = nil
            return
        }
        let question = ConsoleQuestion.explanation(
            of: id, for: persona, comparedWith: matrix.persona(ofColumn: matrix.base))
        guard matrix.explained?.question != question else { return }
        matrix.explained = MatrixState.ExplainedCell(featureID: id, question: question)
        outbox.append(.ask(question))
    }

    mutating func receive(_ explanation: PersonaExplanation?, to question: ConsoleQuestion) {
        if matrix.explained?.question == question { matrix.explained?.explanation = explanation }
    }

    mutating func receive(share: Double, ofCount id: String) {
        guard matrix.count?.featureID == id, matrix.count?.share != nil else { return }
        matrix.count?.share = share
    }

    /// Stores a feature's counted states, or records that the count was stopped if `states` is `nil`.
    mutating func receive(_ states: AvailableStates?, of id: String) {
        if let states {
            if matrix.states.count >= 256 { matrix.states = [:] }
            matrix.states[id] = states
        }
        guard matrix.count?.featureID == id else { return }
        matrix.count = states == nil ? MatrixState.StateCount(featureID: id, share: nil) : nil
    }

    private mutating func count(statesOf id: String) {
        matrix.count = MatrixState.StateCount(featureID: id, share: 0)
        outbox.append(.countStates(id))
    }

    mutating func runMatrix(_ command: KeyCommand) {
        switch command {
        case .onlyDifferences:
            matrix.showsOnlyDifferences.toggle()
            MatrixScreen().filterChanged(in: &self)
        case .compareWith:
            let name = matrix.matrix?.columns[matrix.column].name ?? "now"
            guard matrix.base != matrix.column else {
                announce("Already compared with \(name); left and right choose another column", .notice)
                return
            }
            matrix.base = matrix.column
            MatrixScreen().filterChanged(in: &self)
            let key = keymap.keyText(for: .onlyDifferences, in: [.matrix]) ?? ""
            announce(
                "Compared with \(name): left and right choose the other column, \(key) shows only the differences",
                .done)
        case .applyPersona:
            if let persona = matrix.selectedPersona { askToApply(persona) }
        case .savePersona: typePersona()
        case .renamePersona: typeName(of: matrix.personas[matrix.column - 1])
        case .deletePersona: askToDelete(matrix.personas[matrix.column - 1])
        case .showHidden: flipHidden()
        case .showCoverage: outbox.append(.ask(.coverage))
        case .countStates:
            guard let id = matrix.browser.list.selection else { return }
            if matrix.count?.featureID == id, matrix.count?.share != nil {
                outbox.append(.stopCounting)
            } else {
                count(statesOf: id)
            }
        case .goTo:
            if let id = matrix.browser.list.selection { visitFeature(id) }
        default: break
        }
    }

    mutating func chooseColumn(by step: Int) {
        guard let columns = matrix.matrix?.columns, !columns.isEmpty else { return }
        matrix.column = min(max(0, matrix.column + step), columns.count - 1)
        if matrix.showsOnlyDifferences { MatrixScreen().filterChanged(in: &self) }
    }

    /// The reason there is no persona to apply, rename, or delete, or `nil` if the current column has one.
    var reasonPersonaNotAllowed: String? {
        matrix.selectedPersona != nil
            ? nil : "Use left and right to choose the column of a persona first"
    }

    /// The reason the persona of the current column cannot be renamed or deleted, or `nil` if it can.
    var reasonPersonaFixed: String? {
        guard let name = matrix.selectedPersona?.name else { return reasonPersonaNotAllowed }
        return matrix.bundled.contains(name) ? "\(name) comes with the app; only saved personas can be changed" : nil
    }

    /// Shows the features that differ between a persona and the present state.
    mutating func comparePersona(_ name: String) {
        let before = screen
        screen = .matrix
        if before != screen { rememberReturn(to: before) }
        pane = .list
        (matrix.requested, matrix.isStale) = (name, true)
    }

    mutating func askToApply(_ persona: Persona) {
        let commands: [Command]
        do throws(PersonaProblem) {
            commands = try persona.commands(in: model)
        } catch {
            announce(error.description, .problem)
            return
        }
        let body = persona.description.map { [StyledLine($0, .dim)] } ?? []
        dialog = .choices(
            ChoiceDialog(
                title: "Apply \(persona.name)?", body: body,
                options: [
                    ChoiceDialog.Option(title: "Cancel", intent: .close),
                    ChoiceDialog.Option(
                        key: "a", title: "Apply \(commands.count) overrides", intent: .change(.sequence(commands)),
                        hasPreview: true),
                ]))
    }

    private mutating func typePersona() {
        dialog = .form(
            FormDialog(
                title: "Save the current state as a persona",
                fields: [
                    FormDialog.Field(
                        name: "name", description: "asks before it replaces a persona", isRequired: true),
                    FormDialog.Field(
                        name: "description", description: "optional", isRequired: false),
                ], purpose: .savePersona))
    }

    mutating func submitPersona(_ form: FormDialog) {
        let (name, description) = (form.text(0), form.text(1))
        let command = Command.savePersona(name: name, description: description.isEmpty ? nil : description)
        if matrix.personas.contains(where: { $0.name == name }) {
            dialog = .choices(
                ChoiceDialog(
                    title: "Replace the persona \(name)?",
                    options: [
                        ChoiceDialog.Option(title: "Keep it", intent: .close),
                        ChoiceDialog.Option(
                            key: "r", title: "Replace it with the current state", intent: .change(command)),
                    ], waitsForArrow: true))
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
        let name = form.text(0)
        guard name != old, let persona = matrix.personas.first(where: { $0.name == old }) else {
            dialog = nil
            return
        }
        if matrix.personas.contains(where: { $0.name == name }) {
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
        dialog = .choices(
            ChoiceDialog(
                title: "Delete the persona \(persona.name)?",
                options: [
                    ChoiceDialog.Option(title: "Keep it", intent: .close),
                    ChoiceDialog.Option(
                        key: "d", title: "Delete it", intent: .change(.setPersona(name: persona.name, persona: nil))),
                ]))
    }
}
