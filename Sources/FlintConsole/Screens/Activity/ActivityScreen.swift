// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

enum ActivityRow: ListRow, Hashable {
    case session(String)
    case action(id: String, index: Int)
    case stack(id: String, index: Int, depth: Int, isContext: Bool)

    var itemID: String? {
        switch self {
        case .session: nil
        case .action(let id, _), .stack(let id, _, _, _): id
        }
    }

    var isContext: Bool {
        if case .stack(_, _, _, let isContext) = self { isContext } else { false }
    }
}

/// The stored state of the Activity screen.
///
/// The open stacks are read when the screen is shown and after stacks have changed. The actions are counted when the
/// screen is shown and after events have arrived.
struct ActivityState: ListContent {
    var browser = Browser<String>()
    var open: [StackSnapshot] = []
    var rows: [ActivityRow] = []
    var isStale = true
    var period = ActivityPeriod.all
    var order = ActivityOrder.count
    fileprivate(set) var actions: [ActionActivity] = [] {
        didSet { widths = Widths(actions) }
    }
    private(set) var widths = Widths([])
    fileprivate var basis: Basis?

    /// The measurements of the table's columns, which all of its lines share.
    struct Widths: Sendable, Hashable {
        /// The width in cells of the longest name.
        let name: Int
        let emptyColumns: [ActivityOrder]

        init(_ actions: [ActionActivity]) {
            name = actions.reduce(0) { max($0, DisplayWidth.of($1.title)) }
            emptyColumns =
                (actions.allSatisfy { $0.durations.isEmpty } ? [.slowest, .median] : [])
                + (actions.allSatisfy { $0.failed == 0 } ? [.failed] : [])
                + (actions.allSatisfy { $0.denied == 0 } ? [.denied] : [])
        }
    }

    fileprivate struct Basis: Hashable {
        let lastEvent: UInt64
        let moment: UInt64?
        let period: ActivityPeriod
    }
}

/// An item of the Activity screen.
///
/// Its JSON form is the JSON of the action or the stack.
enum ActivityItem: Encodable {
    case action(ActionActivity)
    case stack(StackSnapshot)

    var featureID: String {
        switch self {
        case .action(let action): action.featureID
        case .stack(let stack): stack.featureID
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .action(let action): try action.encode(to: encoder)
        case .stack(let stack): try stack.encode(to: encoder)
        }
    }
}

extension ConsoleState {
    var selectedActivity: ActivityItem? {
        guard let id = screens.stacks.browser.list.selection else { return nil }
        return screens.stacks.actions.first { $0.id == id }.map(ActivityItem.action)
            ?? screens.stacks.open.first { $0.id == id }.map(ActivityItem.stack)
    }

    mutating func countActions() {
        guard screen == .stacks else { return }
        let basis = ActivityState.Basis(
            lastEvent: lastEventID, moment: app.moment.event, period: screens.stacks.period)
        guard basis != screens.stacks.basis else { return }
        screens.stacks.basis = basis
        let fold = screens.timeline.tail.rows.fold
        screens.stacks.actions = ActionActivity.actions(in: fold, during: screens.stacks.period, of: model)
        ActivityScreen().rebuildRows(in: &self)
    }
}

/// The screen with the actions that were performed and denied, and the open action stacks of every session.
///
/// Actions are sorted by a column. A stack that was opened within another one is nested under it. The details of an
/// action state the reasons for its denials. The details of a stack list its steps.
struct ActivityScreen: ListScreen {
    let screen = ConsoleScreen.stacks
    let title = "Activity"
    let shortTitle = "Active"
    let noun = "action"
    let emptyText = "No action has been performed or denied."
    let keyContext = KeyContext.stacks
    let hasHeadings = true
    let isTable = true
    let grows = true

    var content: WritableKeyPath<ConsoleState, ActivityState> { \.screens.stacks }

    func question(in state: ConsoleState) -> ConsoleQuestion? { .stacks }

    // MARK: The list

    func activeFilters(in state: ConsoleState) -> [ActiveFilter] {
        let stored = state.screens.stacks
        return (stored.actions.isEmpty && stored.open.isEmpty ? [] : state.scopeFilter) + state.typedFilter
    }

    func listTitle(in state: ConsoleState) -> String {
        let period = state.screens.stacks.period
        let order = state.screens.stacks.order
        let parts = [
            countedTitle(in: state), state.scopeText, order == .count ? nil : order.announcement.lowercased(),
            period == .all ? nil : period.title,
        ].compactMap(\.self)
        return parts.joined(separator: " \(state.glyphs.dash) ")
    }

    func itemCount(in state: ConsoleState) -> Int {
        state.screens.stacks.actions.count + state.screens.stacks.open.count
    }

