// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// A row of the list of action stacks: a stack, or the heading of a session.
enum StackRow: ListRow, Hashable {
    case session(String)
    /// A stack with its id, its index among the open stacks, and its nesting level.
    case stack(id: String, index: Int, depth: Int, isContext: Bool)

    var itemID: String? {
        if case .stack(let id, _, _, _) = self { id } else { nil }
    }

    var isContext: Bool {
        if case .stack(_, _, _, let isContext) = self { isContext } else { false }
    }
}

/// The stored state of the Stacks screen.
///
/// The open stacks are read when the screen is shown and after stacks have changed.
struct StacksState: ListContent {
    var browser = Browser<String>()
    var open: [StackSnapshot] = []
    var rows: [StackRow] = []
    var isStale = true
}

extension ConsoleState {
    var selectedStack: StackSnapshot? {
        screens.stacks.browser.list.selection.flatMap { id in screens.stacks.open.first { $0.id == id } }
    }
}

/// The screen with the open action stacks of every session.
///
/// A stack that was opened within another one is nested under it. The details list the steps of the selected stack.
struct StacksScreen: ListScreen {
    let screen = ConsoleScreen.stacks
    let title = "Stacks"
    let shortTitle = "Stacks"
    let noun = "stack"
    let emptyText = "No action stack is open: one begins with the first action of a feature."
    let keyContext = KeyContext.stacks
    let hasHeadings = true

    var content: WritableKeyPath<ConsoleState, StacksState> { \.screens.stacks }

    func question(in state: ConsoleState) -> ConsoleQuestion? { .stacks }

    func emptyText(in state: ConsoleState) -> String {
        guard state.model.status.recording?.isRebuilt == true else { return emptyText }
        return "Open action stacks are unknown: events do not record them, but a journal does."
    }

    // MARK: The list

    func rows(in state: ConsoleState) -> [StackRow] {
        StackRows.rows(state.screens.stacks.open, filter: state.screens.stacks.browser.filter.itemFilter(filterFields))
    }

    let noFailureText = "Stacks do not fail: / filters them"

    func isFailure(_ row: StackRow, in state: ConsoleState) -> Bool { false }

    var filterFields: [FilterField] {
        [FilterField("session"), FilterField("feature"), FilterField("by", values: ["user", "app"])]
    }

    func filterValues(of field: FilterField, in state: ConsoleState) -> [String] {
        state.screens.stacks.open.map { field.name == "session" ? $0.session : $0.featureName }.distinct
    }

    func filterChanged(in state: inout ConsoleState) { followFilter(in: &state) }

    func line(_ row: StackRow, in state: ConsoleState, columns: Int) -> StyledLine {
        switch row {
        case .session(let name):
            let text = TextLayout.clipped("session \(name)", to: columns - 2, ellipsis: state.signs.ellipsis)
            return StyledLine(" " + text, .heading)
        case .stack(_, let index, let depth, let isContext):
            guard state.screens.stacks.open.indices.contains(index) else { return StyledLine() }
            let stack = state.screens.stacks.open[index]
            // The indentation is limited so that the names of deep stacks stay visible.
            var line = StyledLine(String(repeating: " ", count: 3 + min(depth * 2, columns / 3)))
            let time = TimestampFormatter.second(of: stack.started, in: state.environment.timeZone)
            let end = " \(stack.stepCount.counted("step")) \(time) "
            let room = columns - line.width - DisplayWidth.of(end)
            line.append(
                TextLayout.clipped(stack.featureName, to: room, ellipsis: state.signs.ellipsis),
                isContext ? .dim : .plain)
            line.pad(to: columns - DisplayWidth.of(end))
            line.append(end, .dim)
            return line
        }
    }

    // MARK: The details

    func selectedItem(in state: ConsoleState) -> StackSnapshot? { state.selectedStack }

    func name(of stack: StackSnapshot) -> String { stack.featureName }

    func detailTitle(of stack: StackSnapshot) -> String { "\(stack.featureName), stack #\(stack.id)" }

    func detail(of stack: StackSnapshot, in state: ConsoleState) -> [StyledLine] {
        StackDetail(stack, in: state).lines
    }

