// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintTerminal
import FlintWorld

/// The layout of the waterfall: a name, a bar over time, and a duration on each line.
///
/// The time axis is scaled so that the visible actions fill the width. Zooming in halves the axis around the selected bar.
struct WaterfallTable {
    private let signs: GlyphSet
    private let nameColumns: Int
    private let barColumns: Int
    private let timeZone: DisplayTimeZone
    /// The dates at the left and the right end of the bars.
    private let span: (start: Date, end: Date)

    private static let durationColumns = 8

    /// Creates the layout and scales the time axis.
    ///
    /// - Parameters:
    ///   - rows: The visible rows.
    ///   - columns: The width in cells.
    ///   - state: The console's state.
    init(_ rows: [TimelineRow], columns: Int, in state: ConsoleState) {
        signs = state.signs
        timeZone = state.environment.timeZone
        nameColumns = min(40, max(16, columns * 3 / 10))
        barColumns = max(8, columns - 2 - 3 - nameColumns - 1 - Self.durationColumns - 2)
        let bars = rows.compactMap { row -> WaterfallBar? in
            guard case .bar(let bar) = row.content else { return nil }
            return bar
        }
        let actions = bars.contains { $0.level == .action } ? bars.filter { $0.level == .action } : bars
        // The latest event provides the current time, because drawing must not read a clock.
        let now = state.newestEvent?.date ?? Date(timeIntervalSince1970: 0)
        let start = actions.map(\.start).min() ?? now
        let end = max(start, actions.map { $0.end ?? max($0.start, now) }.max() ?? now)
        let length = end.timeIntervalSince(start)
        let shown = length / Double(1 << state.screens.timeline.zoom)
        let selected = if case .bar(let bar)? = state.selectedTimelineRow?.content { bar } else { WaterfallBar?.none }
        let middle = selected.map { bar in
            (bar.start.timeIntervalSince(start) + (bar.end ?? now).timeIntervalSince(start)) / 2
        }
        let first = start + min(max(0, (middle ?? 0) - shown / 2), length - shown)
        span = (first, first + shown)
    }

    var heading: StyledLine {
        let (start, end) = (text(span.start), text(span.end))
        let room = barColumns - start.utf8.count - end.utf8.count
        let axis = room > 0 ? start + String(repeating: " ", count: room) + end : start
        var line = StyledLine("     " + TextLayout.cell("session, stack, action", nameColumns, ellipsis: ""), .dim)
        line.append(" " + TextLayout.cell(axis, barColumns, ellipsis: ""), .dim)
        line.append(" " + TextLayout.trailing("took", Self.durationColumns, ellipsis: ""), .dim)
        return line
    }

    func line(_ row: TimelineRow, isPinned: Bool) -> StyledLine {
        guard case .bar(let bar) = row.content else { return StyledLine() }
        var line = StyledLine(" ")
        line.append(isPinned ? signs.pinned : " ", .strong)
        let (sign, role) = Self.sign(of: bar, row.entry)
        line.append("\(sign) ", role)
        let indent = String(repeating: " ", count: bar.level.rawValue * 2)
        let title = TextLayout.cell(indent + bar.title, nameColumns, ellipsis: signs.ellipsis)
        line.append(title, bar.level == .session ? .heading : .plain)
        line.append(" ")
        line.append(cells(of: bar), Self.role(of: bar, sign: role))
        line.append(" ")
        let took = bar.end.map { EventRow.words(duration: max(0, $0.timeIntervalSince(bar.start))) } ?? "running"
        line.append(
            TextLayout.trailing(took, Self.durationColumns, ellipsis: signs.ellipsis), bar.end == nil ? .strong : .dim)
        return line
    }

    private static func sign(of bar: WaterfallBar, _ entry: TimelineEntry) -> (String, Role) {
        if bar.level == .action { return EventRow.sign(of: entry.event) }
        if bar.failures > 0 { return ("!!", .bad) }
        return bar.end == nil ? (">>", .plain) : ("  ", .plain)
    }

    private static func role(of bar: WaterfallBar, sign role: Role) -> Role {
        bar.level == .action ? (bar.end == nil ? .strong : role) : .dim
    }

    /// Returns the cells of a bar.
    ///
    /// The bar of a running action has an open end. A bar outside the visible time is replaced by an arrow that points
    /// toward it.
    private func cells(of bar: WaterfallBar) -> String {
        let end = bar.end ?? max(bar.start, span.end)
        if end < span.start { return TextLayout.cell("<", barColumns, ellipsis: "") }
        if bar.start > span.end { return TextLayout.trailing(">", barColumns, ellipsis: "") }
        let first = min(barColumns - 1, column(of: bar.start, .down))
        let last = max(first + 1, bar.end == nil ? barColumns : column(of: end, .up))
        let sign = signs.bars[bar.level.rawValue]
        var text = String(repeating: " ", count: first)
        text += String(repeating: sign, count: last - first - (bar.end == nil ? 1 : 0))
        if bar.end == nil { text += signs.running }
        return text + String(repeating: " ", count: barColumns - last)
    }

    private func column(of date: Date, _ rounding: FloatingPointRoundingRule) -> Int {
        let length = span.end.timeIntervalSince(span.start)
        guard length > 0, length.isFinite else { return rounding == .down ? 0 : barColumns }
        let share = date.timeIntervalSince(span.start) / length
        guard share.isFinite else { return 0 }
        return Int((min(max(share, 0), 1) * Double(barColumns)).rounded(rounding))
    }

    /// Returns the label for a date on the axis, with milliseconds if the axis spans less than 10 seconds.
    private func text(_ date: Date) -> String {
        let isClose = span.end.timeIntervalSince(span.start) < 10
        return isClose
            ? TimestampFormatter.millisecond(of: date, in: timeZone)
            : TimestampFormatter.second(of: date, in: timeZone)
    }
}
