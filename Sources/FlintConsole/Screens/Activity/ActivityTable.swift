// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The layout of the table of actions and open stacks.
///
/// A narrow table omits the 95th percentile first, and then the median.
struct ActivityTable {
    private let columns: Int
    private let nameColumns: Int
    private let signs: GlyphSet
    private let timeZone: DisplayTimeZone
    private let showsMedian: Bool
    private let showsPercentile: Bool
    private let sorted: ActivityOrder

    private static let countColumns = 7
    private static let durationColumns = 8
    private static let timeColumns = 9

    init(columns: Int, in state: ConsoleState) {
        self.columns = columns
        (signs, timeZone, sorted) = (state.signs, state.environment.timeZone, state.screens.stacks.order)
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
                TextLayout.trailing(text, columns, ellipsis: signs.ellipsis), order == sorted ? .strong : .dim)
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
        var line = StyledLine("   " + TextLayout.cell(action.title, nameColumns, ellipsis: signs.ellipsis))
        func add(_ number: Int, _ role: Role) {
            let text = TextLayout.trailing("\(number)", Self.countColumns, ellipsis: signs.ellipsis)
            line.append(text, number == 0 ? .dim : role)
        }
        func add(_ seconds: Double?) {
            let text = seconds.map(EventRow.words(duration:)) ?? ""
            line.append(TextLayout.trailing(text, Self.durationColumns, ellipsis: signs.ellipsis))
        }
        add(action.count, .plain)
        add(action.denied, .bad)
        add(action.failed, .bad)
        if showsMedian { add(action.median) }
        if showsPercentile { add(action.percentile95) }
        let time = action.running > 0 ? "running" : TimestampFormatter.second(of: action.lastDate, in: timeZone)
        line.append(
            TextLayout.trailing(time, Self.timeColumns, ellipsis: signs.ellipsis), action.running > 0 ? .strong : .dim)
        return line
    }

    func line(_ stack: StackSnapshot, depth: Int, isContext: Bool) -> StyledLine {
        // The indentation is limited so that the names of deep stacks stay visible.
        var line = StyledLine(String(repeating: " ", count: 3 + min(depth * 2, columns / 3)))
        let time = TimestampFormatter.second(of: stack.started, in: timeZone)
        let end = " \(stack.stepCount.counted("step")) \(time) "
        let room = columns - line.width - DisplayWidth.of(end)
        line.append(
            TextLayout.clipped(stack.featureName, to: room, ellipsis: signs.ellipsis), isContext ? .dim : .plain)
        line.pad(to: columns - DisplayWidth.of(end))
        line.append(end, .dim)
        return line
    }
}

/// The content of an action's details: its counts, its durations, the reasons for its denials, and its latest events.
struct ActionDetail {
    private(set) var lines: [StyledLine] = []

    private static let eventLimit = 20

    init(_ action: ActionActivity, in state: ConsoleState) {
        let (columns, signs) = (state.layout.detailColumns(.stacks), state.signs)
        let fold = state.screens.timeline.tail.rows.fold
        lines.append(
            StyledLine(TextLayout.clipped(action.featureID, to: columns, ellipsis: signs.ellipsis), .dim)
                .leading(to: state.feature(action.featureID).map { .goToFeature($0.id) }))
        var counts = ["\(action.count) performed", "\(action.denied) denied", "\(action.failed) failed"]
        if action.running > 0 { counts.append("\(action.running) running") }
        if let median = action.median { counts.append("median \(EventRow.words(duration: median))") }
        if let high = action.percentile95 { counts.append("95 % within \(EventRow.words(duration: high))") }
        lines += StyledLine(counts.joined(separator: signs.separator)).wrapped(to: columns)
        lines.append(StyledLine())
        if !action.reasons.isEmpty {
            lines.append(
                StyledLine("Reasons for denials", .heading).adding("   \(action.denied.counted("denial"))", .dim))
            for reason in action.reasons.sorted(by: { ($1.count, $0.title) < ($0.count, $1.title) }) {
                let share = TextLayout.trailing("\(reason.count * 100 / max(1, action.denied)) %", 6, ellipsis: "")
                let truth = AvailabilityFormatter.truth(reason.status)
                var line = StyledLine(" \(share)  ")
                line.append(reason.title, .strong)
                line.append(truth == nil ? " is unknown" : " is not met", AvailabilityFormatter.role(truth))
                let alone =
                    reason.countAlone == reason.count
                    ? "always the only reason"
                    : reason.countAlone == 0
                        ? "beside other reasons" : "\(reason.countAlone.counted("time")) the only reason"
                line.append("   \(alone)", .dim)
                lines += line.wrapped(to: columns, indent: 9)
            }
            lines.append(StyledLine())
        }
        lines.append(StyledLine("Latest", .heading))
        let start = state.screens.stacks.period.start(in: fold)
        var entries: [TimelineEntry] = []
        for position in fold.positions.reversed() where entries.count < Self.eventLimit {
            let entry = fold[position]
            if entry.id <= fold.end, start.map({ entry.event.date >= $0 }) != false,
                entry.event.actionID == action.actionID, entry.event.featureID == action.featureID
            {
                entries.append(entry)
            }
        }
        for entry in entries {
            let (sign, role) = EventRow.sign(of: entry.event)
            var line = StyledLine(
                "   \(TimestampFormatter.millisecond(of: entry.start, in: state.environment.timeZone))  ", .dim)
            line.append(sign, role)
            if let duration = entry.event.duration { line.append("  took \(EventRow.words(duration: duration))", .dim) }
            if let input = entry.event.input, !input.isEmpty { line.append("  \(input)") }
            let blockers = (entry.event.blockers ?? []).map(\.title)
            if !blockers.isEmpty { line.append("  \(blockers.listed())") }
            line = line.clipped(to: columns, ellipsis: signs.ellipsis)
            lines.append(line.leading(to: .showEvent(entry.event.id)))
        }
    }
}
