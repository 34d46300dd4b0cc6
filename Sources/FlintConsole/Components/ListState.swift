// SPDX-License-Identifier: MIT

enum Motion: Sendable, Hashable {
    case by(Int)
    /// Moves a number of pages down, or up if the number is negative.
    ///
    /// A page is one row shorter than the visible area.
    case pages(Int)
    case first
    case last
}

/// The selection and the scroll position of a list.
///
/// The selection is an identity, not a row number. If other items are added, removed, or moved, the selected item stays
/// selected and stays on its line of the screen. If the selected item is removed, no other item is selected until the
/// user moves, so that a key never acts on an item that has slid under the cursor.
struct ListState<ID: Hashable & Sendable>: Sendable, Hashable {
    /// The id of the selected item, which may no longer be in the list.
    private(set) var selection: ID?
    /// The row of the selected item, or the row it had before it was removed.
    private(set) var index = 0
    private(set) var isPresent = false
    private(set) var top = 0

    /// Moves the selection to the nearest row that can be selected, and scrolls the list to it.
    ///
    /// The closure returns the id of the item in a row, or `nil` for a row that cannot be selected, such as a heading.
    mutating func move(_ motion: Motion, count: Int, height: Int, id: (Int) -> ID?) {
        guard count > 0 else { return }
        let from = index
        let (target, direction): (Int, Int)
        switch motion {
        case .by(let rows):
            // Moving down from a removed item selects the row that has taken its place.
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

    mutating func select(_ id: ID, at row: Int) {
        selection = id
        index = row
        isPresent = true
    }

    /// Updates the position after the rows have changed, keeping the selected item on its line of the screen.
    ///
    /// The row is `nil` if the selected item was removed.
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

    /// Scrolls so that a row is the first visible one.
    ///
    /// The next call to ``reanchor(at:count:height:)`` brings the selection back into view.
    mutating func scroll(to row: Int) { top = row }

    /// Scrolls as little as possible to show the selection and to fill the screen.
    mutating func keepVisible(count: Int, height: Int) {
        let height = max(1, height)
        if index < top { top = index }
        if index >= top + height { top = index - height + 1 }
        top = min(max(0, top), max(0, count - height))
    }

    func visibleRows(count: Int, height: Int) -> Range<Int> {
        let first = min(top, max(0, count))
        return first..<min(count, first + max(0, height))
    }

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
