import InspectorKit

/// A row of the list of stacks.
enum StackRow: Sendable, Hashable {
    /// The name of a session, over the stacks that are open in it.
    case session(String)
    /// A stack, by id and by its place in the snapshot.
    case stack(id: String, place: Int, depth: Int, isContext: Bool)

    /// The id of the stack, or `nil` for the name of a session.
    var id: String? {
        if case .stack(let id, _, _, _) = self { id } else { nil }
    }

    /// Whether it is shown only because something under it matches the filter.
    var isContext: Bool {
        if case .stack(_, _, _, let isContext) = self { isContext } else { false }
    }
}

/// What the Stacks screen remembers.
struct StacksState: Sendable {
    /// What is said while no stack is open.
    static let emptyWords = "No action stack is open: one begins with the first action of a feature."

    /// The selection, the filter and the panes.
    var browser = Browser<String>()
    /// The open stacks, as they were when the screen was last shown.
    var open: [StackSnapshot] = []
    /// The rows of the list.
    var rows: [StackRow] = []
}

extension ConsoleState {
    /// The selected stack, or `nil` if it has been closed or there is none.
    var selectedStack: StackSnapshot? {
        stacks.browser.list.selection.flatMap { id in stacks.open.first { $0.id == id } }
    }

    /// The selected stack, unless the filter leaves it out.
    var shownStack: StackSnapshot? { stacks.browser.hidesSelection ? nil : selectedStack }

    /// Makes the rows of the list again: the sessions, and under each its stacks, each under the one it began in.
    mutating func rebuildStackRows() {
        stacks.rows = Self.stackRows(stacks.open, filter: stacks.browser.filter)
        let rows = stacks.rows
        let height = layout.listHeight(.stacks)
        guard let selection = stacks.browser.list.selection else {
            stacks.browser.list.move(.first, count: rows.count, height: height) { rows[$0].id }
            return
        }
        let row = rows.firstIndex { $0.id == selection }
        stacks.browser.list.reanchor(at: row, count: rows.count, height: height)
    }

    /// Moves to the first match if what is selected does not match what is being typed.
    mutating func followStackFilter() {
        let list = stacks.browser.list
        if list.isPresent, !stacks.rows[list.index].isContext { return }
        guard let row = stacks.rows.firstIndex(where: { $0.id != nil && !$0.isContext }),
            let id = stacks.rows[row].id
        else { return }
        stacks.browser.list.select(id, at: row)
        stacks.browser.list.keepVisible(count: stacks.rows.count, height: layout.listHeight(.stacks))
        stacks.browser.detailTop = 0
    }

    /// Runs a command of the Stacks screen.
    mutating func runStacks(_ command: ConsoleCommand) {
        if command == .visit, let stack = selectedStack { visitFeature(stack.featureID) }
    }

    /// The stacks in reading order, without what is filtered out.
    static func stackRows(_ stacks: [StackSnapshot], filter: Filter) -> [StackRow] {
        let places = Dictionary(zip(stacks.map(\.id), stacks.indices), uniquingKeysWith: { first, _ in first })
        // A stack begins after the one it began in; anything else would be a damaged answer, and counts as outermost.
        let parents = stacks.enumerated().map { place, stack in
            stack.parent.flatMap { places[$0] }.flatMap { $0 < place ? $0 : nil }
        }
        let terms = filter.terms
        let isMatch = stacks.map { terms.isEmpty || terms.match(searchText($0)) }
        var isShown = isMatch
        for place in stacks.indices.reversed() where isShown[place] {
            if let parent = parents[place] { isShown[parent] = true }
        }
        var children: [Int: [Int]] = [:]
        var sessions: [String] = []
        var outermost: [String: [Int]] = [:]
        for place in stacks.indices where isShown[place] {
            if let parent = parents[place] {
                children[parent, default: []].append(place)
            } else {
                let session = stacks[place].session
                if outermost[session] == nil { sessions.append(session) }
                outermost[session, default: []].append(place)
            }
        }
        return sessions.flatMap { session in
            var rows = [StackRow.session(session)]
            var pending = (outermost[session] ?? []).reversed().map { (place: $0, depth: 0) }
            while let (place, depth) = pending.popLast() {
                rows.append(
                    .stack(id: stacks[place].id, place: place, depth: depth, isContext: !isMatch[place]))
                pending += (children[place] ?? []).reversed().map { ($0, depth + 1) }
            }
            return rows
        }
    }

    /// The text of a stack that a filter looks in: its feature, its session, and what was done and with what.
    private static func searchText(_ stack: StackSnapshot) -> String {
        var words = [stack.featureName, stack.featureID, stack.session]
        for step in stack.steps {
            if case .action(let name, let input, _) = step.content { words += [name, input ?? ""] }
        }
        return words.joined(separator: " ")
    }
}
