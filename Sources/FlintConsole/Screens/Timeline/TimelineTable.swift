import InspectorKit
import TerminalKit

/// The layout of the table of events.
///
/// A narrow table omits the session first, and then the outcome, which the sign also conveys.
struct TimelineTable {
    private let columns: Int
    private let signs: GlyphSet
    private let sessionColumns: Int
    private let outcomeColumns: Int
    private let titleColumns: Int

    private static let causeColumns = 8
    private static let durationColumns = 7

    private struct Cells {
        var marker = " "
        var time = ""
        var sign = StyledLine("  ")
        var session = ""
        var cause = ""
        var title = ""
        var outcome = ""
        var duration = ""
        var role = Role.plain
        var durationRole = Role.dim
    }

    init(columns: Int, signs: GlyphSet) {
        self.columns = columns
        self.signs = signs
        sessionColumns = columns >= 84 ? 12 : 0
        outcomeColumns = columns >= 76 ? 8 : 0
        let fixed = 2 + 9 + 3 + Self.causeColumns + 1 + Self.durationColumns + 1
        let optional = [sessionColumns, outcomeColumns].filter { $0 > 0 }.map { $0 + 1 }.reduce(0, +)
        titleColumns = max(8, columns - fixed - optional - 1)
    }

    var heading: StyledLine {
        line(
            Cells(
                time: "time", session: "session", cause: "cause", title: "event", outcome: "outcome",
                duration: "took", role: .dim))
    }

    /// Returns a row as a line of the table.
    ///
    /// - Parameters:
    ///   - row: The row to format.
    ///   - isPinned: Whether the row concerns a pinned feature.
    ///   - marksRunning: Whether an action's beginning represents a running action.
    ///   - state: The console's state.
    /// - Returns: The formatted line.
    func line(_ row: TimelineRow, isPinned: Bool, marksRunning: Bool, in state: ConsoleState) -> StyledLine {
        var cells: Cells
        switch row.content {
        case .feature(let change):
            cells = self.cells(change, of: row.entry)
        case .group(let count, let isExpanded):
            let fold = isExpanded.map { ($0 ? signs.expanded : signs.collapsed) + " " } ?? ""
            cells = self.cells(row.entry, before: fold, after: Self.note(on: row.entry, count: count), in: state)
        case .repetition, .bar: cells = self.cells(row.entry, before: "  ", after: "", in: state)
        }
        if isPinned { cells.marker = signs.pinned }
        if marksRunning, row.entry.isRunning { (cells.duration, cells.durationRole) = ("running", .strong) }
        return line(cells)
    }

    private static func note(on entry: TimelineEntry, count: Int) -> String {
        if count > 1 { return " x\(count)" }
        let features = entry.featureCount
        return features == 0 ? "" : " (\(features.counted("feature")))"
    }

    /// Returns the cells of an event.
    ///
    /// The strings before and after the title are never truncated.
    private func cells(
        _ entry: TimelineEntry, before: String, after: String, in state: ConsoleState
    ) -> Cells {
        let event = entry.event
        let row = EventRow(event, at: entry.begin?.date, in: state)
        let outcome = event.outcome?.rawValue ?? ""
        let room = titleColumns(beside: outcome) - DisplayWidth.of(before) - after.utf8.count
        return Cells(
            time: row.time, sign: StyledLine(row.sign, row.role), session: event.session ?? "", cause: event.cause,
            title: before + row.title(columns: max(4, room), ellipsis: signs.ellipsis) + after,
            outcome: outcome, duration: row.duration)
    }

    private func cells(_ change: FeatureChange?, of entry: TimelineEntry) -> Cells {
        guard let change else {
            let more = entry.featureCount - (entry.event.features?.count ?? 0)
            return Cells(title: "  \(more.counted("more feature"))", role: .dim)
        }
        let words = ": \(change.words(signs))"
        let room = max(4, titleColumns(beside: "") - 2 - DisplayWidth.of(words))
        return Cells(
            sign: StyledLine(AvailabilityFormatter.sign(change.after), AvailabilityFormatter.role(change.after)),
            title: "  " + TextLayout.clipped(change.featureName, to: room, ellipsis: signs.ellipsis) + words)
    }

    private func titleColumns(beside outcome: String) -> Int {
        outcome.isEmpty && outcomeColumns > 0 ? titleColumns + outcomeColumns + 1 : titleColumns
    }

    private func line(_ cells: Cells) -> StyledLine {
        func cell(_ text: String, _ columns: Int) -> String {
            TextLayout.cell(text, columns, ellipsis: signs.ellipsis) + " "
        }
        var line = StyledLine(" ")
        line.append(cells.marker, .strong)
        line.append(cell(cells.time, 8), .dim)
        line.append(cells.sign)
        line.append(" ")
        if sessionColumns > 0 { line.append(cell(cells.session, sessionColumns), .dim) }
        line.append(cell(cells.cause, Self.causeColumns), .dim)
        line.append(cell(cells.title, titleColumns(beside: cells.outcome)), cells.role)
        if outcomeColumns > 0, !cells.outcome.isEmpty { line.append(cell(cells.outcome, outcomeColumns), cells.role) }
        line.append(
            TextLayout.trailing(cells.duration, Self.durationColumns, ellipsis: signs.ellipsis), cells.durationRole)
        return line
    }
}

extension FeatureChange {
    /// Returns the wording of the change in availability, such as `not available → available`.
    func words(_ signs: GlyphSet) -> String {
        "\(AvailabilityFormatter.text(before)) \(signs.arrow) \(AvailabilityFormatter.text(after))"
    }
}
