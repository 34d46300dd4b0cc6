// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The layout and drawing of a ``ChoiceDialog``.
///
/// The dialog consists of body text, the options, the terms of an override, and the marked option's details and effect.
/// If the window has few rows, the body text scrolls, so that the options stay visible. The details and the effect
/// always occupy the same number of lines, so the dialog keeps its size while the user moves through the options. On
/// request, the whole effect replaces the body text and the options.
struct ChoiceView: DialogView {
    private static let standardColumns = 76
    private static let shortRemarkColumns = 40
    private static let keyColumns = 5
    private static func isLow(_ size: TerminalSize) -> Bool { size.rows < 20 }

    private let choices: ChoiceDialog
    private let glyphs: GlyphSet
    private let rect: Rect
    /// The visible lines of the body, followed by a blank line or the sign that more lines follow.
    private let body: [StyledLine]
    let bodyPage: Int
    let hiddenBodyLines: Int
    let optionLines: Int
    private let rows: [(option: Int, line: StyledLine)]
    private let hidesOptions: Bool
    /// The lines below the options: the terms of an override, and the marked option's details and effect.
    private let effect: [StyledLine]

    init(_ choices: ChoiceDialog, in state: ConsoleState) {
        let glyphs = state.glyphs
        self.choices = choices
        self.glyphs = glyphs
        let size = state.environment.size
        var widths = Self.widths(of: choices)
        // Long remarks are shortened to make room for the summaries. If that is not enough, the summaries are omitted;
        // the marked option's effect is always shown below the options.
        let remarkRoom = size.columns - Self.rowColumns(widths) + widths.remark
        if remarkRoom < min(widths.remark, Self.shortRemarkColumns) { widths.summary = 0 }
        let columns = DialogFrame.columns(
            max(Self.standardColumns, Self.columns(of: choices, widths: widths)), in: size)
        let room = size.rows - 6
        var effect: [StyledLine] = []
        if choices.offersOverrides { effect.append(Self.terms(choices.terms, state, columns: columns - 4)) }
        let options = choices.showsWholeEffect ? [] : choices.options
        if !options.isEmpty, choices.hasPreviews || choices.hasDetails {
            if !Self.isLow(size) { effect.append(StyledLine()) }
            effect += Self.details(choices, columns: columns - 4, ellipsis: glyphs.ellipsis)
            if choices.hasPreviews { effect += Self.effect(choices, state, columns: columns - 4) }
        }
        let titleColumns = Self.titleColumns(widths: widths, columns: columns - 4)
        let titles = options.map { Self.titleLines($0, columns: titleColumns, glyphs: glyphs) }
        let lineCount = titles.reduce(0) { $0 + $1.count }
        let places = choices.places.isEmpty ? [] : [Self.places(of: choices, state)]
        let full = choices.showsWholeEffect ? Self.wholeEffect(choices, state) : places + choices.body
        let text = full.flatMap { $0.wrapped(to: columns - 4, indent: 2) }
        // The body leaves room for the effect, for up to four lines of options, and for the line below the body.
        bodyPage = min(text.count, max(0, room - effect.count - min(lineCount, 4) - 1))
        hiddenBodyLines = text.count - bodyPage
        let top = min(choices.bodyTop, hiddenBodyLines)
        var body = Array(text[top..<top + bodyPage])
        if !body.isEmpty {
            let isComplete = hiddenBodyLines == 0
            body.append(isComplete ? StyledLine() : Self.scrollLine(state, above: top, below: hiddenBodyLines - top))
        }
        let height = titles.isEmpty ? 0 : max(1, min(lineCount, room - body.count - effect.count))
        var first = min(choices.selected, max(0, titles.count - 1))
        var used = titles.isEmpty ? 0 : titles[first].count
        // The list shows as many options above the marked one as fit.
        while first > 0, used + titles[first - 1].count <= height {
            first -= 1
            used += titles[first].count
        }
        var rows: [(option: Int, line: StyledLine)] = []
        for index in titles.indices.dropFirst(first) where rows.count < height {
            let option = choices.options[index]
            let command = option.reason == nil ? option.previewed : nil
            let summary = command.map { PreviewFormatter.summary(state.app.previews.results[$0]) }
            let room = height - rows.count
            let title =
                titles[index].count <= room
                ? titles[index]
                : TextLayout.wrapped(option.title, to: titleColumns, limit: room, ellipsis: glyphs.ellipsis)
            let lines = Self.lines(
                option, title: title, isMarked: index == choices.selected,
                summary: widths.summary == 0 ? nil : summary ?? StyledLine(), titleColumns: titleColumns,
                columns: columns - 4, glyphs: glyphs)
            rows += lines.map { (option: index, line: $0) }
        }
        hidesOptions = lineCount > height
        optionLines = height
        self.rows = rows
        self.body = body
        self.effect = effect
        rect = DialogFrame.rect(lines: body.count + height + effect.count, columns: columns, in: size)
    }

