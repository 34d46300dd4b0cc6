import InspectorKit

/// Everything that is known of an action stack, line by line, with the stacks that began in it.
struct StackDetail {
    /// The lines.
    private(set) var lines: [StyledLine] = []

    /// How deeply stacks are shown within one another.
    private static let depthLimit = 8
    /// The most lines.
    private static let lineLimit = 2_000

    private let columns: Int
    private let signs: GlyphSet
    private let offset: Int
    private let open: [String: StackSnapshot]

    /// Makes the lines.
    init(_ stack: StackSnapshot, in state: ConsoleState) {
        columns = state.layout.detailColumns(.stacks)
        signs = state.signs
        offset = state.environment.timeZoneOffset
        open = Dictionary(state.stacks.open.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        lines.append(StyledLine(TextLayout.clipped(stack.featureID, to: columns, ellipsis: signs.ellipsis), .dim))
        lines.append(StyledLine())
        let table = LabelledValues(labels: ["begun within"], columns: columns, signs: signs)
        lines += table.lines("session", stack.session)
        let day = DateWords.day(of: stack.started, offset: offset)
        lines += table.lines("open since", "\(day) \(DateWords.millisecond(of: stack.started, offset: offset))")
        lines += table.lines("begun by", stack.userInitiated ? "the user" : "the app")
        if let parent = stack.parent {
            lines += table.lines("begun within", "\(open[parent]?.featureName ?? ""), stack #\(parent)")
        }
        lines.append(StyledLine())
        lines.append(StyledLine("Steps", .heading).adding("   \(stack.stepCount)", .dim))
        addSteps(of: stack, depth: 0)
    }

    /// Returns the number of steps, as people read it.
    static func count(_ count: Int) -> String { "\(count) step\(count == 1 ? "" : "s")" }

    /// Adds the steps of a stack, and under those that began another one, the steps of that.
    private mutating func addSteps(of stack: StackSnapshot, depth: Int) {
        let missing = stack.stepCount - stack.steps.count
        let indent = 3 + depth * 2
        if missing > 0 {
            let words = "the first \(missing == 1 ? "one is" : "\(missing) are") no longer kept"
            lines.append(StyledLine(String(repeating: " ", count: indent) + words, .dim))
        }
        for step in stack.steps where lines.count < Self.lineLimit {
            let time = DateWords.second(of: step.date, offset: offset)
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
                line.append("\(inner == nil ? signs.collapsed : signs.expanded) \(featureName)")
                line.append(", stack #\(id)\(inner == nil ? ", closed" : "")", .dim)
                lines += line.wrapped(to: columns, indent: indent + 10)
                if let inner, depth < Self.depthLimit { addSteps(of: inner, depth: depth + 1) }
            }
        }
    }
}
