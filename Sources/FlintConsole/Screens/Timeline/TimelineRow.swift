import InspectorKit

/// A line of the timeline.
struct TimelineRow: Sendable, Hashable, Identifiable {
    /// What a line is known by.
    enum ID: Sendable, Hashable {
        /// An entry, or the first of several that repeat one another.
        case entry(UInt64)
        /// One of several entries that repeat one another.
        case repetition(UInt64)
        /// A feature whose availability an entry changed, by its number among them.
        case feature(UInt64, Int)
        /// A session in the waterfall.
        case session(String)
        /// An action stack in the waterfall.
        case stack(String, session: String)
    }

    /// What is on the line.
    enum Content: Sendable, Hashable {
        /// The latest of a number of entries that repeat one another; `nil` where there is nothing to expand.
        case group(count: Int, isExpanded: Bool?)
        /// One of the entries of an expanded group.
        case repetition
        /// A feature whose availability the entry changed; `nil` for those that are only counted.
        case feature(FeatureChange?)
        /// A line of the waterfall.
        case bar(WaterfallBar)
    }

    /// What it is known by.
    let id: ID
    /// The entry it is about.
    let entry: TimelineEntry
    /// What is on it.
    let content: Content
    /// The latest of the other entries that the line stands for, newest first.
    var earlier: [TimelineEntry] = []

    /// The feature it is about: of a feature that changed that one, else that of the event or the only one it changed.
    var featureID: String? {
        switch content {
        case .feature(let change): return change?.featureID
        case .bar(let bar) where bar.level == .session: return nil
        case .group, .repetition, .bar:
            let only = entry.featureCount == 1 ? entry.event.features?.first?.featureID : nil
            return entry.event.featureID ?? only
        }
    }

    /// Returns whether it is about a feature or changed the availability of one.
    func concerns(_ features: some Collection<String>) -> Bool {
        switch content {
        case .feature(let change): change.map { features.contains($0.featureID) } == true
        case .bar(let bar) where bar.level == .session: false
        case .group, .repetition, .bar: entry.concerns(features)
        }
    }
}

/// The lines of the timeline: groups of entries, under expanded ones what they hold; or the waterfall.
struct TimelineRows: FollowedRows {
    /// How many of the entries that a line stands for are listed in its details.
    static let detailLimit = 10

    /// The events.
    private(set) var fold: TimelineFold
    /// The waterfall while it is shown.
    private(set) var waterfall: Waterfall?
    /// Whether the beginning and the end of an action have a line each, where there is no waterfall.
    private(set) var showsBothEvents = false
    /// The ids of entries whose groups are expanded.
    private var expanded: Set<UInt64> = []
    /// The expanded groups, in order, with the number of lines under each.
    private var open: [(group: Int, lines: Int)] = []

    /// Creates lines of no events.
    init(capacity: Int) {
        fold = TimelineFold(capacity: capacity)
    }

    var count: Int { waterfall?.rows.count ?? fold.groups.count + open.reduce(0) { $0 + $1.lines } }

    var isEmpty: Bool { fold.entries.isEmpty }

    var growsAtEnd: Bool { waterfall == nil }

    func row(_ index: Int) -> TimelineRow? {
        if let waterfall { return waterfall.rows[index] }
        let (group, line) = place(index)
        return line.map { self.line($0, of: group) } ?? row(of: group)
    }

    func id(_ index: Int) -> TimelineRow.ID {
        if let waterfall { return waterfall.rows[index].id }
        let (group, line) = place(index)
        return line.map { lineID($0, of: group) } ?? .entry(fold[fold.groups[group].first].id)
    }

    func index(of id: TimelineRow.ID) -> Int? {
        if let waterfall { return waterfall.index(of: id) }
        switch id {
        case .entry(let id): return group(of: id).map(index(ofGroup:))
        case .repetition(let id):
            guard let position = fold.position(of: id), let group = fold.group(at: position) else { return nil }
            guard open.contains(where: { $0.group == group }) else { return index(ofGroup: group) }
            let line = fold.groups[group].positions.firstIndex(of: position)
            return line.map { index(ofGroup: group) + 1 + $0 }
        case .feature(let id, let line):
            guard let group = group(of: id) else { return nil }
            return index(ofGroup: group) + (open.contains { $0.group == group } ? 1 + line : 0)
        case .session, .stack: return nil
        }
    }

    func row(with id: TimelineRow.ID) -> TimelineRow? {
        if let index = index(of: id) { return row(index) }
        guard case .entry(let entry) = id, let position = fold.position(of: entry) else { return nil }
        return TimelineRow(id: id, entry: fold[position], content: .group(count: 1, isExpanded: nil))
    }

    mutating func receive(_ new: [EventRecord], where isWanted: ((TimelineEntry) -> Bool)?) {
        fold.receive(new, where: isWanted)
        groupsChanged()
    }

