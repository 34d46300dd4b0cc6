// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The content of an action stack's details: its origin and its steps.
///
/// The steps of a nested stack follow the step that opened it, down to eight levels. At most 2,000 lines are shown.
struct StackDetail {
    private(set) var lines: [StyledLine] = []

    private static let depthLimit = 8
    private static let lineLimit = 2_000

    private let columns: Int
    private let glyphs: GlyphSet
    private let timeZone: DisplayTimeZone
    private let open: [String: StackSnapshot]

    init(_ stack: StackSnapshot, in state: ConsoleState) {
        columns = state.layout.detailColumnCount(of: .stacks)
        glyphs = state.glyphs
        timeZone = state.environment.timeZone
        open = Dictionary(state.screens.stacks.open.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        lines.append(StyledLine(TextLayout.clipped(stack.featureID, to: columns, ellipsis: glyphs.ellipsis), .dim))
        lines.append(StyledLine())
        let table = LabeledValues(labels: ["begun within"], columns: columns, glyphs: glyphs)
        lines += table.lines("session", stack.session)
        let day = TimestampFormatter.day(of: stack.started, in: timeZone)
        lines += table.lines(
            "open since", "\(day) \(TimestampFormatter.millisecond(of: stack.started, in: timeZone))")
        lines += table.lines("begun by", stack.userInitiated ? "the user" : "the app")
        if let parent = stack.parent {
            lines += table.lines("begun within", "\(open[parent]?.featureName ?? ""), stack #\(parent)")
        }
        lines.append(StyledLine())
        lines.append(StyledLine("Steps", .heading).adding("   \(stack.stepCount)", .dim))
        addSteps(of: stack, depth: 0)
    }

    private mutating func addSteps(of stack: StackSnapshot, depth: Int) {
        let missing = stack.stepCount - stack.steps.count
        let indent = 3 + depth * 2
        if missing > 0 {
            let words = "the first \(missing == 1 ? "one is" : "\(missing) are") no longer retained"
            lines.append(StyledLine(String(repeating: " ", count: indent) + words, .dim))
        }
        for step in stack.steps where lines.count < Self.lineLimit {
            let time = TimestampFormatter.second(of: step.date, in: timeZone)
            var line = StyledLine(String(repeating: " ", count: indent))
            line.append("\(time)  ", .dim)
            switch step.content {
            case .action(let name, let input, let source):
                line.append(name, .strong)
                if let input, !input.isEmpty { line.append(" (\(input))") }
                line.append("  \(step.userInitiated ? "user" : "app")", .dim)
                if source != "application" { line.append(", from \(source)", .dim) }
                lines += line.wrapped(to: columns, indent: indent + 10)
            case .substack(let id, let featureName):
                let inner = open[id]
                line.append("\(inner == nil ? glyphs.collapsed : glyphs.expanded) \(featureName)")
                line.append(", stack #\(id)\(inner == nil ? ", closed" : "")", .dim)
                lines += line.wrapped(to: columns, indent: indent + 10)
                if let inner, depth < Self.depthLimit { addSteps(of: inner, depth: depth + 1) }
            }
        }
    }
}
