// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintTerminal
import FlintWorld

/// The layout of lanes: the state at the cursor, a name, and a bar over time on each line.
///
/// The time axis covers all entries on the lanes. Each zoom step halves it around the cursor.
struct LaneTable {
    private let glyphs: GlyphSet
    private let nameColumns: Int
    private let barColumns: Int
    private let timeZone: DisplayTimeZone
    /// The dates at the left and the right end of the bars.
    private let span: (start: Date, end: Date)
    /// For each column, the position of its first entry; the last element is the position after the last column.
    private let bounds: [Int]
    private let cursor: (position: Int, date: Date, column: Int)
    private let model: AppModel
    private let drawsCursor: Bool

    private struct Cell: Hashable {
        var sign: String
        var role: Role
    }

    /// Creates the layout of rows that are lanes.
    ///
    /// The time axis is halved `zoom` times.
    init(
        _ rows: TimelineRows, of model: AppModel, columns: Int, zoom: Int, glyphs: GlyphSet,
        timeZone: DisplayTimeZone, drawsCursor: Bool = true
    ) {
        (self.model, self.glyphs, self.timeZone, self.drawsCursor) = (model, glyphs, timeZone, drawsCursor)
        nameColumns = min(34, max(16, columns * 3 / 10))
        let barColumns = max(8, columns - 6 - nameColumns - 1)
        self.barColumns = barColumns
        let fold = rows.fold
        guard let shown = rows.lanes?.span else {
            span = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 0))
            (bounds, cursor) = (Array(repeating: 0, count: barColumns + 1), (0, span.end, barColumns - 1))
            return
        }
        let start = fold.date(shown.lowerBound)
        // The axis ends at the newest event even if that event is on no lane. Otherwise, the current states could have
        // no width.
        let end = [fold.date(shown.upperBound), fold.newest?.date].compactMap(\.self).reduce(start, max)
        let date = min(end, max(start, rows.cursor.map(fold.date) ?? end))
        let length = end.timeIntervalSince(start) / Double(1 << zoom)
        // The cursor is in the middle, unless the axis would begin before or end after the events.
        let first = min(max(start, date - length / 2), end - length)
        span = (first, first + length)
        var bounds = (0..<barColumns).map {
            fold.firstPosition(since: first + length * Double($0) / Double(barColumns))
        }
        // The last column also contains the entries at the end of the axis.
        bounds.append(first >= end - length ? fold.positions.upperBound : fold.firstPosition(since: span.end))
        // If the clock was set back, the dates are not in ascending order.
        for index in bounds.indices.dropFirst() { bounds[index] = max(bounds[index], bounds[index - 1]) }
        self.bounds = bounds
        let position = rows.cursor ?? fold.positions.upperBound
        let column = bounds.lastIndex { $0 <= position } ?? 0
        cursor = (position, date, min(barColumns - 1, column))
    }

    var heading: StyledLine {
        let isClose = span.end.timeIntervalSince(span.start) < 10
        func timestamp(_ date: Date) -> String {
            isClose
                ? TimestampFormatter.millisecond(of: date, in: timeZone)
                : TimestampFormatter.second(of: date, in: timeZone)
        }
        var line = StyledLine("     " + TextLayout.cell("feature, fact", nameColumns, ellipsis: "") + " ", .dim)
        let (start, end, time) = (timestamp(span.start), timestamp(span.end), timestamp(cursor.date))
        // The cursor's time is on the side on which it hides neither end of the axis.
        let isBefore = cursor.column - time.utf8.count > start.utf8.count
        let now = isBefore ? time + glyphs.down : glyphs.down + time
        let place = isBefore ? cursor.column - time.utf8.count : cursor.column
        let rest = barColumns - end.utf8.count - place - time.utf8.count - 1
        guard drawsCursor, place > start.utf8.count, rest > 0 else {
            let free = barColumns - start.utf8.count - end.utf8.count
            return line.adding(free > 0 ? start + String(repeating: " ", count: free) + end : start, .dim)
        }
        line.append(start + String(repeating: " ", count: place - start.utf8.count), .dim)
        line.append(now, .strong)
        line.append(String(repeating: " ", count: rest) + end, .dim)
        return line
    }

    /// Returns the table's line for a lane, which begins with a one-cell marker.
    func line(_ lane: Lane, marker: String) -> StyledLine {
        var line = StyledLine(" ")
        line.append(marker, .strong)
        let constant = lane.constantState(in: model)
        switch lane.change(at: cursor.position)?.state ?? lane.initial ?? constant {
        case .availability(let isAvailable)?: line.append(AvailabilityFormatter.mark(isAvailable))
        case .value?, nil: line.append("   ")
        }
        line.append(TextLayout.cell(lane.name(in: model), nameColumns, ellipsis: glyphs.ellipsis) + " ")
        var run = Cell(sign: "", role: .plain)
        for cell in cells(of: lane, otherwise: constant) {
            if cell.role == run.role {
                run.sign += cell.sign
            } else {
                line.append(run.sign, run.role)
                run = cell
            }
        }
        line.append(run.sign, run.role)
        return line
    }

    private func cells(of lane: Lane, otherwise constant: Lane.State?) -> [Cell] {
        var cells: [Cell] = []
        cells.reserveCapacity(barColumns)
        var index = lane.index(of: bounds[0])
        var next = lane.changes.partitioningIndex { $0.position >= bounds[0] }
        var state = next == 0 ? lane.initial ?? constant : lane.changes[next - 1].state
        var texts: [(column: Int, text: String)] = []
        if case .value(let text)? = state { texts.append((0, text)) }
        for column in 0..<barColumns {
            while next < lane.changes.count, lane.changes[next].position < bounds[column + 1] {
                state = lane.changes[next].state
                if case .value(let text)? = state { texts.append((column + 1, text)) }
                next += 1
            }
            var mark: Lane.Mark?
            while index < lane.points.count, lane.points[index].position < bounds[column + 1] {
                let other = lane.points[index].mark
                // The most important mark of a cell is shown.
                if mark.map({ $0.rawValue < other.rawValue }) != false { mark = other }
                index += 1
            }
            cells.append(mark.map(cell) ?? cell(state, at: column))
        }
        for (text, next) in zip(texts, texts.dropFirst().map(\.column) + [barColumns + 1]) {
            write(text.text, from: text.column, to: next - 1, in: &cells)
        }
        return cells
    }

    /// Writes a fact's value on its bar if there are enough free cells.
    private func write(_ text: String, from first: Int, to end: Int, in cells: inout [Cell]) {
        let safe = " \(TextSanitizer.sanitized(String(text.prefix(barColumns)))) "
        let columns = first..<first + safe.count
        // Each character must take one cell, because it replaces one.
        guard DisplayWidth.of(safe) == safe.count, columns.upperBound <= min(end, barColumns),
            cells[columns].allSatisfy({ $0.sign == glyphs.lanes.value || $0.sign == glyphs.borders.vertical })
        else { return }
        for (column, character) in zip(columns, safe) { cells[column] = Cell(sign: String(character), role: .plain) }
    }

    private func cell(_ mark: Lane.Mark) -> Cell {
        switch mark {
        case .flow: Cell(sign: "?", role: .doubtful)
        case .change: Cell(sign: "~", role: .strong)
        case .action: Cell(sign: glyphs.lanes.action, role: .strong)
        case .store: Cell(sign: "$", role: .strong)
        case .running: Cell(sign: glyphs.running, role: .strong)
        case .failure: Cell(sign: "!", role: .bad)
        case .denial: Cell(sign: glyphs.lanes.denial, role: .bad)
        }
    }

    private func cell(_ state: Lane.State?, at column: Int) -> Cell {
        if drawsCursor, column == cursor.column { return Cell(sign: glyphs.borders.vertical, role: .strong) }
        return switch state {
        case .availability(true?)?: Cell(sign: glyphs.lanes.available, role: .good)
        case .availability(false?)?: Cell(sign: glyphs.lanes.unavailable, role: .bad)
        case .availability(nil)?: Cell(sign: glyphs.lanes.undetermined, role: .doubtful)
        case .value?: Cell(sign: glyphs.lanes.value, role: .dim)
        case nil: Cell(sign: " ", role: .plain)
        }
    }
}
