// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    mutating func runTimeline(_ command: KeyCommand) {
        switch command {
        case .showBeginnings: flipBeginnings()
        case .lanes: flipLanes()
        case .zoomIn: screens.timeline.zoom += 1
        case .zoomOut: screens.timeline.zoom -= 1
        case .pin: if let id = selectedTimelineRow?.featureID { flipPin(of: id) }
        case .narrow: if let id = selectedTimelineRow?.featureID { flipNarrowing(id) }
        case .nextPinned: goToPinned(1)
        case .previousPinned: goToPinned(-1)
        case .travel: travelToSelection()
        case .markMoment: markMoment()
        case .compareMoments: compareMoments()
        case .exportTest: if let row = selectedTimelineRow { askForFile(.test(event: row.entry.event.id)) }
        case .goTo: visitSelectedSubject()
        case .lastChange:
            guard let row = selectedTimelineRow else { return }
            if row.isChange {
                goToCause(of: row.entry)
            } else if let id = row.featureID {
                goToLastChange(of: id, before: row.entry.id)
            }
        default: break
        }
    }

    func reasonZoomNotAllowed(_ command: KeyCommand) -> String? {
        guard screens.timeline.tail.rows.lanes != nil else {
            let key = keymap.keyText(for: .lanes, in: [.timeline]) ?? ""
            return "Only lanes can be zoomed: \(key) shows them"
        }
        if command == .zoomOut { return screens.timeline.zoom == 0 ? "The axis covers all events" : nil }
        return screens.timeline.zoom == TimelineState.zoomLimit ? "The axis cannot be zoomed further" : nil
    }

    // MARK: Display

    /// Expands or collapses the group of the selected row, and selects the group's row.
    ///
    /// - Returns: `false` if there was no group to expand or collapse.
    mutating func expandTimelineRow(_ isExpanded: Bool) -> Bool {
        let list = screens.timeline.tail.browser.list
        guard list.isPresent, let id = screens.timeline.tail.rows.setExpanded(isExpanded, at: list.index) else {
            return false
        }
        selectTimelineRow(id)
        return true
    }

    private mutating func flipBeginnings() {
        let showsBoth = !screens.timeline.tail.rows.showsBothEvents
        let selected = selectedTimelineRow?.entry
        let restriction = TimelineScreen().restriction(in: self)
        screens.timeline.tail.regroup { $0.setShowsBothEvents(showsBoth, where: restriction) }
        selectAgain(selected)
        announce(
            showsBoth ? "The beginning and end of an action have separate rows" : "An action has one row", .notice)
    }

    // MARK: Lanes

    private var selectedLane: Lane? {
        guard case .lane(let lane)? = selectedTimelineRow?.content else { return nil }
        return lane
    }

    private mutating func flipLanes() {
        let (areShown, follows) = (screens.timeline.tail.rows.lanes == nil, screens.timeline.tail.isFollowing)
        let selected = selectedTimelineRow?.entry
        if areShown {
            screens.timeline.tail.rows.showLanes(inOrderOf: model.features)
        } else {
            screens.timeline.tail.rows.hideLanes()
        }
        TimelineScreen().rebuildRows(in: &self)
        guard areShown else { return selectAgain(selected) }
        // The cursor begins at the shown moment, at the end if the list follows new events, or at the selected entry.
        screens.timeline.tail.rows.cursorEvent = app.moment.event ?? (follows ? nil : selected?.id)
        let rows = screens.timeline.tail.rows
        let lane = selected.flatMap { rows.fold.position(of: $0.id) }.flatMap { rows.lanes?.index(containing: $0) }
        screens.timeline.tail.select(row: lane ?? 0, height: layout.listHeight(of: .timeline))
    }

    /// Moves the cursor to the next event of the selected lane, or to the end.
    ///
    /// - Returns: `false` if the timeline is a list.
    mutating func moveCursorOnLane(_ step: Int) -> Bool {
        guard let lane = selectedLane else { return false }
        let rows = screens.timeline.tail.rows
        let position = rows.cursor ?? rows.fold.positions.upperBound
        if let point = lane.point(from: position, by: step) {
            moveCursor(to: point.position)
        } else if step < 0 {
            reject("The lane has no earlier event")
        } else if !isInThePast {
            screens.timeline.tail.rows.cursorEvent = nil
        }
        return true
    }

    /// Moves the cursor of the lanes.
    ///
    /// In the past, the console travels to the moment at the cursor.
    private mutating func moveCursor(to position: Int) {
        let entry = screens.timeline.tail.rows.fold.entry(at: position)
        details = DetailPosition()
        if isInThePast { travel(to: entry.id) } else { screens.timeline.tail.rows.cursorEvent = entry.id }
    }

    /// Moves the cursor to the next loss, and selects its lane.
    ///
    /// A loss is an event that made a feature unavailable. With a filter, every visible event counts.
    mutating func goToLoss(_ step: Int) -> MatchSearch {
        let rows = screens.timeline.tail.rows
        guard let lanes = rows.lanes?.lanes else { return .none }
        let position = rows.cursor ?? rows.fold.positions.upperBound
        let losses = lanes.enumerated().flatMap { index, lane in
            let positions =
                filter.isActive
                ? lane.points.map(\.position)
                : lane.changes.filter { $0.state == .availability(false) }.map(\.position)
            return positions.map { (position: $0, lane: index) }
        }
        let isAhead = { (loss: Int) in step > 0 ? loss > position : loss < position }
        let ahead = losses.filter { isAhead($0.position) }
        // The factor orders the positions in the direction of the search.
        let isNearer = { (one: (position: Int, lane: Int), other: (position: Int, lane: Int)) in
            (one.position * step, one.lane) < (other.position * step, other.lane)
        }
        // Without a loss ahead, the search wraps around.
        guard let loss = (ahead.isEmpty ? losses : ahead).min(by: isNearer) else { return .none }
        screens.timeline.tail.select(row: loss.lane, height: layout.listHeight(of: .timeline))
        moveCursor(to: loss.position)
        return ahead.isEmpty ? (loss.position == position ? .isOnly : .foundFromOtherEnd) : .found
    }

    private mutating func visitSelectedSubject() {
        guard let row = selectedTimelineRow else { return }
        if let fact = row.fact {
            visit(overridable(fact))
        } else if let id = row.featureID {
            visitFeature(id)
        }
    }

    /// Selects the row that now contains an entry, or the nearest row before it.
    private mutating func selectAgain(_ selected: TimelineEntry?) {
        let rows = screens.timeline.tail.rows
        let height = layout.listHeight(of: .timeline)
        guard let selected else { return screens.timeline.tail.adapt(height: height) }
        if !screens.timeline.tail.isFollowing || !rows.growsAtEnd {
            // Another grouping may identify the entry by its beginning or by its end.
            let ids = [selected.id] + selected.events.map(\.id) + [rows.fold.entry(with: selected.id)?.id ?? 0]
            var row = ids.lazy.compactMap { rows.index(of: .entry($0)) }.first
            if row == nil {
                let before = (0..<rows.count).filter { rows.row($0).map { $0.entry.id <= selected.id } == true }
                row = before.max { (rows.row($0)?.entry.id ?? 0, $0) < (rows.row($1)?.entry.id ?? 0, $1) }
                row = row ?? (rows.count > 0 ? 0 : nil)
            }
            if let row { screens.timeline.tail.browser.list.select(rows.id(row), at: row) }
        }
        screens.timeline.tail.adapt(height: height)
    }

    private mutating func selectTimelineRow(_ id: TimelineRow.ID) {
        let height = layout.listHeight(of: .timeline)
        if let row = screens.timeline.tail.rows.index(of: id) {
            screens.timeline.tail.select(row: row, height: height)
        } else {
            screens.timeline.tail.adapt(height: height)
        }
    }

    // MARK: Pins

    mutating func flipPin(of id: String) {
        let name = feature(id)?.name ?? id
        if let index = screens.timeline.pins.firstIndex(of: id) {
            screens.timeline.pins.remove(at: index)
            announce("\(name) is no longer pinned", .done)
        } else {
            screens.timeline.pins.append(id)
            let keys = [KeyCommand.previousPinned, .nextPinned].compactMap { keymap.keyText(for: $0, in: [.timeline]) }
            let place = screen == .timeline ? "" : " on screen \(ConsoleScreen.timeline.rawValue)"
            announce("\(name) is pinned: \(keys.joined(separator: " and "))\(place) go through its events", .done)
        }
    }

    private mutating func goToPinned(_ step: Int) {
        if moveCursorOnLane(step) { return }
        let list = screens.timeline.tail
        let pins = screens.timeline.pins.isEmpty ? list.selected?.featureID.map { [$0] } ?? [] : screens.timeline.pins
        let found = MatchSearch.findNext(from: list.browser.list.index, by: step, count: list.count) { row in
            list.rows.row(row)?.concerns(pins) == true
        }
        guard let found else {
            reject("No event here concerns a pinned feature")
            return
        }
        screens.timeline.tail.select(row: found.row, height: layout.listHeight(of: .timeline))
        switch found.result {
        case .foundFromOtherEnd:
            announce(step > 0 ? "Continued from the beginning" : "Continued from the end", .notice)
        case .isOnly: announce("This is the only one", .notice)
        case .found, .none: break
        }
    }

    // MARK: The last change

    mutating func goToLastChange(of feature: String, before entry: UInt64? = nil) {
        let name = self.feature(feature)?.name ?? feature
        let entries = screens.timeline.tail.rows.fold.entries
        let last = app.moment.event ?? .max
        let found = entries.last { $0.changesAvailability(of: feature) && $0.id < entry ?? .max && $0.id <= last }
        guard let found else {
            let when = entry == nil ? "on record" : "before this one"
            reject("No event \(when) changed the availability of \(name)")
            return
        }
        show(found)
    }

    mutating func showOnTimeline(event: UInt64) {
        if let entry = screens.timeline.tail.rows.fold.entry(with: event) { show(entry) }
    }

    private mutating func show(_ entry: TimelineEntry) {
        go(to: .timeline)
        if pane == .detail { enter(.list) }
        reveal(entry)
    }

    private mutating func reveal(_ entry: TimelineEntry) {
        if !isShown(entry) { clearFilter(keepsSelection: false) }
        if !isShown(entry), !screens.narrowing.isEmpty {
            screens.narrowing = []
            scopeChanged()
        }
        // An event without a feature or a fact is on no lane.
        if !isShown(entry), screens.timeline.tail.rows.lanes != nil { flipLanes() }
        guard isShown(entry) else {
            let filters = TimelineScreen().activeFilters(in: self)
            reject("Event \(entry.event.id) is hidden by \(ActiveFilter.summary(of: filters))")
            return
        }
        if let position = screens.timeline.tail.rows.fold.position(of: entry.id),
            let lane = screens.timeline.tail.rows.lanes?.index(containing: position)
        {
            let isOnLane = selectedLane?.point(at: position).position == position
            if !isOnLane { screens.timeline.tail.select(row: lane, height: layout.listHeight(of: .timeline)) }
            moveCursor(to: position)
        } else {
            selectTimelineRow(.entry(entry.id))
        }
        details = DetailPosition()
    }

    private func isShown(_ entry: TimelineEntry) -> Bool {
        let rows = screens.timeline.tail.rows
        guard let lanes = rows.lanes else { return rows.index(of: .entry(entry.id)) != nil }
        return rows.fold.position(of: entry.id).flatMap { lanes.index(containing: $0) } != nil
    }

    // MARK: The cause of a change

    private mutating func goToCause(of change: TimelineEntry) {
        guard let cause = cause(of: change) else {
            reject("No event on record caused this change (cause: \(change.event.cause))")
            return
        }
        reveal(cause)
    }

    /// Returns the event that caused a change of a fact, or `nil` if no event did.
    ///
    /// The cause is the latest earlier store event about the same product, or the latest prompt for the same
    /// permission.
    private func cause(of change: TimelineEntry) -> TimelineEntry? {
        guard let fact = change.event.change?.fact.reference else { return nil }
        for entry in screens.timeline.tail.rows.fold.entries.reversed() where entry.id < change.id {
            switch entry.event.content {
            case .storeEvent(let subject): if subject == fact { return entry }
            case .promptShown(let prompt): if prompt.permission == fact { return entry }
            // Events before the previous change of the fact caused that change.
            case .factChanged(let change): if change.fact.reference == fact { return nil }
            case .actionBegan, .actionCompleted, .requestDenied, .promptAnswered, .flowBegan, .flowEnded,
                .identifierChanged, .advisory:
                continue
            }
        }
        return nil
    }
}
