import InspectorKit
import TerminalKit

extension ConsoleState {
    /// Draws the list of permissions.
    ///
    /// - Returns: How many rows were drawn.
    func drawPermissionList(on canvas: inout Canvas, theme: Theme) -> Int {
        let rect = layout.list(.permissions)
        let list = permissions.browser.list
        let rows = permissions.rows
        let isActive = pane == .list && dialog == nil
        canvas.drawPane(
            rect, title: listTitle("Permissions", filter), note: position(of: list, count: rows.count),
            isActive: isActive, theme: theme, signs: signs)
        if rows.isEmpty {
            let words = filter.isActive ? "Nothing matches the filter." : "The app refers to no permission."
            canvas.drawLines([StyledLine(words, .dim)], in: rect, from: 0, theme: theme)
        }
        let visible = list.visibleRows(count: rows.count, height: layout.listHeight(.permissions))
        for row in visible {
            guard let permission = permission(rows[row]) else { continue }
            let y = rect.row + 1 + row - visible.lowerBound
            let line = permissionLine(permission, columns: rect.columns - 2)
            canvas.draw(line, column: rect.column + 1, row: y, columns: rect.columns - 2, theme: theme)
            if list.isPresent, row == list.index {
                canvas.markSelected(row: y, in: rect, isActive: isActive && !filter.isEditing, theme: theme)
            }
        }
        return visible.count
    }

    /// A row of the list: the marker's place, the title, whether it is overridden and what features see.
    private func permissionLine(_ permission: PermissionSnapshot, columns: Int) -> StyledLine {
        let statusColumns = 15
        var line = StyledLine("  ")
        let isUsed = permission.isRequired
        line.append(
            TextLayout.clipped(permission.title, to: columns - statusColumns - 6, ellipsis: signs.ellipsis),
            isUsed ? .plain : .dim)
        line.pad(to: columns - statusColumns - 2)
        line.append(permission.override == nil ? "  " : "\(signs.overridden) ", .overridden)
        line.append(permission.effective.description, isUsed ? StatusWords.role(permission.effective) : .dim)
        return line
    }
}
