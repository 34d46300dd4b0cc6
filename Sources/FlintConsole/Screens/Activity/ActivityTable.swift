// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The layout of the table of actions and open stacks.
///
/// A narrow table omits the 95th percentile first, and then the median.
struct ActivityTable {
    private let columns: Int
    private let nameColumns: Int
    private let glyphs: GlyphSet
    private let timeZone: DisplayTimeZone
    private let showsMedian: Bool
    private let showsPercentile: Bool
    private let sorted: ActivityOrder

    private static let countColumns = 7
    private static let durationColumns = 8
    private static let timeColumns = 9

    init(columns: Int, in state: ConsoleState) {
        self.columns = columns
        (glyphs, timeZone, sorted) = (state.glyphs, state.environment.timeZone, state.screens.stacks.order)
        showsPercentile = columns >= 76
        showsMedian = columns >= 66
        let durations = (showsMedian ? 1 : 0) + (showsPercentile ? 1 : 0)
        nameColumns = max(
            10, columns - 3 - 3 * Self.countColumns - durations * Self.durationColumns - Self.timeColumns - 1)
    }

    var heading: StyledLine {
        var line = StyledLine("  ")
        // The heading of a list begins one cell before its lines.
        func add(_ text: String, _ columns: Int, _ order: ActivityOrder) {
            line.append(
                TextLayout.trailing(text, columns, ellipsis: glyphs.ellipsis), order == sorted ? .strong : .dim)
        }
        line.append(TextLayout.cell("action", nameColumns, ellipsis: ""), sorted == .name ? .strong : .dim)
        add("count", Self.countColumns, .count)
        add("denied", Self.countColumns, .denied)
        add("failed", Self.countColumns, .failed)
        if showsMedian { add("median", Self.durationColumns, .median) }
        if showsPercentile { add("95 %", Self.durationColumns, .slowest) }
        add("last", Self.timeColumns, .last)
        return line
    }

    func line(_ action: ActionActivity) -> StyledLine {
        var line = StyledLine("   " + TextLayout.cell(action.title, nameColumns, ellipsis: glyphs.ellipsis))
        func add(_ number: Int, _ role: Role) {
            let text = TextLayout.trailing("\(number)", Self.countColumns, ellipsis: glyphs.ellipsis)
            line.append(text, number == 0 ? .dim : role)
        }
        func add(_ seconds: Double?) {
            let text = seconds.map(EventRow.displayText(duration:)) ?? ""
            line.append(TextLayout.trailing(text, Self.durationColumns, ellipsis: glyphs.ellipsis))
        }
        add(action.count, .plain)
        add(action.denied, .bad)
        add(action.failed, .bad)
        if showsMedian { add(action.median) }
        if showsPercentile { add(action.percentile95) }
        let time = action.running > 0 ? "running" : TimestampFormatter.second(of: action.lastDate, in: timeZone)
        line.append(
            TextLayout.trailing(time, Self.timeColumns, ellipsis: glyphs.ellipsis), action.running > 0 ? .strong : .dim)
        return line
    }

    func line(_ stack: StackSnapshot, depth: Int, isContext: Bool) -> StyledLine {
        // The indentation is limited so that the names of deep stacks stay visible.
        var line = StyledLine(String(repeating: " ", count: 3 + min(depth * 2, columns / 3)))
        let time = TimestampFormatter.second(of: stack.started, in: timeZone)
        let end = " \(stack.stepCount.counted("step")) \(time) "
        let room = columns - line.width - DisplayWidth.of(end)
        line.append(
            TextLayout.clipped(stack.featureName, to: room, ellipsis: glyphs.ellipsis), isContext ? .dim : .plain)
        line.pad(to: columns - DisplayWidth.of(end))
        line.append(end, .dim)
        return line
    }
}
