// SPDX-License-Identifier: MIT

/// A step that the linear console takes for a typed line.
///
/// A step has the same effect as keys on a screen, but it names its target. Keys act on the marked item, and a console
/// without a screen shows no mark.
package struct LinearStep: Sendable, Hashable {
    enum Action: Sendable, Hashable {
        /// Requests the data that is needed to find items by name.
        case prepare
        case run(KeyCommand)
        case take(PaletteEntry)
        /// Opens the details of a row of the current screen.
        case open(RowID)
        /// Replaces the filter. An empty text removes it.
        case filter(String)
        case option(Int)
        case answer(Int)
        case compareSource(String)
        /// Fills in the form's current field, and goes to the next one or submits the form.
        case fill(String)
    }

    let action: Action

    init(_ action: Action) { self.action = action }
}

extension ConsoleState {
    mutating func perform(_ step: LinearStep) {
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

    private mutating func fillField(with text: String) {
        guard case .form(var form) = dialog, form.fields.indices.contains(form.focus) else { return }
        form.fields[form.focus].field = TextField(text)
        form.problem = nil
        // The console asks for every field, so only the last field submits the form.
        let isLast = form.focus == form.fields.count - 1
        if !isLast { form.focus += 1 }
        dialog = .form(form)
        if isLast { runInForm(.choose) }
    }
}
