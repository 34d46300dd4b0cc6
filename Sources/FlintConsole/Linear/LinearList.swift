// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The list of a screen as lines of text, for the linear console.
protocol LinearList {
    /// Returns whether the last row is the newest one. Such a list is printed in reverse order.
    func isNewestLast(in state: ConsoleState) -> Bool
    func linearTitle(in state: ConsoleState) -> String
    /// Returns the lines between the title and the rows, including the reason if the list is empty.
    func linearHeading(in state: ConsoleState) -> [StyledLine]
    func rowCount(in state: ConsoleState) -> Int
    /// Returns the identity of a row's item, or `nil` for a row that cannot be opened, such as a heading.
    func rowID(_ row: Int, in state: ConsoleState) -> RowID?
    func row(of id: RowID, in state: ConsoleState) -> Int?
    func rowText(_ row: Int, in state: ConsoleState) -> String
    func selectedRowNumber(in state: ConsoleState) -> Int?
    func select(row: Int, in state: inout ConsoleState)
}

/// A type-erased identity of a row.
///
/// Screens identify their rows by values of different types.
struct RowID: Sendable, Hashable {
    let base: any Hashable & Sendable

    init(_ base: some Hashable & Sendable) { self.base = base }

    static func == (left: RowID, right: RowID) -> Bool { AnyHashable(left.base) == AnyHashable(right.base) }

    func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}

extension ListScreen {
    func isNewestLast(in state: ConsoleState) -> Bool { false }

    func linearTitle(in state: ConsoleState) -> String {
        state.listTitle(listTitle(in: state), state[keyPath: content].browser.filter)
    }

    func linearHeading(in state: ConsoleState) -> [StyledLine] {
        heading(in: state, columns: state.environment.size.columns)
            + (state[keyPath: content].rows.isEmpty ? emptyLines(in: state) : [])
    }

    func rowCount(in state: ConsoleState) -> Int { state[keyPath: content].rows.count }

    func rowID(_ row: Int, in state: ConsoleState) -> RowID? {
        state[keyPath: content].rows[row].itemID.map { RowID($0) }
    }

    func row(of id: RowID, in state: ConsoleState) -> Int? {
        (id.base as? String).flatMap { row(of: $0, in: state) }
    }

    func rowText(_ row: Int, in state: ConsoleState) -> String {
        line(state[keyPath: content].rows[row], in: state, columns: state.environment.size.columns).rowText
    }

    func selectedRowNumber(in state: ConsoleState) -> Int? {
        let list = state[keyPath: content].browser.list
        return list.isPresent ? list.index : nil
    }
}

extension FollowingScreen {
    func isNewestLast(in state: ConsoleState) -> Bool { state[keyPath: tail].rows.growsAtEnd }

    func linearTitle(in state: ConsoleState) -> String {
        state.listTitle(tableTitle(in: state), state[keyPath: tail].browser.filter)
    }

    func linearHeading(in state: ConsoleState) -> [StyledLine] {
        state[keyPath: tail].count == 0 ? emptyLines(in: state) : []
    }

    func rowCount(in state: ConsoleState) -> Int { state[keyPath: tail].count }

    func rowID(_ row: Int, in state: ConsoleState) -> RowID? { RowID(state[keyPath: tail].rows.id(row)) }

    func row(of id: RowID, in state: ConsoleState) -> Int? {
        (id.base as? Rows.Row.ID).flatMap { state[keyPath: tail].rows.index(of: $0) }
    }

    func rowText(_ row: Int, in state: ConsoleState) -> String {
        guard let row = state[keyPath: tail].rows.row(row) else { return "" }
        return rowFormatter(in: state, columns: state.environment.size.columns)(row).rowText
    }

    func selectedRowNumber(in state: ConsoleState) -> Int? {
        let list = state[keyPath: tail].browser.list
        return list.isPresent ? list.index : nil
    }

    func select(row: Int, in state: inout ConsoleState) {
        state[keyPath: tail].select(row: row, height: state.layout.listHeight(of: screen))
    }
}

