// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The layout and drawing of an authorization flow.
///
/// The view replaces the details of the Permissions screen while a flow exists. It shows a diagram of the flow's
/// stages, the progress of each permission, and the answers to the current question. If the window has few rows, the
/// diagram shrinks to one line that does not scroll.
struct FlowView {
    private(set) var lines: [StyledLine] = []
    private var answers: [Range<Int>] = []
    private var marked = 0..<0

    private let flow: FlowSnapshot
    private let columns: Int
    private let isRoomy: Bool
    /// The number of lines that do not scroll: in a small pane, the diagram and the permissions.
    private var fixed = 0
    private let glyphs: GlyphSet

    /// Creates the layout, with the large diagram if all lines fit.
    init(_ flow: FlowSnapshot, in state: ConsoleState) {
        self.init(flow, in: state, isRoomy: true)
        if lines.count > state.layout.detailHeight(of: .permissions) { self.init(flow, in: state, isRoomy: false) }
    }

    private init(_ flow: FlowSnapshot, in state: ConsoleState, isRoomy: Bool, isLinear: Bool = false) {
        self.flow = flow
        self.isRoomy = isRoomy
        columns = state.layout.detailColumnCount(of: .permissions)
        glyphs = state.glyphs
        if isRoomy { addPurpose() }
        if !isLinear { addMachine() }
        addPermissions()
        fixed = isRoomy ? 0 : lines.count
        addQuestion(app: state.model.status.appName)
        if !isLinear { addAnswers(state) }
    }

    static func question(of flow: FlowSnapshot, in state: ConsoleState) -> [StyledLine] {
        FlowView(flow, in: state, isRoomy: true, isLinear: true).lines
    }

