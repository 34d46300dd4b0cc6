import InspectorKit
import TerminalKit

/// The table of requirements: whether each is met, its current value and the source of that value.
struct RequirementTable {
    private let columns: Int
    private let kindColumns = 12
    private let titleColumns: Int
    private let valueColumns: Int
    private let sourceColumns: Int
    private let signs: GlyphSet

    /// The cells before the kind: the mark of the first blocking row, and the sign of the status.
    private static let signColumns = 5

    /// Chooses the widths of the columns; the source is left out where there is no room for it.
    init(_ rows: [RequirementState], columns: Int, signs: GlyphSet) {
        self.columns = columns
        self.signs = signs
        let widest = rows.map { DisplayWidth.of($0.value) + ($0.override == nil ? 0 : 2) }.max() ?? 0
        valueColumns = min(max(widest, 6), 18)
        let source = min(max(rows.map { DisplayWidth.of($0.source) }.max() ?? 0, 6), 12)
        let room = columns - Self.signColumns - kindColumns - valueColumns - 2
        sourceColumns = room - source - 2 >= 20 ? source : 0
        titleColumns = max(4, sourceColumns > 0 ? room - source - 2 : room)
    }

    /// The names of the columns.
    var heading: StyledLine {
        var line = StyledLine("Requirements", .heading)
        line.pad(to: Self.signColumns + kindColumns + titleColumns + 2)
        line.append(TextLayout.cell("value", valueColumns, ellipsis: signs.ellipsis), .dim)
        if sourceColumns > 0 { line.append("  source", .dim) }
        return line
    }

    /// A line of a few words about the row above it, in the column of the titles.
    func note(_ words: String) -> StyledLine {
        let indent = String(repeating: " ", count: Self.signColumns + kindColumns)
        return StyledLine(
            indent + TextLayout.clipped(words, to: columns - indent.utf8.count, ellipsis: signs.ellipsis), .dim)
    }

    /// A row of the table.
    func line(_ row: RequirementState, isFirstBlocking: Bool) -> StyledLine {
        let truth = StatusWords.truth(row.status)
        var line = StyledLine(isFirstBlocking ? "\(signs.arrow) " : "  ", .bad)
        line.append("\(StatusWords.sign(truth)) ", StatusWords.role(truth))
        let indent = String(repeating: " ", count: min(row.depth * 2, 8))
        if row.kind.isHeading {
            let room = columns - line.width - indent.utf8.count
            line.append(indent + TextLayout.clipped(row.title, to: room, ellipsis: signs.ellipsis), .dim)
            return line
        }
        line.append(TextLayout.cell(row.kind.words, kindColumns, ellipsis: signs.ellipsis), .dim)
        line.append(
            TextLayout.cell(indent + row.title, titleColumns, ellipsis: signs.ellipsis) + "  ",
            isFirstBlocking ? .strong : .plain)
        let mark = row.override == nil ? "" : "\(signs.overridden) "
        line.append(mark, .overridden)
        let room = valueColumns - DisplayWidth.of(mark)
        line.append(TextLayout.cell(row.value, room, ellipsis: signs.ellipsis), StatusWords.role(truth))
        if sourceColumns > 0 {
            line.append("  " + TextLayout.clipped(row.source, to: sourceColumns, ellipsis: signs.ellipsis), .dim)
        }
        return line
    }
}
