import InspectorKit
import TerminalKit

extension ConsoleState {
    /// Draws the list of products.
    ///
    /// - Returns: How many rows were drawn.
    func drawProductList(on canvas: inout Canvas, theme: Theme) -> Int {
        let rect = layout.list(.purchases)
        let list = purchases.browser.list
        let rows = purchases.rows
        let isActive = pane == .list && dialog == nil
        canvas.drawPane(
            rect, title: listTitle("Purchases", filter), note: productPosition, isActive: isActive, theme: theme,
            signs: signs)
        var head: [StyledLine] = []
        if let store = model.status.store { head = storeLines(store, columns: rect.columns - 4) }
        if rows.isEmpty {
            let words = filter.isActive ? "Nothing matches the filter." : "No feature refers to a product."
            head.append(StyledLine(words, .dim))
        }
        canvas.drawLines(head, in: rect, from: 0, theme: theme)
        let visible = list.visibleRows(count: rows.count, height: layout.listHeight(.purchases))
        for row in visible {
            let y = rect.row + 1 + storeLineCount + row - visible.lowerBound
            let line = productLine(rows[row], columns: rect.columns - 2)
            canvas.draw(line, column: rect.column + 1, row: y, columns: rect.columns - 2, theme: theme)
            if list.isPresent, row == list.index {
                canvas.markSelected(row: y, in: rect, isActive: isActive && !filter.isEditing, theme: theme)
            }
        }
        return visible.count
    }

    /// The position of the selection among the products; headings do not count.
    private var productPosition: String {
        let list = purchases.browser.list
        let count = purchases.rows.count { $0.id != nil }
        guard count > 0 else { return "" }
        guard list.isPresent else { return "\(count)" }
        return "\(purchases.rows[...list.index].count { $0.id != nil }) of \(count)"
    }

    /// A row of the list: a heading, or the marker's place, the name, whether it is overridden and what features see.
    private func productLine(_ row: ProductRow, columns: Int) -> StyledLine {
        switch row {
        case .heading(let kind):
            return StyledLine(" \(kind.heading)", .heading)
        case .product(let id):
            guard let product = product(id) else { return StyledLine() }
            let statusColumns = 14
            var line = StyledLine("   ")
            line.append(TextLayout.clipped(product.name, to: columns - statusColumns - 7, ellipsis: signs.ellipsis))
            line.pad(to: columns - statusColumns - 2)
            line.append(product.override == nil ? "  " : "\(signs.overridden) ", .overridden)
            if product.override == nil, let pending = pendingPurchase(of: id) {
                line.append(pending.waitingFor == .approval ? "asked to buy" : "interrupted", .doubtful)
            } else {
                line.append(product.effective.description, StatusWords.role(product.effective))
            }
            return line
        }
    }
}
