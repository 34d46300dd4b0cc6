// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The content of an action's details: its counts, its durations, the reasons for its denials, and its latest events.
struct ActionDetail {
    private(set) var lines: [StyledLine] = []

    private static let eventLimit = 20

    init(_ action: ActionActivity, in state: ConsoleState) {
        let (columns, glyphs) = (state.layout.detailColumnCount(of: .stacks), state.glyphs)
        let fold = state.screens.timeline.tail.rows.fold
        lines.append(
            StyledLine(TextLayout.clipped(action.featureID, to: columns, ellipsis: glyphs.ellipsis), .dim)
                .leading(to: state.feature(action.featureID).map { .goToFeature($0.id) }))
        var counts = ["\(action.count) performed", "\(action.denied) denied", "\(action.failed) failed"]
        if action.running > 0 { counts.append("\(action.running) running") }
        if let median = action.median { counts.append("median \(EventRow.displayText(duration: median))") }
        if let high = action.percentile95 { counts.append("95 % within \(EventRow.displayText(duration: high))") }
        lines += StyledLine(counts.joined(separator: glyphs.separator)).wrapped(to: columns)
        lines.append(StyledLine())
        if !action.reasons.isEmpty {
            lines.append(
                StyledLine("Reasons for denials", .heading).adding("   \(action.denied.counted("denial"))", .dim))
            for reason in action.reasons.sorted(by: { ($1.count, $0.title) < ($0.count, $1.title) }) {
                let share = TextLayout.trailing("\(reason.count * 100 / max(1, action.denied)) %", 6, ellipsis: "")
                var line = StyledLine(" \(share)  ")
                line.append(reason.title, .strong)
                line.append(
                    reason.status == .notDetermined ? " is unknown" : " is not met",
                    AvailabilityFormatter.role(reason.status.truth))
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
                entry.event.action?.id == action.actionID, entry.event.featureID == action.featureID
            {
                entries.append(entry)
            }
        }
        for entry in entries {
            let (sign, role) = EventRow.sign(of: entry.event)
            var line = StyledLine(
                "   \(TimestampFormatter.millisecond(of: entry.start, in: state.environment.timeZone))  ", .dim)
            line.append(sign, role)
            if let duration = entry.event.duration {
                line.append("  took \(EventRow.displayText(duration: duration))", .dim)
            }
            if let input = entry.event.execution?.input, !input.isEmpty { line.append("  \(input)") }
            let blockers = (entry.event.blockers ?? []).map(\.title)
            if !blockers.isEmpty { line.append("  \(blockers.listed())") }
            line = line.clipped(to: columns, ellipsis: glyphs.ellipsis)
            lines.append(line.leading(to: .showEvent(entry.event.id)))
        }
    }
}
