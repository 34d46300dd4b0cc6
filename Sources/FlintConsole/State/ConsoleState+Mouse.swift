// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

struct PointerState: Sendable, Hashable {
    var divider = Divider()
    var isDraggingDivider = false
    /// The position of the last press.
    ///
    /// A second press at the same position opens the item.
    var lastPress: Point?

    /// Ends a drag, and forgets the last press.
    ///
    /// A later click on the same cell is then not mistaken for a second click.
    mutating func moveOn() { (isDraggingDivider, lastPress) = (false, nil) }
}

struct ClickArea: Sendable, Hashable {
    enum Action: Sendable, Hashable {
        case command(KeyCommand)
        case platform
    }

    let columns: Range<Int>
    let action: Action
}

/// The part of an open dialog at a cell.
///
/// A click outside the dialog closes it. A click inside the dialog has no effect unless it is on a row.
enum DialogHit: Sendable, Hashable {
    case row(Int)
    case inside
    case outside
}

extension ConsoleState {
    /// Handles a mouse event.
    ///
    /// A click selects, a second click on the same cell opens, and the wheel scrolls. The divider between the list and
    /// the details can be dragged.
    mutating func handle(_ mouse: MouseEvent) {
        guard !layout.isTooSmall else { return }
        switch (mouse.kind, mouse.button) {
        case (.wheelUp, _): turnWheel(-3, at: mouse.position)
        case (.wheelDown, _): turnWheel(3, at: mouse.position)
        case (.press, .left): press(at: mouse.position)
        case (.drag, _) where pointer.isDraggingDivider: dragDivider(to: mouse.position)
        case (.release, _) where pointer.isDraggingDivider:
            pointer.isDraggingDivider = false
            // The divider applies to every screen.
            for screen in ConsoleScreen.allCases { screen.behavior.rebuildRows(in: &self) }
        case (.press, .middle), (.press, .right), (.press, .none), (.drag, _), (.release, _): break
        }
    }

    private mutating func press(at point: Point) {
        // `moveOn` forgets the last press, so the positions are compared first.
        let isSecond = pointer.lastPress == point
        moveOn()
        if dialog == nil { click(point, isSecond: isSecond) } else { clickDialog(point, isSecond: isSecond) }
        if !isSecond { pointer.lastPress = point }
    }

    // MARK: Dialogs

    private mutating func clickDialog(_ point: Point, isSecond: Bool) {
        guard let dialog else { return }
        if point.row == environment.size.rows - 1, let area = KeyBar(self).areas.first(containing: point.column) {
            take(area.action)
            return
        }
        switch dialogView(of: dialog).hit(point) {
        case .outside: run(.close)
        case .inside: break
        case .row(let row):
            mark(row)
            if isSecond { run(.choose) }
        }
    }

    private mutating func mark(_ row: Int) {
        switch dialog {
        case .choices(var choices):
            choices.selected = row
            dialog = .choices(choices)
        case .form(var form):
            form.focus = row
            dialog = .form(form)
        case .help(var help):
            help.selected = row
            dialog = .help(help)
        case .palette(var palette):
            palette.selected = row
            dialog = .palette(palette)
        case nil: break
        }
    }

    func dialogView(of dialog: Dialog) -> any DialogView {
        switch dialog {
        case .choices(let choices): ChoiceView(choices, in: self)
        case .form(let form): FormView(form, in: self)
        case .help(let help): HelpView(help, in: self)
        case .palette(let palette): PaletteView(palette, in: self)
        }
    }

    // MARK: The screen

    private mutating func turnWheel(_ rows: Int, at point: Point) {
        commands.forgetForm()
        switch dialog {
        case .form: return
        case .choices(let choices):
            return mark(choices.selected + rows.signum(), atMost: choices.options.count - 1)
        case .help(let help): return mark(help.selected + rows, atMost: help.matches.count - 1)
        case .palette(let palette): return mark(palette.selected + rows, atMost: palette.entries.count - 1)
        case nil: break
        }
        if isOverDetail(point) {
            scrollDetails(by: rows)
        } else {
            moveList(.by(rows))
        }
    }

    private mutating func mark(_ row: Int, atMost last: Int) {
        // Unlike a key, the wheel stops at the ends.
        mark(max(0, min(row, last)))
    }

    private func isOverDetail(_ point: Point) -> Bool {
        layout.isWide ? layout.detailArea(of: screen).contains(point) : pane == .detail
    }

    private mutating func click(_ point: Point, isSecond: Bool) {
        if let action = clickableAction(at: point) {
            take(action)
        } else if point.row == 1 {
            guard let tab = TabLine(self).tabs.first(where: { $0.columns.contains(point.column) }) else { return }
            screen = tab.screen
        } else if layout.isDivider(point, of: screen) {
            pointer.isDraggingDivider = true
        } else if isOverDetail(point) {
            clickDetail(point, isSecond: isSecond)
        } else {
            clickList(point, isSecond: isSecond)
        }
    }

    private func clickableAction(at point: Point) -> ClickArea.Action? {
        let areas =
            switch point.row {
            case 0: StatusLine(self).areas
            case environment.size.rows - 1: KeyBar(self).areas
            default: [ClickArea]()
            }
        return areas.first(containing: point.column)?.action
    }

    private mutating func take(_ action: ClickArea.Action) {
        switch action {
        case .command(let command): run(command)
        case .platform: offerPlatforms()
        }
    }

    private mutating func clickDetail(_ point: Point, isSecond: Bool) {
        pane = .detail
        guard case .flow = inputMode, let flow = model.status.flow else {
            let line = details.top + point.row - layout.detailArea(of: screen).row - 1
            if selectDetail(line: line), isSecond { openDetail() }
            return
        }
        guard let answer = FlowView(flow, in: self).answer(at: point, in: layout.detailArea(of: screen)) else { return }
        screens.flow.choice = answer
        if isSecond { run(.choose) }
    }

    /// Selects the clicked item.
    ///
    /// A click on the item's disclosure sign also expands or collapses it, and a second click opens it.
    private mutating func clickList(_ point: Point, isSecond: Bool) {
        let list = layout.listArea(of: screen)
        guard list.contains(point) else { return }
        pane = .list
        // A row that is clicked while a filter is typed stays selected when the filter is cleared.
        filter.hasChosen = filter.isEditing
        let line = point.row - (list.maxRow - 1 - layout.listHeight(of: screen))
        guard (0..<layout.listHeight(of: screen)).contains(line) else { return }
        let before = screen.behavior.selectedID(in: self)
        screen.behavior.select(line: line, in: &self)
        let column = point.column - list.column - 1
        if screen.behavior.foldColumn(ofLine: line, in: self) == column {
            _ = screen.behavior.toggle(in: &self)
        } else if isSecond, before == screen.behavior.selectedID(in: self), !filter.isEditing {
            run(.open)
        }
    }

    // MARK: The divider

    private mutating func dragDivider(to point: Point) {
        if screen.behavior.isTable {
            pointer.divider.rows = point.row - layout.body.row
            screen.behavior.rebuildRows(in: &self)
        } else {
            pointer.divider.columns = point.column + 1
        }
    }
}

extension [ClickArea] {
    func first(containing column: Int) -> ClickArea? { first { $0.columns.contains(column) } }
}
