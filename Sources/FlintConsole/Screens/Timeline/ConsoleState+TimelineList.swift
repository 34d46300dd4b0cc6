import InspectorKit
import TerminalKit

extension ConsoleState {
    /// Draws the table of events.
    ///
    /// - Returns: How many rows were drawn.
    func drawTimelineList(on canvas: inout Canvas, theme: Theme) -> Int {
        let table = EventTable(columns: layout.list(.timeline).columns - 2, signs: signs)
        return drawTail(
            timeline, of: .timeline, title: listTitle("Timeline", filter), heading: table.heading,
            empty: filter.isActive ? "Nothing matches the filter." : "Nothing has happened yet.", on: &canvas,
            theme: theme
        ) { table.line($0, in: self) }
    }
}

/// The columns of the table of events.
struct EventTable {
    private let columns: Int
    private let signs: Signs
    private let sessionColumns: Int
    private let titleColumns: Int

    private static let causeColumns = 8
    private static let outcomeColumns = 8
    private static let durationColumns = 7

    /// Chooses the columns; the session is left out where there is no room for it.
    init(columns: Int, signs: Signs) {
        self.columns = columns
        self.signs = signs
        sessionColumns = columns >= 84 ? 12 : 0
        let fixed = 2 + 9 + 3 + Self.causeColumns + 1 + Self.outcomeColumns + 1 + Self.durationColumns + 1
        titleColumns = max(8, columns - fixed - (sessionColumns > 0 ? sessionColumns + 1 : 0) - 1)
    }

    /// The names of the columns.
    var heading: StyledLine {
        line(
            marker: "  ", time: "time", sign: StyledLine("  "), session: "session", cause: "cause",
            title: "what happened", outcome: "outcome", duration: "took", role: .dim)
    }

    /// A row of the table.
    func line(_ event: Event, in state: ConsoleState) -> StyledLine {
        let row = EventRow(event, in: state)
        return line(
            marker: "  ", time: row.time, sign: StyledLine(row.sign, row.role), session: event.session ?? "",
            cause: event.cause, title: event.title, outcome: event.outcome?.rawValue ?? "", duration: row.duration,
            role: .plain)
    }

    /// The cells of a row one after the other.
    private func line(
        marker: String, time: String, sign: StyledLine, session: String, cause: String, title: String,
        outcome: String, duration: String, role: Role
    ) -> StyledLine {
        func cell(_ text: String, _ columns: Int) -> String {
            Fit.cell(text, columns, ellipsis: signs.ellipsis) + " "
        }
        var line = StyledLine(marker)
        line.append(cell(time, 8), .dim)
        line.append(sign)
        line.append(" ")
        if sessionColumns > 0 { line.append(cell(session, sessionColumns), .dim) }
        line.append(cell(cause, Self.causeColumns), .dim)
        line.append(cell(title, titleColumns), role)
        line.append(cell(outcome, Self.outcomeColumns), role)
        line.append(Fit.trailing(duration, Self.durationColumns, ellipsis: signs.ellipsis), .dim)
        return line
    }
}
