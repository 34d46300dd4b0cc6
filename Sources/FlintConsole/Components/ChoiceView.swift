import InspectorKit
import TerminalKit

/// The layout and drawing of a ``ChoiceDialog``.
///
/// The dialog consists of body text, the options, the terms of an override, and the marked option's details and effect.
/// If the window has few rows, the body text is truncated first, so that the options stay visible. The details and the
/// effect always occupy the same number of lines, so the dialog keeps its size while the user moves through the
/// options.
struct ChoiceView: DialogView {
    private static let standardColumns = 76
    private static func effectLines(_ rows: Int) -> Int { rows < 20 ? 2 : 3 }

    private let choices: ChoiceDialog
    private let signs: GlyphSet
    private let rect: Rect
    private let body: [StyledLine]
    private let visible: Range<Int>
    /// The lines below the options: the terms of an override, and the marked option's details and effect.
    private let effect: [StyledLine]

    init(_ choices: ChoiceDialog, in state: ConsoleState) {
        self.choices = choices
        signs = state.signs
        let size = state.environment.size
        let columns = min(max(Self.standardColumns, Self.columns(of: choices)), size.columns - 4)
        let room = size.rows - 6
        var body = choices.body.flatMap { $0.wrapped(to: columns - 4, indent: 2) }
        var effect: [StyledLine] = []
        if choices.offersOverrides { effect.append(Self.terms(choices.terms, state, columns: columns - 4)) }
        if choices.hasPreviews || choices.hasDetails {
            effect.append(StyledLine())
            effect += Self.details(choices, columns: columns - 4)
        }
        if choices.hasPreviews { effect += Self.effect(choices, state, columns: columns - 4) }
        let forBody = max(0, room - effect.count - min(choices.options.count, 4) - 1)
        if body.count > forBody {
            // If there is room for at most two lines, they show body text rather than the number of hidden lines.
            let shown = forBody > 2 ? forBody - 1 : forBody
            let hidden = body.count - shown
            body = Array(body.prefix(shown))
            if shown < forBody {
                body.append(StyledLine("\(signs.ellipsis) \(hidden) more lines in a larger window", .dim))
            }
        }
        if !body.isEmpty { body.append(StyledLine()) }
        let height = max(1, min(choices.options.count, room - body.count - effect.count))
        let first = min(max(0, choices.selected - height + 1), max(0, choices.options.count - height))
        visible = first..<min(choices.options.count, first + height)
        self.body = body
        self.effect = effect
        rect = DialogFrame.rect(lines: body.count + height + effect.count, columns: columns, in: size)
    }

    /// Returns the width at which every option fits on one line, including its note or the reason it cannot be chosen.
    private static func columns(of choices: ChoiceDialog) -> Int {
        let titles = choices.options.map { DisplayWidth.of($0.title) }.max() ?? 0
        let notes = choices.options.map { DisplayWidth.of($0.remark) }.max() ?? 0
        // The frame, the mark, the key, and the spaces between them.
        let rows = 4 + 5 + titles + (notes > 0 ? notes + 2 : 0)
        return max(rows, DisplayWidth.of(choices.title) + 14)
    }

    private static func terms(_ terms: OverrideTerms, _ state: ConsoleState, columns: Int) -> StyledLine {
        func key(_ command: KeyCommand) -> String {
            state.keymap.keyText(for: command, in: InputMode.overriding.contexts) ?? " "
        }
        var line = StyledLine("  \(key(.nextExpiry))  ", .key)
        line.append("kept ", .dim)
        line.append(terms.expiryText, terms.expiry == nil ? .plain : .strong)
        line.append("    \(key(.giveReason))  ", .key)
        line.append("reason ", .dim)
        let room = max(0, columns - line.width)
        if terms.reason.isEmpty {
            line.append("none")
        } else {
            line.append(TextLayout.clipped(terms.reason, to: room, ellipsis: state.signs.ellipsis), .strong)
        }
        return line
    }

    /// Returns the marked option's details.
    ///
    /// The number of lines is fixed, so that the dialog keeps its size when another option is marked.
    private static func details(_ choices: ChoiceDialog, columns: Int) -> [StyledLine] {
        guard choices.hasDetails, choices.options.indices.contains(choices.selected) else { return [] }
        let count = choices.hasPreviews ? 2 : 5
        let lines = StyledLine(choices.options[choices.selected].details).wrapped(to: columns).prefix(count)
        return lines + Array(repeating: StyledLine(), count: count - lines.count)
    }

    /// Returns the marked option's effect.
    ///
    /// The number of lines is fixed, so that the dialog keeps its size when another option is marked.
    private static func effect(_ choices: ChoiceDialog, _ state: ConsoleState, columns: Int) -> [StyledLine] {
        // If only one option has a preview, its effect is always shown.
        let single = choices.options.filter { $0.hasPreview }
        let isMarked = choices.options.indices.contains(choices.selected)
        let option = single.count == 1 ? single.first : isMarked ? choices.options[choices.selected] : nil
        var line = StyledLine(single.count == 1 ? "\(single[0].title): " : "Effect: ", .heading)
        if let command = option?.previewed {
            line.append(PreviewFormatter.line(state.previews.results[command], signs: state.signs))
        } else {
            line.append("none", .dim)
        }
        let effectLines = effectLines(state.environment.size.rows)
        let lines = Array(line.wrapped(to: columns, indent: 8).prefix(effectLines))
        return lines + Array(repeating: StyledLine(), count: effectLines - lines.count)
    }

    func hit(_ point: Point) -> DialogHit {
        DialogFrame.hit(point, in: rect, top: body.count, rows: visible)
    }

    func draw(on canvas: inout Canvas, theme: Theme) {
        let note = choices.options.count > visible.count ? "\(choices.selected + 1) of \(choices.options.count)" : ""
        canvas.drawPane(rect, title: choices.title, note: note, isActive: true, theme: theme, signs: signs)
        var lines = body
        let columns = rect.columns - 4
        let widest = choices.options.map { DisplayWidth.of($0.title) }.max() ?? 0
        let titleColumns = min(widest, columns - 5)
        for row in visible {
            let option = choices.options[row]
            let isSelected = row == choices.selected
            var line = StyledLine(isSelected ? "> " : "  ", .strong)
            line.append("\(option.key.map(String.init) ?? " ")  ", .key)
            let role: Role = option.reason == nil ? .plain : .dim
            line.append(TextLayout.cell(option.title, titleColumns, ellipsis: signs.ellipsis), role)
            let remark = option.remark
            if !remark.isEmpty {
                let room = columns - line.width - 2
                line.append("  " + TextLayout.clipped(remark, to: room, ellipsis: signs.ellipsis), .dim)
            }
            lines.append(line)
        }
        canvas.drawLines(lines + effect, in: rect, from: 0, theme: theme)
        let row = rect.row + 1 + body.count + choices.selected - visible.lowerBound
        guard row < rect.maxRow - 1 else { return }
        canvas.restyle(Rect(column: rect.column + 2, row: row, columns: columns, rows: 1)) {
            $0 = theme.style(.selection)
        }
        canvas.cursor = Point(column: rect.column + 2, row: row)
    }
}
