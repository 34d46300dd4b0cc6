import InspectorKit
import TerminalKit

extension ConsoleState {
    /// Draws the tree of features.
    ///
    /// - Returns: How many rows were drawn.
    func drawFeatureList(on canvas: inout Canvas, theme: Theme) -> Int {
        let rect = layout.list(.features)
        let list = features.browser.list
        let rows = features.rows
        let isActive = pane == .list && dialog == nil
        canvas.drawPane(
            rect, title: listTitle("Features", filter), note: featurePosition,
            isActive: isActive, theme: theme, signs: signs)
        if rows.isEmpty {
            let words = filter.isActive ? "Nothing matches the filter." : "The app has no features."
            canvas.drawLines([StyledLine(words, .dim)], in: rect, from: 0, theme: theme)
        }
        let visible = list.visibleRows(count: rows.count, height: layout.listHeight(.features))
        for row in visible {
            let line = featureLine(rows[row], columns: rect.columns - 2)
            let y = rect.row + 1 + row - visible.lowerBound
            canvas.draw(line, column: rect.column + 1, row: y, columns: rect.columns - 2, theme: theme)
            if list.isPresent, row == list.index {
                canvas.markSelected(row: y, in: rect, isActive: isActive && !filter.isEditing, theme: theme)
            }
        }
        return visible.count
    }

    /// The position of the selection in the tree, or how many features match the filter.
    private var featurePosition: String {
        guard filter.isActive else { return position(of: features.browser.list, count: features.rows.count) }
        return "\(matchCount) of \(model.features.count) match"
    }

    /// A row of the tree: the marker's place, the indented name, whether an override is involved, the availability.
    private func featureLine(_ row: FeatureRow, columns: Int) -> StyledLine {
        let feature = model.features[row.index]
        // Deep down, indentation must not push the names off the screen.
        let indent = min(row.depth * 2, columns / 3)
        let fold = row.hasChildren ? (row.isExpanded ? signs.expanded : signs.collapsed) : " "
        var line = StyledLine("  " + String(repeating: " ", count: indent) + fold + " ")
        let room = columns - line.width - 6
        var notes = feature.isVisible || room < 24 ? "" : " (hidden)"
        if model.status.isInFocus(feature.id), room >= 16 { notes += " (focus)" }
        let name = TextLayout.clipped(feature.name, to: room - notes.utf8.count, ellipsis: signs.ellipsis)
        line.append(name, row.isContext || !feature.isVisible ? .dim : .plain)
        line.append(notes, .dim)
        line.pad(to: columns - 5)
        line.append(feature.isOverridden ? signs.overridden : " ", .overridden)
        line.append(" ")
        line.append(StatusWords.sign(feature.isAvailable), row.isContext ? .dim : StatusWords.role(feature.isAvailable))
        return line
    }
}
