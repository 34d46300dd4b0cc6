// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintTerminal
import FlintWorld

/// The content of a timeline row's details.
///
/// Depending on the row, the details are about an event, a group of repeated events, a feature whose availability
/// changed, or a lane at the cursor.
struct EventDetail {
    private(set) var lines: [StyledLine] = []

    private let table: LabeledValues
    private let columns: Int
    private let glyphs: GlyphSet
    private let timeZone: DisplayTimeZone

    init(_ row: TimelineRow, in state: ConsoleState) {
        columns = state.layout.detailColumnCount(of: .timeline)
        glyphs = state.glyphs
        timeZone = state.environment.timeZone
        table = LabeledValues(
            labels: row.entry.event.labeledValues.map(\.label), columns: columns, glyphs: glyphs)
        switch row.content {
        case .feature(let change?): addTitle(change, in: state)
        case .lane(let lane): addTitle(lane, in: state)
        case .feature(nil), .group, .repetition: break
        }
        addTitle(row.entry)
        addRepetitions(of: row)
        addFeatures(of: row.entry.event, in: state)
        addValues(of: row.entry, in: state)
    }

    // MARK: Headings

    private mutating func addTitle(_ entry: TimelineEntry) {
        let event = entry.event
        let (sign, role) = EventRow.sign(of: event)
        lines += StyledLine("\(sign) ", role).adding(event.title, .strong).wrapped(to: columns, indent: 3)
        var facts = [event.kind.displayText]
        if let outcome = event.outcome { facts.append(outcome.rawValue) }
        if let duration = event.duration { facts.append("took \(EventRow.displayText(duration: duration))") }
        lines.append(StyledLine("   " + facts.joined(separator: glyphs.separator), .dim))
        lines.append(StyledLine())
    }

    private mutating func addTitle(_ change: FeatureChange, in state: ConsoleState) {
        lines += AvailabilityFormatter.mark(change.after).adding(change.featureName, .strong)
            .adding(": \(change.styledText(glyphs).text)")
            .wrapped(to: columns, indent: 3)
            .leading(to: state.feature(change.featureID).map { .goToFeature($0.id) })
        lines.append(
            StyledLine("   " + TextLayout.clipped(change.featureID, to: columns - 3, ellipsis: glyphs.ellipsis), .dim))
        lines.append(StyledLine("   changed by", .dim))
    }

    private mutating func addTitle(_ lane: Lane, in state: ConsoleState) {
        let rows = state.screens.timeline.tail.rows
        let change = lane.change(at: rows.cursor ?? .max)
        let name = lane.name(in: state.model)
        var line = StyledLine(name, .strong)
        switch change?.state ?? lane.initial ?? lane.constantState(in: state.model) {
        case .availability(let isAvailable)?:
            line.append(": ")
            line.append(isAvailable.availabilityText, AvailabilityFormatter.role(isAvailable))
        case .value(let text)?: line.append(": \(text)")
        case nil: break
        }
        if let began = change?.position {
            line.append(" since \(TimestampFormatter.second(of: rows.fold.date(began), in: timeZone))", .dim)
        }
        let target: Intent? =
            switch lane.subject {
            case .feature(let id): state.feature(id).map { .goToFeature($0.id) }
            case .fact(let fact): .goTo(OverridableFact(fact, title: name))
            }
        lines += line.wrapped(to: columns, indent: 3).leading(to: target)
        lines.append(StyledLine())
    }

    // MARK: Sections

    private mutating func addRepetitions(of row: TimelineRow) {
        guard case .group(let count, _) = row.content, count > 1 else { return }
        lines.append(StyledLine("Repeated", .heading).adding("   \(count) times", .dim))
        addTimes(of: [row.entry] + row.earlier)
        let more = count - row.earlier.count - 1
        if more > 0 { lines.append(StyledLine("   and \(more) earlier", .dim)) }
        lines.append(StyledLine())
    }

    private mutating func addTimes(of entries: [TimelineEntry]) {
        for entry in entries {
            var line = StyledLine("   \(TimestampFormatter.millisecond(of: entry.start, in: timeZone))", .dim)
            if let duration = entry.event.duration {
                line.append("  took \(EventRow.displayText(duration: duration))", .dim)
            }
            if let input = entry.event.execution?.input, !input.isEmpty { line.append("  \(input)") }
            let text = TextLayout.clipped(line.text, to: columns, ellipsis: glyphs.ellipsis)
            lines.append(line.width > columns ? StyledLine(text) : line)
        }
    }

    private mutating func addFeatures(of event: EventRecord, in state: ConsoleState) {
        guard let change = event.change, change.featureCount > 0 else { return }
        let (features, count) = (change.features, change.featureCount)
        lines.append(StyledLine("Features", .heading).adding("   \(count) changed", .dim))
        for change in features {
            let words = "  \(change.styledText(glyphs).text)"
            var line = StyledLine("   ").adding(AvailabilityFormatter.mark(change.after))
            let room = max(8, columns - line.width - DisplayWidth.of(words))
            line.append(TextLayout.clipped(change.featureName, to: room, ellipsis: glyphs.ellipsis))
            line.append(words, .dim)
            lines.append(line.leading(to: state.feature(change.featureID).map { .goToFeature($0.id) }))
        }
        if count > features.count { lines.append(StyledLine("   and \(count - features.count) more", .dim)) }
        lines.append(StyledLine())
    }

    private mutating func addValues(of entry: TimelineEntry, in state: ConsoleState) {
        let event = entry.event
        if let begin = entry.begin {
            add("began", "\(TimestampFormatter.millisecond(of: begin.date, in: timeZone)), event \(begin.id)")
            add("ended", "\(TimestampFormatter.millisecond(of: event.date, in: timeZone)), event \(event.id)")
        } else {
            add("time", TimestampFormatter.millisecond(of: event.date, in: timeZone))
        }
        add("cause", event.cause)
        if let session = event.action?.session { add("session", session) }
        if let id = event.featureID {
            let name = state.feature(id).map { "\($0.name) (\(id))" } ?? id
            lines += table.lines("feature", name).leading(to: state.feature(id).map { .goToFeature($0.id) })
            if state.screens.timeline.pins.contains(id) { add("pinned", "yes") }
        }
        if let action = event.action { add("action", action.id) }
        if let stack = event.execution?.stack { add("stack", "#\(stack)") }
        for detail in event.labeledValues {
            add(detail.label.prefix(1).lowercased() + detail.label.dropFirst(), detail.value)
        }
    }

    private mutating func add(_ label: String, _ value: String) {
        lines += table.lines(label, value)
    }
}
