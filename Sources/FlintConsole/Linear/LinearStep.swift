// SPDX-License-Identifier: MIT

/// A step that the linear console takes for a typed line.
///
/// A step has the effect of keys on a screen, but it names its target. Keys act on what is marked, which a console
/// without a screen does not show.
package struct LinearStep: Sendable, Hashable {
    enum Action: Sendable, Hashable {
        /// Reads what the search for names needs.
        case prepare
        case run(KeyCommand)
        /// Takes a result of the palette, such as a feature to go to.
        case take(PaletteEntry)
        /// Opens the details of a row of the current screen.
        case open(RowID)
        /// Replaces the filter. An empty text removes it.
        case filter(String)
        /// Chooses an option of the open dialog by its index.
        case option(Int)
        /// Gives the answer with an index to the question of an authorization flow.
        case answer(Int)
        /// Compares the shown app with the app or recording that has a name.
        case compareSource(String)
        /// Fills in the form's current field, and goes to the next one or submits the form.
        case fill(String)
    }

    let action: Action

    init(_ action: Action) { self.action = action }
}

extension ConsoleState {
    mutating func receive(_ step: LinearStep) {
        if step.action != .prepare { moveOn() }
        switch step.action {
        case .prepare:
            readFeatureTexts()
            prepareFeatureIndex()
            outbox.append(.ask(.personas))
        case .run(let command): run(command)
        case .take(let entry): take(entry)
        case .open(let id): openRow(id)
        case .filter(let text): replaceFilter(with: text)
        case .option(let row): choose(row)
        case .answer(let row):
            screens.flow.choice = row
            run(.choose)
        case .compareSource(let name): requestComparison(withSourceNamed: name)
        case .fill(let text): fillField(with: text)
        }
    }

    private mutating func openRow(_ id: RowID) {
        guard let row = screen.behavior.row(of: id, in: self) else {
            announce("That item is no longer listed", .problem)
            return
        }
        screen.behavior.select(row: row, in: &self)
        enter(.detail)
    }

    /// Replaces the filter unless the text has an error, which is announced.
    private mutating func replaceFilter(with text: String) {
        openFilter()
        filter.field = TextField(text)
        filterChanged()
        if let problem = filterProblem {
            clearFilter(keepsSelection: true)
            announce(problem, .problem)
        } else {
            if let filterHint { announce(filterHint, .notice) }
            runInFilter(.keepFilter)
        }
    }

    /// Fills in the focused field of the form.
    ///
    /// Every field is asked for, so the form is submitted only in its last field.
    private mutating func fillField(with text: String) {
        guard case .form(var form) = dialog, form.fields.indices.contains(form.focus) else { return }
        form.fields[form.focus].field = TextField(text)
        form.problem = nil
        let isLast = form.focus == form.fields.count - 1
        if !isLast { form.focus += 1 }
        dialog = .form(form)
        if isLast { runInForm(.choose) }
    }
}
