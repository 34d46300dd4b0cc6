/// A step through a list.
enum Motion: Sendable, Hashable {
    /// That many rows down, or up if negative.
    case by(Int)
    /// That many screenfuls down, or up if negative.
    case pages(Int)
    /// To the first row.
    case first
    /// To the last row.
    case last
}

/// Which item of a list is selected and which part of the list is on the screen.
///
/// The selection is an identity, not a row number: whatever is added, removed or moved in the list, the selected item
/// stays selected and stays on its line of the screen. If the item itself disappears, nothing else is selected in its
/// place until the user moves, so that no key can hit what has slid under the cursor.
struct ListState<ID: Hashable & Sendable>: Sendable, Hashable {
    /// The selected item; it may have disappeared from the list.
    private(set) var selection: ID?
    /// The row of the selected item, or the row it was last seen in.
    private(set) var index = 0
    /// Whether the selected item is in the list.
    private(set) var isPresent = false
    /// The first row on the screen.
    private(set) var top = 0

    /// Moves the selection.
    ///
    /// - Parameters:
    ///   - motion: Where to.
    ///   - count: The number of rows.
    ///   - height: The number of rows on the screen.
    ///   - id: The item of a row, or `nil` for a row that cannot be selected, such as a heading.
    mutating func move(_ motion: Motion, count: Int, height: Int, id: (Int) -> ID?) {
        guard count > 0 else { return }
        let from = index
        let (target, direction): (Int, Int)
        switch motion {
        case .by(let rows):
            // The row that replaced a removed item is one step down from it.
            let step = !isPresent && rows > 0 ? rows - 1 : rows
            (target, direction) = (from + step, rows)
        case .pages(let pages): (target, direction) = (from + pages * max(1, height - 1), pages)
        case .first: (target, direction) = (0, 1)
        case .last: (target, direction) = (count - 1, -1)
        }
        let row = min(max(target, 0), count - 1)
        let step = direction < 0 ? -1 : 1
        guard
            let found = Self.nearest(to: row, step: step, count: count, id: id)
                ?? Self.nearest(to: row, step: -step, count: count, id: id)
        else { return }
        select(found.id, at: found.row)
        keepVisible(count: count, height: height)
    }

    /// Selects an item.
    mutating func select(_ id: ID, at row: Int) {
        selection = id
        index = row
        isPresent = true
    }

    /// Adapts to rows that have changed, and keeps the selected item on its line of the screen.
    ///
    /// - Parameters:
    ///   - row: The row in which the selected item is now, or `nil` if it was removed.
    ///   - count: The number of rows now.
    ///   - height: The number of rows on the screen.
    mutating func reanchor(at row: Int?, count: Int, height: Int) {
        if let row {
            if isPresent { top += row - index }
            index = row
            isPresent = true
        } else {
            isPresent = false
            index = min(index, max(0, count - 1))
        }
        keepVisible(count: count, height: height)
    }

    /// Scrolls to a row; what is selected is brought into view when the list is next adapted to its rows.
    mutating func scroll(to row: Int) { top = row }

    /// Scrolls as little as possible so that the selection is on the screen and the screen is filled.
    mutating func keepVisible(count: Int, height: Int) {
        let height = max(1, height)
        if index < top { top = index }
        if index >= top + height { top = index - height + 1 }
        top = min(max(0, top), max(0, count - height))
    }

    /// The rows on the screen.
    func visibleRows(count: Int, height: Int) -> Range<Int> {
        let first = min(top, max(0, count))
        return first..<min(count, first + max(0, height))
    }

    /// Returns the first row from an index in one direction that can be selected.
    private static func nearest(
        to row: Int, step: Int, count: Int, id: (Int) -> ID?
    ) -> (row: Int, id: ID)? {
        var row = row
        while row >= 0, row < count {
            if let id = id(row) { return (row, id) }
            row += step
        }
        return nil
    }
}
