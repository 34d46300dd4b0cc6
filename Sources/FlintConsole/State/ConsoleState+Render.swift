// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

extension ConsoleState {
    /// Draws the console.
    ///
    /// - Parameter canvas: A blank canvas of the environment's size.
    /// - Returns: The number of list rows drawn. It depends on the window's size, not on the app's size.
    @discardableResult
    package func render(into canvas: inout Canvas) -> Int {
        var theme = theme.limited(toColors: environment.colors)
        // The color of the active frame shows that the screen is not the live app.
        if modeWord != nil { theme.setActiveFrame(.overridden) }
        guard !layout.isTooSmall else {
            renderTooSmall(into: &canvas)
            return 0
        }
        let status = StatusLine(self)
        status.draw(on: &canvas, theme: theme)
        TabLine(self, below: status).draw(on: &canvas, theme: theme)
        var rows = 0
        if layout.isWide || pane == .list { rows = screen.behavior.drawList(of: self, on: &canvas, theme: theme) }
        if layout.isWide || pane == .detail { drawDetail(on: &canvas, theme: theme) }
        if layout.isWide {
            canvas.joinDetail(
                layout.detailArea(of: screen), to: layout.listArea(of: screen),
                note: screen.behavior.frameNote(in: self),
                isActive: dialog == nil, theme: theme, glyphs: glyphs)
        }
        drawEventLine(on: &canvas, theme: theme)
        KeyBar(self).draw(on: &canvas, theme: theme)
        drawDialog(on: &canvas, theme: theme)
        return rows
    }

    private func renderTooSmall(into canvas: inout Canvas) {
        let minimum = ConsoleLayout.minimum
        let lines = TextLayout.wrapped(
            "Flint needs at least \(minimum). This window is \(environment.size). q quits.",
            to: canvas.size.columns, ellipsis: glyphs.ellipsis)
        let top = max(0, (canvas.size.rows - lines.count) / 2)
        for (offset, line) in lines.enumerated() {
            let column = max(0, (canvas.size.columns - DisplayWidth.of(line)) / 2)
            canvas.draw(line, column: column, row: top + offset)
        }
    }

    private func drawDetail(on canvas: inout Canvas, theme: Theme) {
        if screen.behavior.drawInsteadOfDetail(of: self, on: &canvas, theme: theme) { return }
        let rect = layout.detailArea(of: screen)
        let isActive = pane == .detail && dialog == nil
        let lines = detailLines()
        let height = layout.detailHeight(of: screen)
        var note = ""
        if lines.count > height {
            note = "\(details.top + 1)-\(min(lines.count, details.top + height)) of \(lines.count)"
        }
        canvas.drawPane(
            rect, title: screen.behavior.detailTitle(in: self) ?? "Details", note: note, isActive: isActive,
            theme: theme, glyphs: glyphs)
        canvas.drawLines(lines, in: rect, from: details.top, theme: theme)
        guard isActive else { return }
        canvas.cursor = Point(column: rect.column + 2, row: rect.row + 1)
        if let line = details.selection?.index(in: lines), (details.top..<details.top + height).contains(line) {
            canvas.markSelected(row: rect.row + 1 + line - details.top, in: rect, isActive: true, theme: theme)
        }
    }

    func detailLines() -> [StyledLine] { screen.behavior.detailLines(in: self) }

    func linesWithoutSelection<ID>(_ selection: ID?, empty: String) -> [StyledLine] {
        guard selection != nil else { return [StyledLine(empty, .dim)] }
        return [StyledLine("The selected item was removed.", .doubtful)]
    }

    var hiddenSelectionLine: StyledLine {
        StyledLine("The selected item is hidden now: choose another.", .doubtful)
    }

    /// The width in cells that remains for an announcement after its sign.
    var announcementColumns: Int { environment.size.columns - 5 }

    private func drawEventLine(on canvas: inout Canvas, theme: Theme) {
        let row = layout.eventRow
        let columns = environment.size.columns
        if messages.announcement == nil, filter.isEditing, dialog == nil, let line = filterLine(columns: columns) {
            canvas.draw(line, column: 0, row: row, columns: columns, theme: theme)
        } else if let announcement = messages.announcement {
            let role: Role =
                switch announcement.tone {
                case .done: .strong
                case .notice: .doubtful
                case .problem: .bad
                case .watched: .strong
                }
            let sign =
                switch announcement.tone {
                case .done: "ok"
                case .notice: "--"
                case .problem: "no"
                case .watched: glyphs.watched + " "
                }
            let words =
                announcement.change.map {
                    ChangeFormatter.fitted($0, to: announcementColumns, ellipsis: glyphs.ellipsis)
                }
                ?? TextLayout.clipped(
                    TextSanitizer.sanitized(announcement.text), to: announcementColumns, ellipsis: glyphs.ellipsis)
            let text = " \(sign)  \(words)"
            canvas.draw(text, column: 0, row: row, style: theme.style(role))
            let width = DisplayWidth.of(text)
            if let command = announcement.commandLine, width + 2 + DisplayWidth.of(command) <= columns {
                canvas.draw(command, column: width + 2, row: row, style: theme.style(.dim))
            }
        } else if let line = app.missingLine(.events) {
            canvas.draw(StyledLine(" no  ", .bad).adding(line), column: 0, row: row, columns: columns, theme: theme)
        } else if let event = screens.timeline.tail.rows.fold.newestVisible {
            let line = EventRow(event, in: self)
            var text = StyledLine(" \(line.time) ", .dim)
            text.append("\(line.sign) ", line.role)
            text.append(TextLayout.clipped(event.title, to: columns - text.width, ellipsis: glyphs.ellipsis))
            canvas.draw(text, column: 0, row: row, columns: columns, theme: theme)
        }
    }

    /// Returns a list's position followed by signs for rows above and below the visible ones.
    func frameNote(_ position: String, visible: Range<Int>, count: Int) -> String {
        let signs = (visible.lowerBound > 0 ? glyphs.up : "") + (visible.upperBound < count ? glyphs.down : "")
        return signs.isEmpty || position.isEmpty ? position : "\(position) \(signs)"
    }

    func listTitle(_ title: String, _ filter: Filter) -> String {
        let title = modeWord.map { "\($0): \(title)" } ?? title
        return filter.isActive ? "\(title) \(glyphs.dash) filter: \(filter.field.text)" : title
    }

    private var modeWord: String? {
        if app.whatIf != nil { return "WHAT IF" }
        guard model.status.recording != nil else { return nil }
        return isInThePast ? "PAST" : "RECORDING"
    }
}
