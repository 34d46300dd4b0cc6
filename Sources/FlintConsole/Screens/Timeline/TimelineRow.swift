// SPDX-License-Identifier: MIT

import FlintWorld

/// A row of the timeline.
///
/// A row shows a group of entries, an entry of an expanded group, a feature whose availability changed, or a lane.
struct TimelineRow: Sendable, Hashable, Identifiable {
    /// The identity of a row.
    ///
    /// The identity depends only on the events in the row, so the selection survives new events and filters.
    enum ID: Sendable, Hashable {
        /// An entry, or the first one of a group.
        case entry(UInt64)
        case repetition(UInt64)
        /// A changed feature, by its entry and its index among the entry's features.
        case feature(UInt64, Int)
        case lane(WatchList.Item)
    }

    enum Content: Sendable, Hashable {
        /// A group, represented by its latest entry.
        ///
        /// `isExpanded` is `nil` if the group cannot be expanded.
        case group(count: Int, isExpanded: Bool?)
        case repetition
        /// A feature whose availability the entry changed, or `nil` for the row that counts the remaining features.
        case feature(FeatureChange?)
        case lane(Lane)
    }

    let id: ID
    let entry: TimelineEntry
    let content: Content
    /// Up to ``TimelineRows/detailLimit`` earlier entries of the group, newest first.
    var earlier: [TimelineEntry] = []

    /// The id of the feature that the row is about, or `nil` if the row is about none or several.
    ///
    /// If the event does not belong to a feature, the row is about the only feature that the event changed.
    var featureID: String? {
        switch content {
        case .feature(let change): return change?.featureID
        case .lane(let lane):
            guard case .feature(let id) = lane.subject else { return nil }
            return id
        case .group, .repetition:
            let only = entry.featureCount == 1 ? entry.event.features.first?.featureID : nil
            return entry.event.featureID ?? only
        }
    }

    var fact: FactReference? {
        guard case .lane(let lane) = content, case .fact(let fact) = lane.subject else { return nil }
        return fact
    }

    func contains(_ event: UInt64) -> Bool {
        if case .feature = content { return false }
        return ([entry] + earlier).contains { $0.events.contains { $0.id == event } }
    }

    /// Whether the row shows the change of a fact, rather than a feature whose availability the change affected.
    var isChange: Bool {
        if case .feature = content { return false }
        return entry.event.kind == .factChanged
    }

    func concerns(_ features: some Collection<String>) -> Bool {
        switch content {
        case .feature(let change): change.map { features.contains($0.featureID) } == true
        case .lane: featureID.map(features.contains) == true
        case .group, .repetition: entry.concerns(features)
        }
    }
}

/// The row storage of the timeline.
///
/// The rows are the groups of a ``TimelineFold``, each followed by its own rows if it is expanded, or
/// ``Lanes``. Rows of groups are created only when they are requested, so that rows that are not visible have no
/// cost.
struct TimelineRows: FollowedRows {
    static let detailLimit = 10

    private(set) var fold: TimelineFold
    /// The lanes, or `nil` while the list is shown.
    private(set) var lanes: Lanes?
    /// The event under the cursor of the lanes, or `nil` at their end, where new events appear.
    var cursorEvent: UInt64?
    private(set) var showsBothEvents = false
    private var expanded: Set<UInt64> = []
    private var open: [(group: Int, lines: Int)] = []

    init(capacity: Int) {
        fold = TimelineFold(capacity: capacity)
    }

    var count: Int { lanes?.lanes.count ?? fold.groups.count + open.reduce(0) { $0 + $1.lines } }

    var itemCounts: (matching: Int, all: Int) { (fold.groups.reduce(0) { $0 + $1.count }, fold.visibleCount) }

    var isEmpty: Bool { fold.entries.isEmpty }

    var growsAtEnd: Bool { lanes == nil && fold.end == .max }

    var cursor: Int? { cursorEvent.flatMap { fold.position(upTo: $0) } }

