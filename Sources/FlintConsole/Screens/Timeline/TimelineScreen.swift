// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The stored state of the Timeline screen.
///
/// The screen retains approximately the newest ``capacity`` events. The events of pinned features are marked in the
/// list.
struct TimelineState: Sendable {
    static let capacity = 10_000

    var tail = FollowingList(TimelineRows(capacity: capacity))
    var pins: [String] = []
    var columns = TimelineColumns()
    /// The number of times that the lanes' axis is halved.
    var zoom = 0
    static let zoomLimit = 16
    var marked: UInt64?
}

extension ConsoleState {
    var lastEventID: UInt64 { screens.timeline.tail.rows.fold.lastID }
    var newestEvent: EventRecord? { screens.timeline.tail.rows.fold.newest }
    var selectedTimelineRow: TimelineRow? { screens.timeline.tail.selected }
}

/// The screen with the recorded events, newest last.
///
/// The events appear as a list, in which repeated events share a row, or as ``Lanes``. Features can be pinned to
/// mark their events. From the selected event, the console can travel to the app's state after that event.
struct TimelineScreen: FollowingScreen {
    let screen = ConsoleScreen.timeline
    let title = "Timeline"
    let shortTitle = "Time"
    let noun = "event"
    let emptyText = "No events yet."
    let keyContext = KeyContext.timeline
    let tableColumns = [TableColumn.time, .session, .cause, .outcome, .duration]

    var tail: WritableKeyPath<ConsoleState, FollowingList<TimelineRows>> { \.screens.timeline.tail }

    func question(in state: ConsoleState) -> ConsoleQuestion? { .events }

    func restriction(in state: ConsoleState) -> ((TimelineEntry) -> Bool)? {
        let (filter, rows) = (state.screens.timeline.tail.browser.filter, state.screens.timeline.tail.rows)
        // On lanes, all events stay visible, and the cursor is at the shown moment.
        let last = rows.lanes == nil ? state.app.moment.event : nil
        let scope = state.scope
        guard filter.isActive || last != nil || !scope.isEmpty else { return nil }
        let (itemFilter, model) = (filter.itemFilter(filterFields), state.model)
        return { entry in
            entry.id <= last ?? .max && (scope.isEmpty || entry.isIn(scope))
                && itemFilter.matches(FilteredEntry(entry: entry, model: model))
        }
    }

    func noFailureText(in state: ConsoleState) -> String {
        state.screens.timeline.tail.rows.lanes == nil
            ? "No event here failed, was denied or made a feature unavailable"
            : "No event here made a feature unavailable"
    }

    func isFailure(_ row: TimelineRow) -> Bool {
        switch row.content {
        case .group, .repetition: break
        case .feature, .lane: return false
        }
        let event = row.entry.event
        return event.outcome == .failure || event.outcome == .denied || event.features.contains(where: \.isLoss)
    }

    let filterFields: [FilterField] = [
        FilterField("kind", values: EventRecord.Kind.allCases.map(\.rawValue) + [FilteredEntry.availabilityKind]),
        FilterField(
            statusField,
            values: [
                "ok", "no", "success", "failure", "denied", FilteredEntry.runningStatus, FilteredEntry.lossStatus,
                FilteredEntry.gainStatus,
            ]),
        FilterField("session"), FilterField("feature"), FilterField("action"), FilterField("cause"),
    ]

    func filterValues(of field: FilterField, in state: ConsoleState) -> [String] {
        let events = state.screens.timeline.tail.rows.fold.entries.map(\.event)
        switch field.name {
        case "session": return events.compactMap(\.action?.session).distinct
        case "feature":
            let own = events.compactMap(\.featureID).distinct.map { state.feature($0)?.name ?? $0 }
            return (own + events.flatMap(\.features).map(\.featureName)).distinct
        case "action": return events.compactMap(\.action?.id).distinct
        default: return events.map(\.cause).distinct
        }
    }

    // MARK: The table

    func tableTitle(in state: ConsoleState) -> String {
        var parts = recordTitle(in: state)
        let rows = state.screens.timeline.tail.rows
        if rows.lanes != nil {
            let time = rows.cursor.map {
                TimestampFormatter.second(of: rows.fold.date($0), in: state.environment.timeZone)
            }
            parts.append(rows.cursorEvent.map { "lanes at event \($0), \(time ?? "")" } ?? "lanes")
        } else if let last = state.app.moment.event {
            parts.append("up to event \(last)")
        }
        if rows.lanes == nil, rows.showsBothEvents {
            parts.append("beginnings and ends")
        }
        if let marked = state.screens.timeline.marked { parts.append("event \(marked) marked") }
        if let first = state.screens.timeline.pins.first {
            let count = state.screens.timeline.pins.count
            let name = state.feature(first)?.name ?? first
            let room = state.layout.listArea(of: screen).columns / 4
            let pinned = count == 1 ? TextLayout.clipped(name, to: room, ellipsis: state.glyphs.ellipsis) : "\(count)"
            parts.append("\(state.glyphs.pinned) \(pinned) pinned")
        }
        return parts.joined(separator: " \(state.glyphs.dash) ")
    }

