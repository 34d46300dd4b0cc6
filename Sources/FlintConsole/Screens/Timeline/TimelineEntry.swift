import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An event of the timeline, or the beginning and the end of one action.
struct TimelineEntry: Sendable, Hashable, Identifiable {
    /// The id of its first event, by which it is known from then on.
    let id: UInt64
    /// The beginning of an action, once it has ended.
    private(set) var begin: EventRecord?
    /// The event; of an action that has ended, its end.
    private(set) var event: EventRecord

    /// Creates an entry for one event.
    init(_ event: EventRecord) {
        id = event.id
        self.event = event
    }

    /// Adds the end of the action.
    mutating func complete(with end: EventRecord) {
        begin = event
        event = end
    }

    /// Returns the entry as it was at an event, by which the action may not have ended.
    func asOf(_ last: UInt64) -> TimelineEntry {
        guard let begin, event.id > last else { return self }
        return TimelineEntry(begin)
    }

    /// Whether it is an action that has not ended, as far as is known.
    var isRunning: Bool { event.kind == .actionBegan }

    /// Its events, oldest first.
    var events: [EventRecord] { begin.map { [$0, event] } ?? [event] }

    /// When it began.
    var start: Date {
        if let begin { return begin.date }
        // The beginning may not have been kept.
        guard event.kind == .actionCompleted, let duration = event.duration, duration.isFinite else {
            return event.date
        }
        return event.date.addingTimeInterval(-min(max(0, duration), 1e9))
    }

    /// When it ended; `nil` while it is running.
    var end: Date? {
        guard !isRunning else { return nil }
        guard let begin, let duration = event.duration, duration.isFinite else { return event.date }
        return begin.date.addingTimeInterval(min(max(0, duration), 1e9))
    }

    /// How many features' availability it changed.
    var featureCount: Int { event.features == nil ? 0 : max(event.featureCount ?? 0, event.features?.count ?? 0) }

    /// Returns whether it is of a feature or changed the availability of one.
    func concerns(_ features: some Collection<String>) -> Bool {
        guard !features.isEmpty else { return false }
        if let id = event.featureID, features.contains(id) { return true }
        return event.features?.contains { features.contains($0.featureID) } == true
    }

    /// Returns whether it changed the availability of a feature.
    func changed(_ feature: String) -> Bool { event.features?.contains { $0.featureID == feature } == true }

    /// Returns whether it is the same as another one but for the time, the duration and the input.
    ///
    /// What is still running and what changed availability always has a row of its own.
    func repeats(_ other: TimelineEntry) -> Bool {
        let (mine, its) = (event, other.event)
        return mine.kind == its.kind && mine.kind != .actionBegan && mine.outcome == its.outcome
            && mine.featureID == its.featureID && mine.actionID == its.actionID && mine.title == its.title
            && mine.session == its.session && mine.cause == its.cause && mine.features == nil && its.features == nil
            && (begin == nil) == (other.begin == nil)
    }
}

/// An entry of the timeline as a filter sees it.
struct FilteredEntry: FilteredItem {
    /// The value of the field of kinds for an event that changed the availability of features.
    static let availabilityKind = "availability-changed"
    /// The value of the field of statuses for an action that has not ended.
    static let runningStatus = "running"

    /// The entry.
    let entry: TimelineEntry
    /// What knows the names of features.
    let model: AppModel

    func hasText(where isMatch: (String) -> Bool) -> Bool {
        let event = entry.event
        return entry.events.contains { isMatch($0.title) || isMatch($0.kind.rawValue) || isMatch($0.kind.words) }
            || isMatch(event.cause) || event.session.map(isMatch) == true || event.featureID.map(isMatch) == true
            || event.actionID.map(isMatch) == true || event.input.map(isMatch) == true
            || event.details.contains { isMatch($0.value) } || hasChangedFeature(where: isMatch)
    }

    func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool {
        let event = entry.event
        switch field {
        case "kind":
            return entry.events.contains { isMatch($0.kind.rawValue) }
                || entry.featureCount > 0 && isMatch(Self.availabilityKind)
        case statusField:
            if entry.isRunning { return isMatch(Self.runningStatus) }
            if event.kind == .requestDenied || event.outcome == .denied { return isMatch("denied") || isMatch("no") }
            guard let outcome = event.outcome else { return false }
            return isMatch(outcome.rawValue) || isMatch(outcome == .success ? "ok" : "no")
        case "session": return event.session.map(isMatch) == true
        case "feature":
            if hasChangedFeature(where: isMatch) { return true }
            guard let id = event.featureID else { return false }
            return isMatch(id) || (model.feature(id)?.name).map(isMatch) == true
        case "action": return event.actionID.map(isMatch) == true
        case "cause": return isMatch(event.cause)
        default: return false
        }
    }

    /// Whether the id or the name of a feature whose availability changed satisfies a predicate.
    private func hasChangedFeature(where isMatch: (String) -> Bool) -> Bool {
        entry.event.features?.contains { isMatch($0.featureID) || isMatch($0.featureName) } == true
    }
}