    func row(_ index: Int) -> TimelineRow? {
        if let lanes { return row(of: lanes.lanes[index]) }
        let (group, line) = place(index)
        return line.map { self.row(forLine: $0, of: group) } ?? row(of: group)
    }

    func id(_ index: Int) -> TimelineRow.ID {
        if let lanes { return .lane(lanes.lanes[index].subject) }
        let (group, line) = place(index)
        return line.map { lineID($0, of: group) } ?? .entry(fold[fold.groups[group].first].id)
    }

    func index(of id: TimelineRow.ID) -> Int? {
        if let lanes {
            guard case .lane(let subject) = id else { return nil }
            return lanes.index(of: subject)
        }
        switch id {
        case .entry(let id): return group(of: id).map(index(ofGroup:))
        case .repetition(let id):
            guard let position = fold.position(of: id), let group = fold.group(at: position) else { return nil }
            // A collapsed group has one row for all of its entries.
            let isShown = fold.groups[group].count > 1 && open.contains { $0.group == group }
            guard isShown else { return index(ofGroup: group) }
            let line = fold.groups[group].positions.firstIndex(of: position)
            return line.map { index(ofGroup: group) + 1 + $0 }
        case .feature(let id, let line):
            guard let group = group(of: id) else { return nil }
            // Another moment or filter may have joined the entry with its repetitions, or may show fewer features.
            let isShown = fold.groups[group].count == 1 && open.contains { $0.group == group && line < $0.lines }
            return index(ofGroup: group) + (isShown ? 1 + line : 0)
        case .lane: return nil
        }
    }

    func row(with id: TimelineRow.ID) -> TimelineRow? {
        if let index = index(of: id) { return row(index) }
        // A filter hides the entry, but its details remain.
        guard case .entry(let entry) = id, let position = fold.position(of: entry) else { return nil }
        return TimelineRow(id: id, entry: fold[position], content: .group(count: 1, isExpanded: nil))
    }

    mutating func append(_ new: [EventRecord], where isWanted: ((TimelineEntry) -> Bool)?) {
        let oldest = fold.positions.lowerBound
        let changed = fold.append(new, where: isWanted)
        if lanes != nil {
            // With a filter, a completed entry may no longer match, so the lanes are rebuilt. This is cheap, because
            // few entries match.
            if isWanted != nil || fold.positions.lowerBound != oldest { return groupsChanged() }
            for position in changed { lanes?.add(fold.entry(at: position), at: position) }
        }
        groupsChanged(keepsLanes: true)
    }

    mutating func restrict(to isWanted: ((TimelineEntry) -> Bool)?) {
        fold.restrict(to: isWanted)
        groupsChanged()
    }

    /// Sets the last visible event, or shows all events if the id is `nil`.
    ///
    /// Call ``restrict(to:)`` afterward to rebuild the groups.
    mutating func show(upTo event: UInt64?) {
        fold.show(upTo: event)
        cursorEvent = event
    }

    // MARK: Display options

    /// Shows lanes with the features in the given order.
    ///
    /// Call ``restrict(to:)`` afterward to build the rows.
    mutating func showLanes(inOrderOf features: [FeatureSummary]) {
        // A lane needs an action's beginning and end in one entry.
        fold.rebuild(pairingActions: true, where: nil)
        let ranks = features.enumerated().map { ($1.id, $0) }
        lanes = Lanes(ranks: Dictionary(ranks, uniquingKeysWith: { first, _ in first }))
    }

    /// Shows the list instead of lanes.
    ///
    /// Call ``restrict(to:)`` afterward to build the rows.
    mutating func hideLanes() {
        fold.rebuild(pairingActions: !showsBothEvents, where: nil)
        lanes = nil
    }