    func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, theme: Theme) {
        canvas.drawPane(
            rect, title: "Permission flow: \(flow.featureName)", note: stageNote, isActive: isActive, theme: theme,
            glyphs: glyphs)
        let (area, start, row) = placement(in: rect)
        canvas.drawLines(Array(lines.prefix(fixed)), in: rect, from: 0, theme: theme)
        canvas.drawLines(Array(lines.dropFirst(fixed)), in: area, from: start, theme: theme)
        let height = min(marked.count, rect.maxRow - 1 - row)
        canvas.restyle(row: row, rows: height, in: rect, theme.style(isActive ? .selection : .faintSelection))
        if isActive { canvas.cursor = Point(column: rect.column + 2, row: row) }
    }

    private func placement(in rect: Rect) -> (area: Rect, start: Int, row: Int) {
        var area = rect
        area.row += fixed
        area.rows -= fixed
        let line = marked.lowerBound - fixed
        // The marked answer is the first visible line, unless the last lines fill the area.
        let start = max(0, min(line, lines.count - fixed - max(1, area.rows - 2)))
        return (area, start, area.row + 1 + line - start)
    }

    func answer(at point: Point, in rect: Rect) -> Int? {
        guard rect.contains(point) else { return nil }
        let line = marked.lowerBound + point.row - placement(in: rect).row
        return answers.firstIndex { $0.contains(line) }
    }

    private var stageNote: String {
        guard let current = flow.permissions.firstIndex(where: { $0.permission == flow.current }) else { return "" }
        return "\(current + 1) of \(flow.permissions.count)"
    }

    private mutating func addPurpose() {
        var line = StyledLine(flow.featureName, .strong)
        if let action = flow.actionName {
            line.append(", then \(action) is retried")
        } else {
            line.append(" needs permissions")
        }
        lines += line.wrapped(to: columns)
        lines.append(StyledLine())
    }

    private mutating func addMachine() {
        let stages = FlowSnapshot.Stage.allCases
        guard isRoomy else {
            var line = StyledLine(" ")
            for stage in stages {
                if stage != .card { line.append(" \(glyphs.arrow) ", .dim) }
                let isCurrent = stage == flow.stage
                line.append(isCurrent ? ">\(stage.rawValue)<" : " \(stage.rawValue) ", isCurrent ? .current : .plain)
            }
            lines.append(line)
            return
        }
        let box = glyphs.borders
        var (top, middle, bottom) = (StyledLine(" "), StyledLine(" "), StyledLine(" "))
        for stage in stages {
            if stage != .card {
                top.append("   ")
                middle.append(" \(glyphs.arrow) ", .dim)
                bottom.append("   ")
            }
            let isCurrent = stage == flow.stage
            let edge = String(repeating: box.horizontal, count: stage.rawValue.utf8.count + 2)
            top.append(box.topLeft + edge + box.topRight, isCurrent ? .strong : .dim)
            middle.append(box.vertical, isCurrent ? .strong : .dim)
            middle.append(isCurrent ? ">\(stage.rawValue)<" : " \(stage.rawValue) ", isCurrent ? .current : .plain)
            middle.append(box.vertical, isCurrent ? .strong : .dim)
            bottom.append(box.bottomLeft + edge + box.bottomRight, isCurrent ? .strong : .dim)
        }
        lines += [top, middle, bottom]
        // The arrow from the outcome back to the card represents the next permission.
        let label = " next permission "
        // 24 cells lie between the middle of the card and the middle of the outcome.
        let span = 24 - label.utf8.count
        let left = String(repeating: box.horizontal, count: span / 2)
        let right = String(repeating: box.horizontal, count: span - span / 2)
        lines.append(StyledLine("     \(glyphs.up)" + String(repeating: " ", count: 24) + box.vertical, .dim))
        lines.append(StyledLine("     " + box.bottomLeft + left + label + right + box.bottomRight, .dim))
        lines.append(StyledLine())
    }

    private mutating func addPermissions() {
        let titleColumns = max(12, min(28, columns - 34))
        for item in flow.permissions where isRoomy || item.progress == .current {
            let isCurrent = item.progress == .current
            var line = StyledLine(isCurrent ? "\(glyphs.deciding) " : "  ", .strong)
            line.append(
                TextLayout.cell(item.title, titleColumns, ellipsis: glyphs.ellipsis) + "  ",
                isCurrent ? .strong : .plain
            )
            line.append(
                TextLayout.cell(item.status.description, 16, ellipsis: glyphs.ellipsis),
                AvailabilityFormatter.role(item.status.truth))
            line.append(item.progress.displayText, .dim)
            lines.append(line)
        }
        addGap()
        let others = flow.permissions.filter { $0.progress != .current }
        guard !isRoomy, !others.isEmpty else { return }
        let text = others.map { "\($0.title): \($0.status.description)" }.joined(separator: glyphs.separator)
        lines.append(StyledLine("  " + TextLayout.clipped(text, to: columns - 2, ellipsis: glyphs.ellipsis), .dim))
    }

    private mutating func addGap() {
        if isRoomy { lines.append(StyledLine()) }
    }

    private mutating func addQuestion(app: String) {
        let item = flow.currentItem
        let title = item?.title ?? flow.current ?? ""
        let access = item?.requestedAccess ?? "access \(title)"
        let usage = item.map(\.usage) ?? ""
        switch flow.stage {
        case .card:
            add("The app's card", "\(flow.featureName) needs \(title). \(app) explains why before the system asks.")
            addUsage(usage)
        case .prompt:
            add("The system's prompt", "\(glyphs.quoted(app)) would like to \(access).")
            addUsage(usage)
            if flow.offeredAnswers.isEmpty {
                lines.append(StyledLine("   Answer it where the system shows it."))
            }
        case .outcome:
            lines.append(StyledLine("The outcome", .heading))
            let status = item?.status ?? .notDetermined
            lines.append(
                StyledLine("   \(title) is ").adding(status.description, AvailabilityFormatter.role(status.truth))
                    .adding(".")
            )
        case .summary:
            addSummary()
        }
        addGap()
    }

    private mutating func addSummary() {
        lines.append(StyledLine(flow.cancelled ? "Summary: canceled" : "Summary", .heading))
        let outstanding = flow.permissions.filter { flow.outstanding.contains($0.permission) }
        if outstanding.isEmpty {
            lines.append(StyledLine("   ok ", .good).adding("every permission is authorized"))
        } else {
            let names = outstanding.map { "\($0.title) (\($0.status.description))" }.joined(separator: ", ")
            lines += StyledLine("   Still missing: ", .bad).adding(names).wrapped(to: columns, indent: 6)
        }
        let action = flow.actionName ?? "the action"
        if let message = flow.retryMessage {
            let isDone = flow.retryStatus == .done
            lines += AvailabilityFormatter.mark(isDone, indent: "   ").adding("retried: ")
                .adding(isDone ? ConsoleState.irreversible(message) : message, .strong).wrapped(to: columns, indent: 6)
        } else if flow.actionName != nil {
            lines.append(StyledLine("   \(action) was not retried", .dim))
        }
    }

    private mutating func add(_ heading: String, _ text: String) {
        lines.append(StyledLine(heading, .heading))
        lines += StyledLine("   " + text).wrapped(to: columns, indent: 3, limit: 3, ellipsis: glyphs.ellipsis)
    }

    private mutating func addUsage(_ usage: String) {
        guard !usage.isEmpty else { return }
        lines += StyledLine("   " + glyphs.quoted(usage), .dim)
            .wrapped(to: columns, indent: 3, limit: 3, ellipsis: glyphs.ellipsis)
    }

    private mutating func addAnswers(_ state: ConsoleState) {
        let contexts = InputMode.flow(flow.stage).contexts
        for (index, answer) in flow.offeredAnswers.enumerated() {
            let key = answer.command.flatMap { state.keymap.keyText(for: $0, in: contexts) } ?? " "
            var line = StyledLine(index == state.screens.flow.choice ? "> " : "  ", .strong)
            line.append("\(key)  ", .key)
            line.append(TextLayout.cell(answer.title, 13, ellipsis: glyphs.ellipsis), .strong)
            let indent = line.width
            line.append(answer.consequence, .dim)
            let start = lines.count
            lines += line.wrapped(to: columns, indent: indent)
            answers.append(start..<lines.count)
            if index <= state.screens.flow.choice { marked = start..<lines.count }
        }
    }
}

extension FlowSnapshot.Progress {
    var displayText: String {
        switch self {
        case .waiting: "waiting"
        case .current: "being asked"
        case .answered: "answered"
        case .skipped: "skipped"
        case .cancelled: "canceled"
        }
    }
}
