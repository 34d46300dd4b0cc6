// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    mutating func runTimeline(_ command: KeyCommand) {
        switch command {
        case .showBeginnings: flipBeginnings()
        case .waterfall: flipWaterfall()
        case .zoomIn: screens.timeline.zoom += 1
        case .zoomOut: screens.timeline.zoom -= 1
        case .pin: if let id = selectedTimelineRow?.featureID { flipPin(of: id) }
        case .nextPinned: goToPinned(1)
        case .previousPinned: goToPinned(-1)
        case .travel: travelToSelection()
        case .markMoment: markMoment()
        case .compareMoments: compareMoments()
        case .exportTest: if let row = selectedTimelineRow { askForFile(.test(event: row.entry.event.id)) }
        case .goTo: if let id = selectedTimelineRow?.featureID { visitFeature(id) }
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

    /// Returns the reason the waterfall cannot be zoomed, or `nil` if it can.
    func reasonZoomNotAllowed(_ command: KeyCommand) -> String? {
        guard screens.timeline.tail.rows.waterfall != nil else {
            let key = keymap.keyText(for: .waterfall, in: [.timeline]) ?? ""
            return "Only the waterfall can be zoomed: \(key) shows it"
        }
        if command == .zoomOut { return screens.timeline.zoom == 0 ? "The axis covers all visible actions" : nil }
        return screens.timeline.zoom == TimelineState.zoomLimit ? "The axis cannot be zoomed further" : nil
    }

    /// Returns the reason a command cannot run on the selected row, or `nil` if it can.
    func timelineReasonNotAllowed(_ command: KeyCommand) -> String? {
        let list = screens.timeline.tail.browser.list
        guard let row = selectedTimelineRow else {
            return reasonNothingIsChosen(TimelineScreen().noun, wasSelected: list.selection != nil)
        }
        if !list.isPresent {
            return
                "The selected event is hidden by \(ActiveFilter.summary(of: TimelineScreen().activeFilters(in: self)))"
        }
        switch command {
        case .travel, .markMoment: return reasonTravelNotAllowed
        case .compareMoments: return reasonComparisonNotAllowed
        case .exportTest: return environment.exportsTests ? reasonTravelNotAllowed : "Tests cannot be written from here"
        case .lastChange where row.isChange: return nil
        case .pin, .goTo, .lastChange:
            guard let id = row.featureID else {
                return row.entry.featureCount > 0
                    ? "The event concerns several features: expand it and choose one" : "The event concerns no feature"
            }
            if command == .goTo, feature(id) == nil { return "There is no feature \(id)" }
            return nil
        default: return nil
        }
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

    /// Switches between one row for each action and separate rows for its beginning and end.
    private mutating func flipBeginnings() {
        let showsBoth = !screens.timeline.tail.rows.showsBothEvents
        let selected = selectedTimelineRow?.entry
        let restriction = TimelineScreen().restriction(in: self)
        screens.timeline.tail.regroup { $0.setShowsBothEvents(showsBoth, where: restriction) }
        selectAgain(selected)
        announce(
            showsBoth ? "The beginning and end of an action have separate rows" : "An action has one row", .notice)
    }

    private mutating func flipWaterfall() {
        let isShown = screens.timeline.tail.rows.waterfall == nil
        let selected = selectedTimelineRow?.entry
        screens.timeline.tail.rows.setWaterfall(isShown, where: TimelineScreen().restriction(in: self))
        selectAgain(selected)
    }

    /// Selects the row that now contains an entry, or the nearest row before it.
    private mutating func selectAgain(_ selected: TimelineEntry?) {
        let rows = screens.timeline.tail.rows
        let height = layout.listHeight(.timeline)
        guard let selected else { return screens.timeline.tail.adapt(height: height) }
        if !screens.timeline.tail.isFollowing || !rows.growsAtEnd {
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
        let height = layout.listHeight(.timeline)
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

    /// Selects the next event that concerns a pinned feature.
    ///
    /// - Parameter step: 1 to search down, -1 to search up.
    private mutating func goToPinned(_ step: Int) {
        let (list, pins) = (screens.timeline.tail, screens.timeline.pins)
        let found = MatchSearch.next(from: list.browser.list.index, by: step, count: list.count) { row in
            list.rows.row(row)?.concerns(pins) == true
        }
        guard let found else {
            reject("No event here concerns a pinned feature")
            return
        }
        screens.timeline.tail.select(row: found.row, height: layout.listHeight(.timeline))
        switch found.result {
        case .foundFromOtherEnd:
            announce(step > 0 ? "Continued from the first row" : "Continued from the last row", .notice)
        case .isOnly: announce("This is the only one", .notice)
        case .found, .none: break
        }
    }

    // MARK: The last change

    /// Selects the event that last changed a feature's availability.
    ///
    /// - Parameters:
    ///   - feature: The id of the feature.
    ///   - entry: The id of the entry before which to search, or `nil` to search all entries.
    mutating func goToLastChange(of feature: String, before entry: UInt64? = nil) {
        let name = self.feature(feature)?.name ?? feature
        let entries = screens.timeline.tail.rows.fold.entries
        let last = app.moment.event ?? .max
        let found = entries.last { $0.changed(feature) && $0.id < entry ?? .max && $0.id <= last }
        guard let found else {
            let when = entry == nil ? "on record" : "before this one"
            reject("No event \(when) changed the availability of \(name)")
            return
        }
        show(found)
    }

    /// Shows an event on the timeline; the back key returns to the current screen.
    mutating func showOnTimeline(event: UInt64) {
        if let entry = screens.timeline.tail.rows.fold.entry(with: event) { show(entry) }
    }

    private mutating func show(_ entry: TimelineEntry) {
        go(to: .timeline)
        if pane == .detail { enter(.list) }
        reveal(entry)
    }

    /// Selects the row of an entry, and ends the waterfall and the filter if they hide the row.
    private mutating func reveal(_ entry: TimelineEntry) {
        if screens.timeline.tail.rows.waterfall != nil { flipWaterfall() }
        if screens.timeline.tail.rows.index(of: .entry(entry.id)) == nil { clearFilter(keepsSelection: false) }
        guard screens.timeline.tail.rows.index(of: .entry(entry.id)) != nil else {
            let filters = TimelineScreen().activeFilters(in: self)
            reject("Event \(entry.event.id) is hidden by \(ActiveFilter.summary(of: filters))")
            return
        }
        selectTimelineRow(.entry(entry.id))
        details = DetailPosition()
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
    /// permission. The search ends at the previous change of the fact, because events before it caused that change.
    private func cause(of change: TimelineEntry) -> TimelineEntry? {
        guard let fact = change.event.fact?.reference else { return nil }
        for entry in screens.timeline.tail.rows.fold.entries.reversed() where entry.id < change.id {
            let event = entry.event
            switch event.kind {
            case .store, .promptShown:
                if event.subject == fact { return entry }
            case .factChanged:
                if event.fact?.reference == fact { return nil }
            case .actionBegan, .actionCompleted, .requestDenied, .promptAnswered, .flowBegan, .flowEnded, .advisory:
                continue
            }
        }
        return nil
    }
}