    private static func scrollLine(_ state: ConsoleState, above: Int, below: Int) -> StyledLine {
        let (command, words): (KeyCommand, String) =
            below > 0 ? (.pageDown, below.counted("more line")) : (.pageUp, "\(above.counted("line")) above")
        let key = state.keymap.keyText(for: command, in: InputMode.choices.contexts) ?? ""
        return StyledLine("\(state.glyphs.ellipsis) \(words)  ", .dim).adding(key, .key)
    }

    private static func places(of choices: ChoiceDialog, _ state: ConsoleState) -> StyledLine {
        let key = state.keymap.keyText(for: .nextPlace, in: InputMode.overriding.contexts) ?? ""
        var line = StyledLine(key, .key)
        for (index, place) in choices.places.enumerated() {
            line.append(index > 0 ? state.glyphs.separator : key.isEmpty ? "" : "  ", .dim)
            line.append(
                index == choices.place ? "[\(place.name)]" : place.name, index == choices.place ? .strong : .dim)
        }
        return line
    }

    // MARK: The options

    private static func titleColumns(widths: Widths, columns: Int) -> Int {
        let room = columns - keyColumns - widths.summary
        // If not all titles and remarks fit on one line, the titles get at least half of it and wrap.
        return min(widths.title, widths.remark == 0 ? room : max(room - widths.remark - 2, room / 2))
    }

    private static func titleLines(_ option: ChoiceDialog.Option, columns: Int, glyphs: GlyphSet) -> [String] {
        // A title takes one line and is truncated if the option's details contain its full text.
        guard option.details.isEmpty, DisplayWidth.of(option.title) > columns else { return [option.title] }
        return TextLayout.wrapped(option.title, to: columns, limit: 3, ellipsis: glyphs.ellipsis)
    }

    private static func lines(
        _ option: ChoiceDialog.Option, title: [String], isMarked: Bool, summary: StyledLine?, titleColumns: Int,
        columns: Int, glyphs: GlyphSet
    ) -> [StyledLine] {
        let role: Role = option.reason == nil ? .plain : .dim
        return title.enumerated().map { index, text in
            guard index == 0 else { return StyledLine(String(repeating: " ", count: keyColumns)).adding(text, role) }
            var line = StyledLine(isMarked ? "> " : "  ", .strong)
            line.append("\(option.key.map(String.init) ?? " ")  ", .key)
            line.append(TextLayout.cell(text, titleColumns, ellipsis: glyphs.ellipsis), role)
            if let summary {
                let start = line.width + 2
                line.append("  ")
                line.append(summary)
                line.pad(to: start + PreviewFormatter.summaryColumns)
            }
            let remark = option.remark
            if !remark.isEmpty {
                let room = columns - line.width - 2
                line.append("  " + TextLayout.clipped(remark, to: room, ellipsis: glyphs.ellipsis), .dim)
            }
            return line
        }
    }

    private typealias Widths = (title: Int, summary: Int, remark: Int)

    private static func widths(of choices: ChoiceDialog) -> Widths {
        let hasSummaries = choices.options.count(where: \.hasPreview) > 1
        let summary = hasSummaries ? PreviewFormatter.summaryColumns + 2 : 0
        return choices.options.reduce(into: (title: 0, summary: summary, remark: 0)) { widths, option in
            widths.title = max(widths.title, DisplayWidth.of(option.title))
            widths.remark = max(widths.remark, DisplayWidth.of(option.remark))
        }
    }

    /// Returns the width at which every option fits on one line, including its remark, and the expiries are listed.
    private static func columns(of choices: ChoiceDialog, widths: Widths) -> Int {
        max(
            rowColumns(widths), DisplayWidth.of(choices.title) + 14, choices.offersOverrides ? termsColumns : 0)
    }

    private static func rowColumns(_ widths: Widths) -> Int {
        4 + keyColumns + widths.title + widths.summary + (widths.remark > 0 ? widths.remark + 2 : 0)
    }

    private static let termsColumns =
        OverrideTerms.choices.reduce(0) {
            $0 + OverrideTerms(expiry: $1).expiryText.utf8.count + 2
        } + 34