    func headingLines(in layout: ConsoleLayout) -> Int { 1 }

    func heading(in state: ConsoleState, columns: Int) -> [StyledLine] {
        [ActivityTable(columns: columns + 2, in: state).heading]
    }

    func rows(in state: ConsoleState) -> [ActivityRow] {
        let (stored, filter) = (state.screens.stacks, state.screens.stacks.browser.filter.itemFilter(filterFields))
        let scope = state.scope
        func isShown(_ feature: String) -> Bool { scope.isEmpty || scope.contains(feature) }
        let indices = stored.actions.indices.filter {
            isShown(stored.actions[$0].featureID) && filter.matches(stored.actions[$0])
        }
        let actions = stored.order.sorted(indices) { stored.actions[$0] }
        return actions.map { .action(id: stored.actions[$0].id, index: $0) }
            + StackRows.rows(stored.open) { isShown($0.featureID) && filter.matches($0) }
    }

    func noFailureText(in state: ConsoleState) -> String { "No action here failed or was denied" }

    func isFailure(_ row: ActivityRow, in state: ConsoleState) -> Bool {
        guard case .action(_, let index) = row else { return false }
        let action = state.screens.stacks.actions[index]
        return action.failed + action.denied > 0
    }

    var filterFields: [FilterField] {
        [
            FilterField("session"), FilterField("feature"), FilterField("action"),
            FilterField("by", values: ["user", "app"]),
        ]
    }

    func filterValues(of field: FilterField, in state: ConsoleState) -> [String] {
        let (actions, open) = (state.screens.stacks.actions, state.screens.stacks.open)
        return switch field.name {
        case "session": open.map(\.session).distinct
        case "action": actions.map(\.actionName).distinct
        default: (actions.map(\.featureName) + open.map(\.featureName)).distinct
        }
    }

    func filterChanged(in state: inout ConsoleState) { followFilter(in: &state) }

    func line(_ row: ActivityRow, in state: ConsoleState, columns: Int) -> StyledLine {
        let table = ActivityTable(columns: columns, in: state)
        switch row {
        case .session(let name):
            let text = "open stacks of session \(name)"
            return StyledLine(
                " " + TextLayout.clipped(text, to: columns - 2, ellipsis: state.glyphs.ellipsis), .heading)
        case .action(_, let index):
            let actions = state.screens.stacks.actions
            return actions.indices.contains(index) ? table.line(actions[index]) : StyledLine()
        case .stack(_, let index, let depth, let isContext):
            let open = state.screens.stacks.open
            return open.indices.contains(index)
                ? table.line(open[index], depth: depth, isContext: isContext) : StyledLine()
        }
    }

    // MARK: The details

    func selectedItem(in state: ConsoleState) -> ActivityItem? { state.selectedActivity }

    func name(of item: ActivityItem) -> String {
        switch item {
        case .action(let action): action.title
        case .stack(let stack): stack.featureName
        }
    }

    func detailTitle(of item: ActivityItem) -> String {
        switch item {
        case .action(let action): action.title
        case .stack(let stack): "\(stack.featureName), stack #\(stack.id)"
        }
    }

    func detail(of item: ActivityItem, in state: ConsoleState) -> [StyledLine] {
        switch item {
        case .action(let action): ActionDetail(action, in: state).lines
        case .stack(let stack): StackDetail(stack, in: state).lines
        }
    }

    // MARK: Commands

    func run(_ command: KeyCommand, in state: inout ConsoleState) {
        let (period, order) = (state.screens.stacks.period, state.screens.stacks.order)
        switch command {
        case .goTo: if let item = state.selectedActivity { state.visitFeature(item.featureID) }
        case .narrow: if let item = state.selectedActivity { state.flipNarrowing(item.featureID) }
        case .zoomIn: state.screens.stacks.period = period.shorter ?? period
        case .zoomOut: state.screens.stacks.period = period.longer ?? period
        case .sort:
            state.screens.stacks.order = order.next
            rebuildRows(in: &state)
            state.announce(order.next.announcement, .notice)
        default: break
        }
    }

    func toggle(in state: inout ConsoleState) -> Bool {
        guard case .action(let action)? = state.selectedActivity else { return false }
        state.go(to: .timeline)
        state.openFilter()
        state.filter.field = TextField("feature:\(action.featureID) action:\(action.actionID)")
        state.filterChanged()
        state.runInFilter(.keepFilter)
        return true
    }

    func reasonNotAllowed(_ command: KeyCommand, on item: ActivityItem, in state: ConsoleState) -> String? {
        let feature = state.feature(item.featureID)
        if command == .narrow { return state.narrowingReason(item.featureID, name: feature?.name ?? item.featureID) }
        return command == .goTo && feature == nil ? "There is no feature \(item.featureID)" : nil
    }
}