    // MARK: Commands

    func run(_ command: KeyCommand, in state: inout ConsoleState) {
        if command == .goTo, let stack = state.selectedStack { state.visitFeature(stack.featureID) }
    }

    func reasonNotAllowed(_ command: KeyCommand, on stack: StackSnapshot, in state: ConsoleState) -> String? {
        state.feature(stack.featureID) == nil ? "There is no feature \(stack.featureID)" : nil
    }
}

/// Builds the rows of the list of stacks.
///
/// Each session is followed by its stacks in tree order. A stack that does not match the filter is included if a stack
/// nested in it matches.
enum StackRows {
    static func rows(_ stacks: [StackSnapshot], filter: ItemFilter) -> [StackRow] {
        let indexByID = Dictionary(zip(stacks.map(\.id), stacks.indices), uniquingKeysWith: { first, _ in first })
        // A parent precedes its children. Any other parent is the result of a damaged response, and is ignored.
        let parents = stacks.enumerated().map { index, stack in
            stack.parent.flatMap { indexByID[$0] }.flatMap { $0 < index ? $0 : nil }
        }
        let isMatch = stacks.map(filter.matches)
        var isShown = isMatch
        for index in stacks.indices.reversed() where isShown[index] {
            if let parent = parents[index] { isShown[parent] = true }
        }
        var children: [Int: [Int]] = [:]
        var sessions: [String] = []
        var outermost: [String: [Int]] = [:]
        for index in stacks.indices where isShown[index] {
            if let parent = parents[index] {
                children[parent, default: []].append(index)
            } else {
                let session = stacks[index].session
                if outermost[session] == nil { sessions.append(session) }
                outermost[session, default: []].append(index)
            }
        }
        return sessions.flatMap { session in
            var rows = [StackRow.session(session)]
            var pending = (outermost[session] ?? []).reversed().map { (index: $0, depth: 0) }
            while let (index, depth) = pending.popLast() {
                rows.append(
                    .stack(id: stacks[index].id, index: index, depth: depth, isContext: !isMatch[index]))
                pending += (children[index] ?? []).reversed().map { ($0, depth + 1) }
            }
            return rows
        }
    }
}

extension StackSnapshot: FilteredItem {
    package func hasText(where isMatch: (String) -> Bool) -> Bool {
        isMatch(featureName) || isMatch(featureID) || isMatch(session)
            || steps.contains { step in
                guard case .action(let name, let input, _) = step.content else { return false }
                return isMatch(name) || input.map(isMatch) == true
            }
    }

    package func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool {
        switch field {
        case "session": isMatch(session)
        case "feature": isMatch(featureName) || isMatch(featureID)
        case "by": isMatch(userInitiated ? "user" : "app")
        default: false
        }
    }
}

/// The content of an action stack's details: its origin and its steps.
///
/// The steps of a nested stack follow the step that opened it, down to eight levels. At most 2,000 lines are shown.
struct StackDetail {
    private(set) var lines: [StyledLine] = []

    private static let depthLimit = 8
    private static let lineLimit = 2_000

    private let columns: Int
    private let signs: GlyphSet
    private let timeZone: DisplayTimeZone
    private let open: [String: StackSnapshot]

    init(_ stack: StackSnapshot, in state: ConsoleState) {
        columns = state.layout.detailColumns(.stacks)
        signs = state.signs
        timeZone = state.environment.timeZone
        open = Dictionary(state.screens.stacks.open.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        lines.append(StyledLine(TextLayout.clipped(stack.featureID, to: columns, ellipsis: signs.ellipsis), .dim))
        lines.append(StyledLine())
        let table = LabeledValues(labels: ["begun within"], columns: columns, signs: signs)
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
                line.append("\(inner == nil ? signs.collapsed : signs.expanded) \(featureName)")
                line.append(", stack #\(id)\(inner == nil ? ", closed" : "")", .dim)
                lines += line.wrapped(to: columns, indent: indent + 10)
                if let inner, depth < Self.depthLimit { addSteps(of: inner, depth: depth + 1) }
            }
        }
    }
}
