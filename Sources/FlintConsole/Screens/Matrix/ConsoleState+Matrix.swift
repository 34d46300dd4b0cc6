import InspectorKit

extension ConsoleState {
    /// Asks for the matrix if it is looked at and out of date, and for the states of the selected feature.
    mutating func wantMatrix() {
        guard screen == .matrix else { return }
        if matrix.isStale {
            matrix.isStale = false
            outbox.append(.readMatrix)
        }
        if let count = matrix.count, count.featureID != matrix.browser.list.selection {
            matrix.count = nil
            if count.share != nil { outbox.append(.stopCounting) }
        }
        guard let id = matrix.browser.list.selection, feature(id) != nil, matrix.states[id] == nil, matrix.count == nil
        else { return }
        count(statesOf: id)
    }

    /// Takes in the matrix.
    mutating func receive(_ new: AvailabilityMatrix, _ list: PersonaList) {
        matrix.matrix = new
        (matrix.personas, matrix.problems) = (list.personas, list.problems)
        let last = max(0, new.columns.count - 1)
        matrix.column = min(matrix.column, last)
        matrix.base = min(matrix.base, last)
        MatrixScreen().rebuildRows(in: &self)
    }

    /// Takes in how far a count is.
    mutating func receive(share: Double, ofCount id: String) {
        guard matrix.count?.featureID == id, matrix.count?.share != nil else { return }
        matrix.count?.share = share
    }

    /// Takes in the states of a feature; without them, the count was stopped.
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

    /// Runs a command of the Matrix screen.
    mutating func runMatrix(_ command: KeyCommand) {
        switch command {
        case .onlyDifferences:
            matrix.showsOnlyDifferences.toggle()
            MatrixScreen().filterChanged(in: &self)
        case .compareWith:
            let name = matrix.matrix?.columns[matrix.column].name ?? "now"
            guard matrix.base != matrix.column else {
                announce("Compared with \(name) already; left and right choose another column", .notice)
                return
            }
            matrix.base = matrix.column
            MatrixScreen().filterChanged(in: &self)
            announce("Compared with \(name)", .done)
        case .applyPersona: askToApplyPersona()
        case .savePersona: typePersona()
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

    /// Chooses the next column to the right, or to the left with a negative step.
    mutating func chooseColumn(by step: Int) {
        guard let columns = matrix.matrix?.columns, !columns.isEmpty else { return }
        matrix.column = min(max(0, matrix.column + step), columns.count - 1)
        if matrix.showsOnlyDifferences { MatrixScreen().filterChanged(in: &self) }
    }

    /// Why no persona can be applied now, or `nil` if one can.
    var reasonAgainstApplyingPersona: String? {
        matrix.column > 0 && matrix.personas.indices.contains(matrix.column - 1)
            ? nil : "Choose the column of a persona with left and right first"
    }

    /// Asks before the chosen persona is applied, with the effect.
    private mutating func askToApplyPersona() {
        let persona = matrix.personas[matrix.column - 1]
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
                        key: "a", title: "Make \(commands.count) overrides", intent: .change(.sequence(commands)),
                        hasPreview: true),
                ]))
    }

    /// Asks for the name under which the present state is saved.
    private mutating func typePersona() {
        dialog = .form(
            FormDialog(
                title: "Save the present state as a persona",
                fields: [
                    FormDialog.Field(
                        name: "name", description: "one that exists is replaced", isRequired: true),
                    FormDialog.Field(
                        name: "description", description: "who it stands for; may be empty", isRequired: false),
                ], purpose: .savePersona))
    }

    /// Saves the present state under the name that was typed.
    mutating func submitPersona(_ form: FormDialog) {
        let (name, description) = (form.fields[0].field.text.trimmed, form.fields[1].field.text.trimmed)
        let command = Command.savePersona(name: name, description: description.isEmpty ? nil : description)
        submit(form, as: command)
        send(command, .change)
        matrix.isStale = true
    }
}