// MARK: - Row texts

extension FeaturesScreen {
    func rowText(_ row: Int, in state: ConsoleState) -> String {
        let row = state.screens.features.rows[row]
        let feature = state.model.features[row.index]
        var notes: [String] = []
        if state.differs(feature) { notes.append("differs") }
        if state.isOverriddenInApp(feature) { notes.append("overridden") }
        if !feature.isVisible { notes.append("hidden from users") }
        if row.hasChildren, !row.isExpanded { notes.append("collapsed") }
        if state.screens.narrowing.contains(feature.id) { notes.append("shown alone") }
        if state.model.status.focusScope.contains(feature.id) { notes.append("in focus") }
        return String(repeating: "  ", count: min(row.depth, 20))
            + "\(feature.name): \(feature.isAvailable.availabilityText)"
            + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
    }
}

extension TimelineScreen {
    func rowText(_ row: Int, in state: ConsoleState) -> String {
        guard let row = state.screens.timeline.tail.rows.row(row) else { return "" }
        let event = PlainReport.line(row.entry.event, timeZone: state.environment.timeZone)
        switch row.content {
        case .group(let count, _): return count > 1 ? "\(event), \(count) times" : event
        case .repetition: return event
        case .feature(let change?):
            return "  \(change.featureName): \(change.before.availabilityText) -> \(change.after.availabilityText)"
        case .feature(nil): return "  and more features"
        case .lane(let lane):
            return lane.runs(
                in: state.screens.timeline.tail.rows.fold, of: state.model, timeZone: state.environment.timeZone)
        }
    }
}

extension LogsScreen {
    func rowText(_ row: Int, in state: ConsoleState) -> String {
        state.screens.logs.tail.rows.row(row).map {
            PlainReport.line($0, timeZone: state.environment.timeZone)
        } ?? ""
    }
}

extension MatrixScreen {
    func linearHeading(in state: ConsoleState) -> [StyledLine] {
        [MatrixTable(state, columns: state.environment.size.columns).summary]
            + (state.screens.matrix.rows.isEmpty ? emptyLines(in: state) : [])
    }

    func rowText(_ row: Int, in state: ConsoleState) -> String {
        let shown = state.screens.matrix
        guard let item = item(of: shown.rows[row], in: state), let matrix = shown.matrix,
            let row = shown.values(of: item)
        else { return "" }
        let values = zip(matrix.columns, row).map { column, value in
            "\(column.name) \(MatrixState.sign(of: value, item).trimmingTrailingSpaces)"
        }
        return String(repeating: " ", count: MatrixTable.indent(of: item, in: shown))
            + "\(item.name): \(values.joined(separator: ", "))"
    }
}

extension StyledLine {
    /// The text of a row without the spaces for the selection mark, with commas in place of the spaces between columns.
    var rowText: String {
        let indent = text.prefix { $0 == " " }.count
        return String(repeating: " ", count: max(0, indent - 3)) + cells.joined(separator: ", ")
    }

    /// The text with its indentation, with two spaces between columns.
    var narrowText: String {
        String(text.prefix { $0 == " " }) + cells.joined(separator: "  ")
    }

    /// The parts of the text that are separated by at least two spaces.
    private var cells: [String] {
        var cells = [""]
        var spaces = 0
        for character in text {
            guard character != " " else {
                spaces += 1
                continue
            }
            if !cells[cells.count - 1].isEmpty {
                // A single space is part of a cell.
                if spaces > 1 { cells.append("") } else if spaces == 1 { cells[cells.count - 1].append(" ") }
            }
            spaces = 0
            cells[cells.count - 1].append(character)
        }
        // A word replaces the sign for an override.
        let signs = [(GlyphSet.ascii.overridden + " ", "overridden"), (GlyphSet.ascii.assumed + " ", "assumed")]
        return cells.map { cell in
            guard let (sign, word) = signs.first(where: { cell.hasPrefix($0.0) }) else { return cell }
            return "\(cell.dropFirst(sign.count)) (\(word))"
        }
    }
}