    mutating func setShowsBothEvents(_ showsBothEvents: Bool, where isWanted: ((TimelineEntry) -> Bool)?) {
        self.showsBothEvents = showsBothEvents
        fold.rebuild(pairingActions: lanes != nil || !showsBothEvents, where: isWanted)
        groupsChanged()
    }

    /// Expands or collapses the group at or above a row.
    ///
    /// - Returns: The id of the group's row, or `nil` if the group cannot be expanded or collapsed.
    mutating func setExpanded(_ isExpanded: Bool, at index: Int) -> TimelineRow.ID? {
        guard lanes == nil, (0..<count).contains(index) else { return nil }
        let group = place(index).group
        let isOpen = open.contains { $0.group == group }
        guard isOpen != isExpanded, lineCount(of: group) > 0 else { return nil }
        let positions = fold.groups[group].positions
        if isExpanded {
            expanded.insert(fold[positions[0]].id)
        } else {
            // Joined groups can have been expanded by different entries.
            for position in positions { expanded.remove(fold[position].id) }
        }
        groupsChanged()
        return .entry(fold[positions[0]].id)
    }

    // MARK: Groups

    private mutating func groupsChanged(keepsLanes: Bool = false) {
        if let ranks = lanes?.ranks, !keepsLanes { lanes = Lanes(fold, ranks: ranks) }
        guard !expanded.isEmpty else {
            open = []
            return
        }
        expanded = expanded.filter { fold.position(of: $0) != nil }
        let groups = Set(expanded.compactMap(group))
        open = groups.sorted().map { ($0, lineCount(of: $0)) }
    }

    private func group(of id: UInt64) -> Int? { fold.position(of: id).flatMap { fold.group(at: $0) } }

    private func index(ofGroup group: Int) -> Int {
        group + open.reduce(0) { $0 + ($1.group < group ? $1.lines : 0) }
    }

    /// Returns the group at a row index, and the row's index within the expanded group.
    ///
    /// The second index is `nil` for the row of the group itself.
    private func place(_ index: Int) -> (group: Int, line: Int?) {
        var rest = index
        for (group, lines) in open {
            guard rest > group else { break }
            if rest <= group + lines { return (group, rest - group - 1) }
            rest -= lines
        }
        return (rest, nil)
    }

    private func lineCount(of group: Int) -> Int {
        let group = fold.groups[group]
        guard group.count == 1 else { return group.count }
        let entry = fold[group.first]
        let listed = entry.event.features.count
        return listed + (entry.featureCount > listed ? 1 : 0)
    }

    private func row(of lane: Lane) -> TimelineRow {
        let position = lane.point(at: cursor ?? .max - 1).position
        return TimelineRow(id: .lane(lane.subject), entry: fold[position], content: .lane(lane))
    }

    private func row(of index: Int) -> TimelineRow {
        let group = fold.groups[index]
        let isExpanded = lineCount(of: index) > 0 ? open.contains { $0.group == index } : nil
        return TimelineRow(
            id: .entry(fold[group.first].id), entry: fold[group.last],
            content: .group(count: group.count, isExpanded: isExpanded),
            earlier: group.latest(Self.detailLimit + 1).dropLast().reversed().map { fold[$0] })
    }

    private func lineID(_ line: Int, of index: Int) -> TimelineRow.ID {
        let group = fold.groups[index]
        if group.count == 1 { return .feature(fold[group.first].id, line) }
        return .repetition(fold[line == 0 ? group.first : group.rest[line - 1]].id)
    }

    private func row(forLine line: Int, of index: Int) -> TimelineRow {
        let group = fold.groups[index]
        guard group.count == 1 else {
            let entry = fold[line == 0 ? group.first : group.rest[line - 1]]
            return TimelineRow(id: .repetition(entry.id), entry: entry, content: .repetition)
        }
        let entry = fold[group.first]
        let features = entry.event.features
        return TimelineRow(
            id: .feature(entry.id, line), entry: entry,
            content: .feature(features.indices.contains(line) ? features[line] : nil))
    }
}