    func activeFilters(in state: ConsoleState) -> [ActiveFilter] {
        (state.screens.timeline.tail.rows.lanes == nil ? state.pastFilter : []) + state.scopeFilter + state.typedFilter
    }

    func columnHeading(in state: ConsoleState, columns: Int) -> StyledLine {
        if state.screens.timeline.tail.rows.lanes != nil { return laneTable(in: state, columns: columns).heading }
        return TimelineTable(columns: columns, in: state).heading
    }

    func rowFormatter(in state: ConsoleState, columns: Int) -> (TimelineRow) -> StyledLine {
        let (rows, pins) = (state.screens.timeline.tail.rows, state.screens.timeline.pins)
        if rows.lanes != nil {
            let (table, glyphs) = (laneTable(in: state, columns: columns), state.glyphs)
            return { row in
                guard case .lane(let lane) = row.content else { return StyledLine() }
                return table.line(lane, marker: row.concerns(pins) ? glyphs.pinned : " ")
            }
        }
        let table = TimelineTable(columns: columns, in: state)
        let marksRunning = rows.fold.pairsActions
        return { table.line($0, isPinned: $0.concerns(pins), marksRunning: marksRunning, in: state) }
    }

    private func laneTable(in state: ConsoleState, columns: Int) -> LaneTable {
        LaneTable(
            state.screens.timeline.tail.rows, of: state.model, columns: columns, zoom: state.screens.timeline.zoom,
            glyphs: state.glyphs, timeZone: state.environment.timeZone)
    }

    func emptyText(in state: ConsoleState) -> String {
        let rows = state.screens.timeline.tail.rows
        return rows.lanes == nil || rows.isEmpty ? emptyText : "No event concerns a feature or a fact."
    }

    func detailTitle(of row: TimelineRow) -> String {
        guard let begin = row.entry.begin else { return "Event \(row.entry.event.id)" }
        return "Events \(begin.id) and \(row.entry.event.id)"
    }

    func detail(of row: TimelineRow, in state: ConsoleState) -> [StyledLine] { EventDetail(row, in: state).lines }

    func idText(of row: TimelineRow) -> String? {
        if case .feature(let change) = row.content { return change?.featureID }
        return String(row.entry.event.id)
    }

    func value(of row: TimelineRow) -> (any Encodable)? {
        if case .feature(let change?) = row.content { return change }
        return row.entry.event
    }

    // MARK: Commands

    func run(_ command: KeyCommand, in state: inout ConsoleState) { state.runTimeline(command) }

    func toggle(in state: inout ConsoleState) -> Bool {
        // A row inside a group shows its own details instead.
        guard case .group? = state.selectedTimelineRow?.content else { return false }
        return state.expandTimelineRow(true) || state.expandTimelineRow(false)
    }

    func moveLeft(in state: inout ConsoleState) {
        if !state.moveCursorOnLane(-1) { _ = state.expandTimelineRow(false) }
    }

    func moveRight(in state: inout ConsoleState) -> Bool {
        state.moveCursorOnLane(1) || state.expandTimelineRow(true)
    }

    func selectMatch(_ step: Int, in state: inout ConsoleState) -> MatchSearch {
        state.screens.timeline.tail.rows.lanes == nil ? selectRow(step, in: &state) : state.goToLoss(step)
    }

    func reasonNotAllowed(_ command: KeyCommand, in state: ConsoleState) -> String? {
        let list = state.screens.timeline.tail.browser.list
        guard let row = state.selectedTimelineRow else {
            return state.reasonNothingIsChosen(noun, wasSelected: list.selection != nil)
        }
        if !list.isPresent {
            return "The selected event is hidden by \(ActiveFilter.summary(of: activeFilters(in: state)))"
        }
        switch command {
        case .travel, .markMoment: return state.reasonTravelNotAllowed
        case .compareMoments: return state.reasonComparisonNotAllowed
        case .exportTest:
            return state.environment.exportsTests ? state.reasonTravelNotAllowed : "Tests cannot be written from here"
        case .lastChange where row.isChange: return nil
        case .goTo where row.fact != nil: return nil
        case .pin, .narrow, .goTo, .lastChange:
            guard let id = row.featureID else {
                return row.entry.featureCount > 0
                    ? "The event concerns several features: expand it and choose one" : "The event concerns no feature"
            }
            let feature = state.feature(id)
            if command == .goTo, feature == nil { return "There is no feature \(id)" }
            return command == .narrow ? state.narrowingReason(id, name: feature?.name ?? id) : nil
        default: return nil
        }
    }
}