    private static func terms(_ terms: OverrideTerms, _ state: ConsoleState, columns: Int) -> StyledLine {
        func key(_ command: KeyCommand) -> String {
            state.keymap.keyText(for: command, in: InputMode.overriding.contexts) ?? " "
        }
        var line = StyledLine("  \(key(.nextExpiry))  ", .key)
        line.append("kept ", .dim)
        var choices = StyledLine()
        for expiry in OverrideTerms.choices {
            choices.append(
                " \(OverrideTerms(expiry: expiry).expiryText) ", expiry == terms.expiry ? .current : .dim)
        }
        // The expiries are listed only if the reason fits beside them in its shortest form.
        let needed = "      reason none".utf8.count
        if OverrideTerms.choices.contains(terms.expiry), line.width + choices.width + needed <= columns {
            line.append(choices)
        } else {
            line.append(terms.expiryText, terms.expiry == nil ? .plain : .strong)
        }
        line.append("    \(key(.giveReason))  ", .key)
        line.append("reason ", .dim)
        let room = max(0, columns - line.width)
        if terms.reason.isEmpty {
            line.append("none")
        } else {
            line.append(TextLayout.clipped(terms.reason, to: room, ellipsis: state.glyphs.ellipsis), .strong)
        }
        return line
    }

    private static func details(_ choices: ChoiceDialog, columns: Int, ellipsis: String) -> [StyledLine] {
        guard choices.hasDetails, choices.options.indices.contains(choices.selected) else { return [] }
        let count = choices.hasPreviews ? 2 : 5
        let lines = StyledLine(choices.options[choices.selected].details)
            .wrapped(to: columns, limit: count, ellipsis: ellipsis)
        // Blank lines keep the dialog the same size when another option is marked.
        return lines + Array(repeating: StyledLine(), count: count - lines.count)
    }

    private static func effect(_ choices: ChoiceDialog, _ state: ConsoleState, columns: Int) -> [StyledLine] {
        let (option, isMarked) = optionWithEffect(of: choices)
        var line = StyledLine(isMarked ? "Effect: " : "\(option?.title ?? ""): ", .heading)
        if let command = option?.previewed {
            line.append(PreviewFormatter.line(command, in: state))
        } else {
            line.append("none", .dim)
        }
        let count = isLow(state.environment.size) ? 2 : 3
        let key = state.keymap.keyText(for: .showWholeEffect, in: choices.inputMode.contexts) ?? ""
        let lines = line.wrapped(to: columns, indent: 8, limit: count, ellipsis: "\(state.glyphs.ellipsis) \(key)")
        return lines + Array(repeating: StyledLine(), count: count - lines.count)
    }

    private static func optionWithEffect(of choices: ChoiceDialog) -> (option: ChoiceDialog.Option?, isMarked: Bool) {
        let previewed = choices.options.indices.filter { choices.options[$0].hasPreview }
        // If only one option has a preview, its effect is always shown.
        let shown = previewed.count == 1 ? previewed[0] : choices.selected
        return (choices.options.indices.contains(shown) ? choices.options[shown] : nil, shown == choices.selected)
    }

    private static func wholeEffect(_ choices: ChoiceDialog, _ state: ConsoleState) -> [StyledLine] {
        guard let option = optionWithEffect(of: choices).option else { return [] }
        let effect = option.previewed.map { PreviewFormatter.lines($0, in: state) } ?? [StyledLine("none", .dim)]
        let title = "Effect of \(state.glyphs.quoted(option.title))"
        return [StyledLine(title, .heading)] + effect
    }

    func hit(_ point: Point) -> DialogHit {
        let hit = DialogFrame.hit(point, in: rect, top: body.count, rows: rows.indices)
        guard case .row(let row) = hit else { return hit }
        return .row(rows[row].option)
    }

    func draw(on canvas: inout Canvas, theme: Theme) {
        let note = hidesOptions ? "\(choices.selected + 1) of \(choices.options.count)" : ""
        canvas.drawPane(rect, title: choices.title, note: note, isActive: true, theme: theme, glyphs: glyphs)
        let blanks = Array(repeating: StyledLine(), count: optionLines - rows.count)
        canvas.drawLines(body + rows.map { $0.line } + blanks + effect, in: rect, from: 0, theme: theme)
        let marked = rows.indices.filter { rows[$0].option == choices.selected }
        let row = rect.row + 1 + body.count + (marked.first ?? 0)
        let height = min(marked.count, rect.maxRow - 1 - row)
        guard height > 0 else { return }
        canvas.restyle(row: row, rows: height, in: rect, theme.style(.selection))
        canvas.cursor = Point(column: rect.column + 2, row: row)
    }
}
