// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The layout and drawing of a ``PaletteDialog``.
///
/// Each line shows an entry's kind, its title, its keys or status, and a detail that distinguishes entries with the
/// same title.
struct PaletteView: DialogView {
    private static let columns = 80...150
    private static let kindColumns = 10

    private let palette: PaletteDialog
    private let state: ConsoleState
    private let rect: Rect

    static func listHeight(_ size: TerminalSize) -> Int {
        max(1, DialogFrame.tallest(columns: columns(size), in: size) - 4)
    }

    private static func columns(_ size: TerminalSize) -> Int {
        min(columns.upperBound, max(columns.lowerBound, size.columns * 7 / 8))
    }

    init(_ palette: PaletteDialog, in state: ConsoleState) {
        (self.palette, self.state) = (palette, state)
        let size = state.environment.size
        rect = DialogFrame.rect(lines: Self.listHeight(size) + 2, columns: Self.columns(size), in: size)
    }

    func draw(on canvas: inout Canvas, theme: Theme) {
        let entries = palette.entries
        let listed = palette.matchCount > entries.count ? ", the first \(entries.count) listed" : ""
        let note = entries.isEmpty ? "" : "\(palette.selected + 1) of \(palette.matchCount)\(listed)"
        canvas.drawPane(
            rect, title: "Commands, features, actions, facts, personas, events and log lines", note: note,
            isActive: true,
            theme: theme, glyphs: state.glyphs)
        let columns = rect.columns - 4
        let view = FieldView(palette.field, columns: columns - 2, isSensitive: false)
        var lines = [StyledLine(": ", .key).adding(view.text, .strong), StyledLine()]
        let visible = visible
        let first = visible.lowerBound
        var kind = ""
        for index in visible {
            var parts = state.paletteParts(of: entries[index])
            // The kind is shown where it changes.
            (kind, parts.kind) = (parts.kind, parts.kind == kind ? "" : parts.kind)
            lines.append(line(of: entries[index], parts, isSelected: index == palette.selected, columns: columns))
        }
        if palette.hasNoMatch {
            lines[1] = StyledLine(
                entries.isEmpty ? "  No matches" : "  No matches; these commands work on the command line", .dim)
        }
        canvas.drawLines(lines, in: rect, from: 0, theme: theme)
        if entries.indices.contains(palette.selected) {
            canvas.restyle(row: rect.row + 3 + palette.selected - first, in: rect, theme.style(.selection))
        }
        canvas.cursor = Point(column: rect.column + 4 + view.cursor, row: rect.row + 1)
    }

    private var visible: Range<Int> {
        let (height, count) = (max(0, rect.rows - 4), palette.entries.count)
        let first = min(max(0, palette.selected - height + 1), max(0, count - height))
        return first..<min(count, first + height)
    }

    func hit(_ point: Point) -> DialogHit { DialogFrame.hit(point, in: rect, top: 2, rows: visible) }

    struct Parts {
        var kind: String
        var title: String
        var detail = ""
        var status = StyledLine()
    }

    private func line(of entry: PaletteEntry, _ parts: Parts, isSelected: Bool, columns: Int) -> StyledLine {
        let (ellipsis, reason) = (state.glyphs.ellipsis, state.reasonNotAllowed(entry))
        var line = StyledLine(isSelected ? "> " : "  ", .strong)
        line.append(TextLayout.cell(parts.kind, Self.kindColumns, ellipsis: ellipsis) + " ", .dim)
        let end = columns - parts.status.width - (parts.status.width > 0 ? 2 : 0)
        line.append(
            TextLayout.clipped(parts.title, to: end - line.width, ellipsis: ellipsis), reason == nil ? .plain : .dim)
        let detail = reason.map { "\(state.glyphs.dash) \($0)" } ?? parts.detail
        if !detail.isEmpty, end - line.width >= 12 {
            line.append("  " + TextLayout.clipped(detail, to: end - line.width - 2, ellipsis: ellipsis), .dim)
        }
        line.pad(to: columns - parts.status.width)
        line.append(parts.status)
        return line
    }
}

extension ConsoleState {
    func paletteParts(of entry: PaletteEntry) -> PaletteView.Parts {
        typealias Parts = PaletteView.Parts
        switch entry {
        case .command(let binding):
            let role: Role = reasonNotAllowed(entry) == nil ? .key : .dim
            return Parts(kind: "command", title: binding.summary, status: StyledLine(binding.keyText, role))
        case .typedPlatform(let value):
            let isTried = app.whatIf != nil
            return Parts(
                kind: "platform", title: isTried ? "Try the platform \(value)" : "Override the platform: \(value)",
                detail: "now \(model.status.platform)")
        case .impact(let fact):
            return Parts(
                kind: "impact", title: "What stops working without \(fact.title)", detail: fact.kind.subject)
        case .comparePersona(let name): return Parts(kind: "persona", title: "Compare \(name) with now")
        case .applyPersona(let name):
            let verb = app.whatIf == nil ? "Apply" : "Try"
            return Parts(kind: "persona", title: "\(verb) \(name) as overrides")
        case .source(let source):
            return Parts(kind: source.kindTitle, title: "Show \(source.title)", detail: source.note)
        case .compareSource(let source):
            return Parts(kind: source.kindTitle, title: "Compare with \(source.title)", detail: source.note)
        case .scenario(let scenario):
            return Parts(kind: "scenario", title: "Play \(scenario.title)", detail: scenario.note)
        case .action(let id, _, let name):
            return Parts(kind: "action", title: name, detail: "of \(feature(id)?.name ?? id)")
        case .event(let id):
            guard let entry = screens.timeline.tail.rows.fold.entry(with: id) else {
                return Parts(kind: "event", title: "event \(id)")
            }
            let time = TimestampFormatter.millisecond(of: entry.event.date, in: environment.timeZone)
            return Parts(kind: "event", title: entry.event.title, status: StyledLine(time, .dim))
        case .logLine(let id):
            guard let line = screens.logs.tail.rows.row(with: id) else {
                return Parts(kind: "log", title: "line \(id)")
            }
            return Parts(kind: "log", title: line.text, detail: line.label)
        case .link(let url): return Parts(kind: "link", title: "Open \(url) in the app")
        case .shell(let command):
            return Parts(kind: "shell", title: command.text, detail: "\(command.summary) Enter copies the command.")
        case .feature(let id):
            guard let feature = self.feature(id) else { return Parts(kind: "feature", title: id) }
            let group = feature.parent.flatMap { self.feature($0)?.name }
            return Parts(
                kind: "feature", title: feature.name, detail: group.map { "in \($0)" } ?? "",
                status: StyledLine(
                    AvailabilityFormatter.sign(feature.isAvailable), AvailabilityFormatter.role(feature.isAvailable)))
        case .fact(let fact):
            return Parts(
                kind: fact.kind.belongsToFeature ? fact.kind.rawValue : fact.kind.subject, title: fact.title,
                detail: fact.key == fact.title ? "" : fact.key, status: status(of: fact))
        }
    }

    private func status(of fact: OverridableFact) -> StyledLine {
        if fact.kind == .purchase, let product = product(fact.key) { return status(of: product) }
        guard let listed = model.listedFact(for: fact.reference), let key = model.key(of: fact.reference) else {
            guard let item = self.fact(fact.reference) else { return StyledLine() }
            return StyledLine(item.rowValue, item.role(of: item.effective))
        }
        return StyledLine(listed.value.displayText(for: key), AvailabilityFormatter.role(listed.value.truth))
    }
}
