// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintTerminal
import FlintWorld

/// The history of a feature or a fact, oldest entry first.
struct Lane: Sendable, Hashable {
    /// The sign of an entry on a lane.
    ///
    /// Where several entries share a cell, the last one in this order is shown.
    enum Mark: Int, Sendable, Hashable {
        case flow
        case change
        case action
        case store
        case running
        case failure
        case denial
    }

    enum State: Sendable, Hashable {
        case availability(Bool?)
        case value(String)
    }

    /// An entry on the lane, by its position in the ``TimelineFold``.
    struct Point: Sendable, Hashable {
        let position: Int
        let mark: Mark
    }

    struct Change: Sendable, Hashable {
        let position: Int
        let state: State
    }

    let subject: WatchList.Item
    private let recordedName: String
    /// The state before the first change, or `nil` if the events do not state it.
    private(set) var initial: State?
    private(set) var points: [Point] = []
    private(set) var changes: [Change] = []

    init(subject: WatchList.Item, recordedName: String) {
        (self.subject, self.recordedName) = (subject, recordedName)
    }

    func name(in model: AppModel) -> String {
        switch subject {
        case .feature(let id): model.feature(id)?.name ?? recordedName
        case .fact(let fact): model.key(of: fact) == nil ? recordedName : model.title(of: fact)
        }
    }

    /// Returns the state of a lane without changes, or `nil` if it is unknown.
    func constantState(in model: AppModel) -> State? {
        guard changes.isEmpty, case .feature(let id) = subject else { return nil }
        return model.feature(id).map { .availability($0.isAvailable) }
    }

    func index(of position: Int) -> Int {
        points.partitioningIndex { $0.position >= position }
    }

    func point(at position: Int) -> Point { points[max(0, index(of: position + 1) - 1)] }

    func change(at position: Int) -> Change? {
        let next = changes.partitioningIndex { $0.position > position }
        return next == 0 ? nil : changes[next - 1]
    }

    fileprivate mutating func add(_ point: Point, state: State?, after before: State?) {
        let place = index(of: point.position)
        if place < points.count, points[place].position == point.position {
            // The end of an action replaces its beginning.
            points[place] = point
        } else {
            points.insert(point, at: place)
        }
        guard let state else { return }
        let change = changes.partitioningIndex { $0.position >= point.position }
        if change < changes.count, changes[change].position == point.position { changes.remove(at: change) }
        // The first change determines the initial state.
        if change == 0 { initial = before }
        changes.insert(Change(position: point.position, state: state), at: change)
    }

    func point(from position: Int, by step: Int) -> Point? {
        let index = step > 0 ? index(of: position + 1) : index(of: position) - 1
        return points.indices.contains(index) ? points[index] : nil
    }
}

/// The timeline as one lane for each feature and fact.
///
/// A lane contains the actions and refusals of its feature, the changes of its availability or value, and the prompts
/// and store events about its fact. Features are in hierarchy order and precede facts.
struct Lanes: Sendable {
    private(set) var lanes: [Lane] = []
    /// The features' places in the hierarchy.
    ///
    /// Features that are not part of it come last, sorted by their ids.
    let ranks: [String: Int]
    private var indices: [WatchList.Item: Int] = [:]

    init(ranks: [String: Int]) {
        self.ranks = ranks
    }

    init(_ fold: TimelineFold, ranks: [String: Int]) {
        self.init(ranks: ranks)
        for position in fold.groups.flatMap(\.positions) { add(fold.entry(at: position), at: position) }
    }

    func index(of subject: WatchList.Item) -> Int? { indices[subject] }

    func index(containing position: Int) -> Int? {
        lanes.firstIndex { lane in
            let index = lane.index(of: position)
            return index < lane.points.count && lane.points[index].position == position
        }
    }

    var span: ClosedRange<Int>? {
        guard let first = lanes.lazy.compactMap(\.points.first?.position).min(),
            let last = lanes.lazy.compactMap(\.points.last?.position).max()
        else { return nil }
        return first...last
    }

    mutating func add(_ entry: TimelineEntry, at position: Int) {
        let event = entry.event
        let point = Lane.Point(position: position, mark: Self.mark(of: entry))
        for change in event.features {
            lane(of: .feature(change.featureID), change.featureName) {
                $0.add(point, state: .availability(change.after), after: .availability(change.before))
            }
        }
        // A change of the event's own feature is on the lane already.
        if let id = event.featureID, !entry.changesAvailability(of: id) {
            lane(of: .feature(id), entry.subjectName ?? id) { $0.add(point, state: nil, after: nil) }
        }
        if let change = event.change, let fact = change.fact.reference {
            func state(_ value: FactValue) -> Lane.State { .value(value.displayText(for: change.fact.key)) }
            let (before, after) = (change.before.map(state), state(change.fact.fact.effective))
            lane(of: .fact(fact), entry.subjectName ?? fact.key) { $0.add(point, state: after, after: before) }
        } else if let fact = event.subject {
            lane(of: .fact(fact), entry.subjectName ?? fact.key) { $0.add(point, state: nil, after: nil) }
        }
    }

    private mutating func lane(of subject: WatchList.Item, _ name: String, add: (inout Lane) -> Void) {
        let index = indices[subject] ?? insert(Lane(subject: subject, recordedName: name))
        add(&lanes[index])
    }

    private mutating func insert(_ lane: Lane) -> Int {
        let index = lanes.firstIndex { precedes(lane.subject, $0.subject) } ?? lanes.count
        lanes.insert(lane, at: index)
        for (offset, lane) in lanes[index...].enumerated() { indices[lane.subject] = index + offset }
        return index
    }

    private func precedes(_ subject: WatchList.Item, _ other: WatchList.Item) -> Bool {
        switch (subject, other) {
        case (.feature(let id), .feature(let its)): (ranks[id] ?? .max, id) < (ranks[its] ?? .max, its)
        case (.feature, .fact): true
        case (.fact, .feature): false
        case (.fact(let fact), .fact(let its)): (fact.kind.rawValue, fact.key) < (its.kind.rawValue, its.key)
        }
    }

    private static func mark(of entry: TimelineEntry) -> Lane.Mark {
        switch entry.event.content {
        case .actionBegan: .running
        case .actionCompleted(_, .success, _), .promptAnswered(_, .success), .flowEnded(_, .success): .action
        case .actionCompleted(_, .failure, _), .promptAnswered(_, .failure), .flowEnded(_, .failure): .failure
        case .actionCompleted(_, .denied, _), .promptAnswered(_, .denied), .flowEnded(_, .denied), .requestDenied:
            .denial
        case .factChanged: .change
        case .storeEvent: .store
        case .promptShown, .flowBegan, .identifierChanged, .advisory: .flow
        }
    }
}
