// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

/// The period before the latest event in which actions are counted, shortest first.
enum ActivityPeriod: Int, Sendable, Hashable, CaseIterable {
    case minute = 60
    case fiveMinutes = 300
    case all = 0

    var title: String {
        switch self {
        case .minute: "the last minute"
        case .fiveMinutes: "the last 5 minutes"
        case .all: "everything on record"
        }
    }

    func start(in fold: TimelineFold) -> Date? {
        self == .all ? nil : fold.newestVisible?.date.addingTimeInterval(-Double(rawValue))
    }

    var shorter: Self? { advanced(by: -1) }
    var longer: Self? { advanced(by: 1) }
}

enum ActivityOrder: Sendable, Hashable, CaseIterable {
    case count
    case denied
    case failed
    case median
    case slowest
    case last
    case name

    var announcement: String {
        switch self {
        case .count: "Most frequent first"
        case .denied: "Most denials first"
        case .failed: "Most failures first"
        case .median: "Longest median first"
        case .slowest: "Longest 95th percentile first"
        case .last: "Latest first"
        case .name: "Sorted by name"
        }
    }

    func sorted(_ indices: [Int], _ action: (Int) -> ActionActivity) -> [Int] {
        let rank: (ActionActivity) -> Double =
            switch self {
            case .count: { Double($0.count) }
            case .denied: { Double($0.denied) }
            case .failed: { Double($0.failed) }
            case .median: { $0.median ?? -1 }
            case .slowest: { $0.percentile95 ?? -1 }
            case .last: { Double($0.lastEvent) }
            case .name: { _ in 0 }
            }
        // The ranks are compared in reverse, so that the highest comes first.
        return indices.map { (rank: rank(action($0)), title: action($0).title, index: $0) }
            .sorted { ($1.rank, $0.title, $0.index) < ($0.rank, $1.title, $1.index) }.map(\.index)
    }
}

/// The statistics of an action: how often it was performed and denied, and how long it took.
struct ActionActivity: Sendable, Hashable, Identifiable, Encodable {
    /// The topic of the action, as in the log.
    let id: String
    let featureID: String
    let featureName: String
    let actionID: String
    let actionName: String
    private(set) var count = 0
    private(set) var running = 0
    private(set) var failed = 0
    private(set) var denied = 0
    /// The durations in seconds, in ascending order.
    private(set) var durations: [Double] = []
    private(set) var reasons: [DenialReason] = []
    private(set) var lastDate: Date
    private(set) var lastEvent: UInt64

    struct DenialReason: Sendable, Hashable, Encodable {
        let title: String
        let status: RequirementStatus
        var count = 0
        /// The number of denials for which the requirement was the only reason.
        var countAlone = 0
    }

    var title: String { "\(featureName): \(actionName)" }
    var median: Double? { percentile(0.5) }
    var percentile95: Double? { percentile(0.95) }

    /// Returns a percentile of the durations, such as the median for a share of 0.5, or `nil` without durations.
    private func percentile(_ share: Double) -> Double? {
        durations.isEmpty ? nil : durations[max(0, Int((share * Double(durations.count)).rounded(.up)) - 1)]
    }

    static func actions(
        in fold: TimelineFold, during period: ActivityPeriod, of model: AppModel
    ) -> [ActionActivity] {
        var actions: [ActionActivity] = []
        var indices: [String: Int] = [:]
        var begun: Set<UInt> = []
        let start = period.start(in: fold)
        for position in fold.positions {
            let entry = fold[position]
            guard entry.id <= fold.end, let action = entry.event.action, start.map({ entry.event.date >= $0 }) != false
            else { continue }
            let id = "\(action.featureID)/#\(action.id)"
            let index = indices[id] ?? actions.count
            if index == actions.count {
                indices[id] = index
                let name = model.feature(action.featureID)?.name ?? entry.subjectName ?? action.featureID
                actions.append(ActionActivity(id: id, action, of: name, in: entry.event))
            }
            actions[index].count(entry.event, begun: &begun)
        }
        for index in actions.indices { actions[index].durations.sort() }
        return actions
    }

    private init(id: String, _ action: EventRecord.Action, of featureName: String, in event: EventRecord) {
        (self.id, self.featureID, self.featureName) = (id, action.featureID, featureName)
        (actionID, actionName) = (action.id, action.name ?? action.id)
        (lastDate, lastEvent) = (event.date, event.id)
    }

    /// Counts an event.
    ///
    /// `begun` contains the requests whose beginnings were counted and whose ends were not.
    private mutating func count(_ event: EventRecord, begun: inout Set<UInt>) {
        switch event.content {
        case .actionBegan(let execution):
            count += 1
            running += 1
            begun.insert(execution.request)
        case .actionCompleted(let execution, let outcome, let duration):
            // The timeline can have separate entries for the beginning and the end of an action.
            if begun.remove(execution.request) != nil { running -= 1 } else { count += 1 }
            if outcome == .failure { failed += 1 }
            if duration.isFinite, duration >= 0 { durations.append(duration) }
        case .requestDenied(_, let blockers):
            denied += 1
            for blocker in blockers ?? [] { count(blocker, isAlone: blockers?.count == 1) }
        case .factChanged, .storeEvent, .promptShown, .promptAnswered, .flowBegan, .flowEnded, .identifierChanged,
            .advisory:
            return
        }
        if event.id > lastEvent { (lastDate, lastEvent) = (event.date, event.id) }
    }

    private mutating func count(_ blocker: EventRecord.Blocker, isAlone: Bool) {
        let index =
            reasons.firstIndex { $0.title == blocker.title && $0.status == blocker.status } ?? reasons.count
        if index == reasons.count { reasons.append(DenialReason(title: blocker.title, status: blocker.status)) }
        reasons[index].count += 1
        if isAlone { reasons[index].countAlone += 1 }
    }
}

extension ActionActivity: FilteredItem {
    func hasText(where isMatch: (String) -> Bool) -> Bool {
        isMatch(title) || isMatch(featureID) || isMatch(actionID) || reasons.contains { isMatch($0.title) }
    }

    func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool {
        switch field {
        case "feature": isMatch(featureName) || isMatch(featureID)
        case "action": isMatch(actionName) || isMatch(actionID)
        default: false
        }
    }
}
