// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The layout of the table of actions and open stacks.
///
/// If the names do not fit, the table omits columns until they do: first those that are zero or empty in every row, then
/// the 95th percentile, and then the median. The column by which the table is sorted stays.
struct ActivityTable {
    private let columns: Int
    private let nameColumns: Int
    private let glyphs: GlyphSet
    private let timeZone: DisplayTimeZone
    private let shown: [ActivityOrder]
    private let sorted: ActivityOrder

    private static let leastNameColumns = 10
    private static let margin = 4

    init(columns: Int, in state: ConsoleState) {
        self.columns = columns
        (glyphs, timeZone, sorted) = (state.glyphs, state.environment.timeZone, state.screens.stacks.order)
        let widths = state.screens.stacks.widths
        // An extremely long name does not displace the durations.
        let needed = max(Self.leastNameColumns, min(widths.name, columns / 2))
        var shown: [ActivityOrder] = [.count, .denied, .failed, .median, .slowest, .last]
        func room() -> Int { columns - Self.margin - shown.reduce(0) { $0 + Self.width(of: $1) } }
        for column in widths.emptyColumns + [.slowest, .median] where room() < needed && column != sorted {
            shown.removeAll { $0 == column }
        }
        nameColumns = max(Self.leastNameColumns, room())
        self.shown = shown
    }

    private static func width(of column: ActivityOrder) -> Int {
        switch column {
        case .count, .denied, .failed: 7
        case .median, .slowest: 8
        case .last: 9
        case .name: 0
        }
    }

    private static func title(of column: ActivityOrder) -> String {
        switch column {
        case .count: "count"
        case .denied: "denied"
        case .failed: "failed"
        case .median: "median"
        case .slowest: "95 %"
        case .last: "last"
        case .name: "action"
        }
    }

    var heading: StyledLine {
        // The heading of a list begins one cell before its lines.
        var line = StyledLine("  ")
        line.append(
            TextLayout.cell(Self.title(of: .name), nameColumns, ellipsis: ""), sorted == .name ? .strong : .dim)
        for column in shown {
            let text = TextLayout.trailing(Self.title(of: column), Self.width(of: column), ellipsis: glyphs.ellipsis)
            line.append(text, column == sorted ? .strong : .dim)
        }
        return line
    }

    func line(_ action: ActionActivity) -> StyledLine {
        var line = StyledLine("   " + TextLayout.cell(action.title, nameColumns, ellipsis: glyphs.ellipsis))
        for column in shown {
            let (text, role) = cell(column, of: action)
            line.append(TextLayout.trailing(text, Self.width(of: column), ellipsis: glyphs.ellipsis), role)
        }
        return line
    }

    private func cell(_ column: ActivityOrder, of action: ActionActivity) -> (text: String, role: Role) {
        func number(_ number: Int, _ role: Role) -> (String, Role) { ("\(number)", number == 0 ? .dim : role) }
        func duration(_ seconds: Double?) -> (String, Role) {
            (seconds.map(EventRow.displayText(duration:)) ?? "", .plain)
        }
        return switch column {
        case .count: number(action.count, .plain)
        case .denied: number(action.denied, .bad)
        case .failed: number(action.failed, .bad)
        case .median: duration(action.median)
        case .slowest: duration(action.percentile95)
        case .last where action.running > 0: ("running", .strong)
        case .last: (TimestampFormatter.second(of: action.lastDate, in: timeZone), .dim)
        case .name: (action.title, .plain)
        }
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
