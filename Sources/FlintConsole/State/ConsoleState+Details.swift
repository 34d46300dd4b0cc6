// SPDX-License-Identifier: MIT

import FlintWorld

// The details of the selected item are a list, too: lines with a target can be selected and opened.
extension ConsoleState {
    /// The intent of the selected line of the details, or `nil` if no visible line is selected.
    var selectedTarget: Intent? {
        guard pane == .detail, let selection = details.selection, isVisible(selection.line) else { return nil }
        return selection.target
    }

    var detailFact: FactReference? {
        if case .goTo(let fact)? = selectedTarget { return fact.reference }
        if case .chooseValue(let fact)? = selectedTarget { return fact.reference }
        return nil
    }

    var detailLeadsToItem: Bool {
        if case .goTo? = selectedTarget { return true }
        if case .goToFeature? = selectedTarget { return true }
        if case .showEvent? = selectedTarget { return true }
        return false
    }

    /// Selects a visible line of the details that can be opened.
    ///
    /// The line that leads to the blocking requirement takes precedence over the first one. If a visible line is
    /// already selected, it stays selected.
    mutating func enterDetails() {
        // The linear console has no selected line, because its commands name their targets.
        guard !keymap.namesCommands, case .screen = placeMode else { return }
        let lines = detailLines()
        guard visibleSelection(in: lines) == nil else { return }
        let targets = visibleTargets(in: lines)
        let blocker = screen == .features ? selectedFeature?.blockingRequirement.flatMap(FeatureDetail.target) : nil
        selectDetail(targets.first { blocker != nil && lines[$0].target == blocker } ?? targets.first, in: lines)
    }

    /// Selects the next line with a target if it is near, and scrolls otherwise.
    mutating func moveInDetails(_ motion: Motion) {
        let height = layout.detailHeight(of: screen)
        switch motion {
        case .by(let step):
            let lines = detailLines()
            let targets = lines.indices.filter { lines[$0].target != nil }
            let selected = visibleSelection(in: lines)
            let next =
                if let selected {
                    step > 0 ? targets.first { $0 > selected } : targets.last { $0 < selected }
                } else {
                    step > 0 ? visibleTargets(in: lines).first : visibleTargets(in: lines).last
                }
            // Text between the lines with targets can be read line by line.
            if let next, (details.top - 1...details.top + height).contains(next) {
                selectDetail(next, in: lines)
                details.top = min(max(details.top, next - height + 1), next)
                // The text above the first selectable line becomes visible, too.
                if step < 0, next == targets.first, next < height { details.top = 0 }
            } else {
                // A position beyond the end is corrected after the event has been handled.
                details.top = max(0, details.top + step)
            }
        case .pages(let pages):
            details.top = max(0, details.top + pages * (height - 1))
            selectVisibleDetail()
        case .first:
            details.top = 0
            selectVisibleDetail()
        case .last:
            // Half of the maximum leaves room for additions until the position is corrected.
            details.top = .max / 2
            settleDetails()
            let lines = detailLines()
            selectDetail(visibleTargets(in: lines).last, in: lines)
        }
    }

    mutating func scrollDetails(by lines: Int) { details.top = max(0, details.top + lines) }

    /// Selects the line at an index, or returns `false` if the line has no target.
    mutating func selectDetail(line: Int) -> Bool {
        let lines = detailLines()
        guard lines.indices.contains(line), lines[line].target != nil else { return false }
        selectDetail(line, in: lines)
        return true
    }

    mutating func openDetail() {
        guard let target = selectedTarget, details.selection?.index(in: detailLines()) != nil else {
            return announce("There is nothing to open here", .notice)
        }
        if let reason = target.keyCommand.flatMap(reasonNotAllowed) { return reject(reason) }
        take(target, terms: OverrideTerms())
    }

    /// Corrects the position after the details have changed, so that the selected line stays in its place.
    mutating func settleDetails() {
        guard details.top > 0 || pane == .detail else { return }
        let lines = detailLines()
        if let selection = details.selection, let line = selection.index(in: lines), line != selection.line {
            details.top += line - selection.line
            details.selection?.line = line
        }
        details.top = max(0, min(details.top, lines.count - layout.detailHeight(of: screen)))
        // Details that arrive later have no selected line yet.
        if pane == .detail, details.selection == nil { enterDetails() }
    }

    private mutating func selectVisibleDetail() {
        settleDetails()
        let lines = detailLines()
        selectDetail(visibleTargets(in: lines).first, in: lines)
    }

    private mutating func selectDetail(_ line: Int?, in lines: [StyledLine]) {
        details.selection = line.flatMap { line in
            lines[line].target.map { DetailPosition.Selection(line: line, target: $0) }
        }
    }

    private func visibleTargets(in lines: [StyledLine]) -> [Int] {
        lines.indices.filter { lines[$0].target != nil && isVisible($0) }
    }

    private func visibleSelection(in lines: [StyledLine]) -> Int? {
        details.selection?.index(in: lines).flatMap { isVisible($0) ? $0 : nil }
    }

    private func isVisible(_ line: Int) -> Bool {
        (details.top..<details.top + layout.detailHeight(of: screen)).contains(line)
    }
}

extension ConsoleState {
    private static let latestEventLimit = 5
    private static let searchedEvents = 300

    /// Returns a section of details with the latest events of a feature or a fact, or no lines.
    func latestEvents(of item: WatchList.Item, columns: Int) -> [StyledLine] {
        let fold = screens.timeline.tail.rows.fold
        // Only the latest events are searched, to bound the cost.
        let found = fold.positions.suffix(Self.searchedEvents).reversed().lazy.map { fold[$0] }
            .filter { $0.id <= fold.end && $0.concerns(item) }.prefix(Self.latestEventLimit)
        guard !found.isEmpty else { return [] }
        return [StyledLine(), StyledLine("Lately", .heading)]
            + found.map { entry in
                let row = EventRow(entry.event, at: entry.begin?.date, in: self)
                var line = StyledLine("   \(row.time) ", .dim)
                line.append("\(row.sign) ", row.role)
                line.append(row.title(columns: max(8, columns - line.width), ellipsis: glyphs.ellipsis))
                return line.leading(to: .showEvent(entry.event.id))
            }
    }
}

extension Intent {
    fileprivate var keyCommand: KeyCommand? {
        switch self {
        case .offerAction: .perform
        case .offerPlans: .unlock
        case .chooseValue: .override
        case .openDeclaration: .editDeclaration
        case .offerFocus: .focus
        case .close, .change, .perform, .beginFlow, .showFlow, .replaceFlow, .typeValue, .goTo, .goToFeature,
            .showEvent,
            .readImpact, .stopWatching, .removeOverride, .typeAdvance, .open, .askToResetStore, .leaveWhatIf,
            .showLevel,
            .showTopic, .read, .copy, .openSource, .offerPlay, .play, .listSettings, .set, .changeProduction:
            nil
        }
    }
}