    mutating func restrict(to isWanted: ((TimelineEntry) -> Bool)?) {
        fold.restrict(to: isWanted)
        groupsChanged()
    }

    /// Shows an action that ends after an event as running; ``restrict(to:)`` has to follow.
    mutating func show(upTo event: UInt64?) {
        fold.show(upTo: event)
    }

    // MARK: What can be chosen

    /// Shows the waterfall, or the list again.
    mutating func setWaterfall(_ isShown: Bool, where isWanted: ((TimelineEntry) -> Bool)?) {
        // A bar is an action, not its beginning or its end.
        fold.fold(pairingActions: isShown || !showsBothEvents, where: isWanted)
        waterfall = isShown ? Waterfall(fold) : nil
        groupsChanged()
    }

    /// Gives the beginning and the end of an action a line each, or one for both.
    mutating func setShowsBothEvents(_ showsBothEvents: Bool, where isWanted: ((TimelineEntry) -> Bool)?) {
        self.showsBothEvents = showsBothEvents
        fold.fold(pairingActions: waterfall != nil || !showsBothEvents, where: isWanted)
        groupsChanged()
    }

    /// Expands or collapses the group that a line is of or under.
    ///
    /// - Returns: The id of the group's line, or `nil` if there is nothing to expand or to collapse.
    mutating func setExpanded(_ isExpanded: Bool, at index: Int) -> TimelineRow.ID? {
        guard waterfall == nil, (0..<count).contains(index) else { return nil }
        let group = place(index).group
        let isOpen = open.contains { $0.group == group }
        guard isOpen != isExpanded, lineCount(of: group) > 0 else { return nil }
        let positions = fold.groups[group].positions
        if isExpanded {
            expanded.insert(fold[positions[0]].id)
        } else {
            for position in positions { expanded.remove(fold[position].id) }
        }
        groupsChanged()
        return .entry(fold[positions[0]].id)
    }

    // MARK: Groups

    /// Finds the expanded groups again, and draws the waterfall anew.
    private mutating func groupsChanged() {
        if waterfall != nil { waterfall = Waterfall(fold) }
        guard !expanded.isEmpty else {
            open = []
            return
        }
        expanded = expanded.filter { fold.position(of: $0) != nil }
        let groups = Set(expanded.compactMap(group))
        open = groups.sorted().map { ($0, lineCount(of: $0)) }
    }

    /// The group that an entry is in.
    private func group(of id: UInt64) -> Int? { fold.position(of: id).flatMap { fold.group(at: $0) } }

    /// Where the line of a group is.
    private func index(ofGroup group: Int) -> Int {
        group + open.reduce(0) { $0 + ($1.group < group ? $1.lines : 0) }
    }

    /// The group that is on a line, and the number of the line under it.
    private func place(_ index: Int) -> (group: Int, line: Int?) {
        var rest = index
        for (group, lines) in open {
            guard rest > group else { break }
            if rest <= group + lines { return (group, rest - group - 1) }
            rest -= lines
        }
        return (rest, nil)
    }

    /// How many lines an expanded group has under it.
    private func lineCount(of group: Int) -> Int {
        let group = fold.groups[group]
        guard group.count == 1 else { return group.count }
        let entry = fold[group.first]
        let listed = entry.event.features?.count ?? 0
        return listed + (entry.featureCount > listed ? 1 : 0)
    }

    /// The line of a group.
    private func row(of index: Int) -> TimelineRow {
        let group = fold.groups[index]
        let isExpanded = lineCount(of: index) > 0 ? open.contains { $0.group == index } : nil
        return TimelineRow(
            id: .entry(fold[group.first].id), entry: fold[group.last],
            content: .group(count: group.count, isExpanded: isExpanded),
            earlier: group.count == 1
                ? [] : ([group.first] + group.rest.suffix(Self.detailLimit)).dropLast().reversed().map { fold[$0] })
    }

    /// The id of a line under a group.
    private func lineID(_ line: Int, of index: Int) -> TimelineRow.ID {
        let group = fold.groups[index]
        if group.count == 1 { return .feature(fold[group.first].id, line) }
        return .repetition(fold[line == 0 ? group.first : group.rest[line - 1]].id)
    }

    /// A line under a group.
    private func line(_ line: Int, of index: Int) -> TimelineRow {
        let group = fold.groups[index]
        guard group.count == 1 else {
            let entry = fold[line == 0 ? group.first : group.rest[line - 1]]
            return TimelineRow(id: .repetition(entry.id), entry: entry, content: .repetition)
        }
        let entry = fold[group.first]
        let features = entry.event.features ?? []
        return TimelineRow(
            id: .feature(entry.id, line), entry: entry,
            content: .feature(features.indices.contains(line) ? features[line] : nil))
    }
}
