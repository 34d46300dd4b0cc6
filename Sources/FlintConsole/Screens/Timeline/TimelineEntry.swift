// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

/// An entry of the timeline: a single event, or the beginning and the end of an action.
///
/// An entry is identified by its first event, so its id stays the same when the action ends.
struct TimelineEntry: Sendable, Hashable, Identifiable {
    let id: UInt64
    private(set) var begin: EventRecord?
    /// The only event, or the event that ended the action.
    private(set) var event: EventRecord

    init(_ event: EventRecord) {
        id = event.id
        self.event = event
    }

    mutating func complete(with end: EventRecord) {
        begin = event
        event = end
    }

    /// Returns the entry in its state immediately after an event.
    ///
    /// An action that ends later is returned as running.
    func asOf(_ last: UInt64) -> TimelineEntry {
        guard let begin, event.id > last else { return self }
        return TimelineEntry(begin)
    }

    var isRunning: Bool { event.kind == .actionBegan }

    var events: [EventRecord] { begin.map { [$0, event] } ?? [event] }

    /// The start date, calculated from the duration if the beginning is no longer retained.
    var start: Date {
        if let begin { return begin.date }
        guard let duration = event.duration, duration.isFinite else { return event.date }
        // The recorded duration can be damaged, so it is limited.
        return event.date.addingTimeInterval(-min(max(0, duration), 1e9))
    }

    /// The end date, or `nil` for a running action.
    var end: Date? {
        guard !isRunning else { return nil }
        guard let begin, let duration = event.duration, duration.isFinite else { return event.date }
        return begin.date.addingTimeInterval(min(max(0, duration), 1e9))
    }

    var featureCount: Int { event.change?.featureCount ?? 0 }

    /// Returns whether the event belongs to one of the features or changed the availability of one.
    func concerns(_ features: some Collection<String>) -> Bool {
        guard !features.isEmpty else { return false }
        if let id = event.featureID, features.contains(id) { return true }
        return event.features.contains { features.contains($0.featureID) }
    }

    func concerns(_ item: WatchList.Item) -> Bool {
        switch item {
        case .feature(let id): concerns(CollectionOfOne(id))
        case .fact(let fact): event.change?.fact.reference == fact || event.subject == fact
        }
    }

    /// Returns whether the event belongs to one of the features, or may have changed the availability of one.
    ///
    /// An event that lists only some of the features it changed is always included.
    func isIn(_ scope: FeatureScope) -> Bool {
        if let id = event.featureID, scope.contains(id) { return true }
        return featureCount > event.features.count || event.features.contains { scope.contains($0.featureID) }
    }

    func changesAvailability(of feature: String) -> Bool {
        event.features.contains { $0.featureID == feature }
    }

    /// The part of the title before the colon, which names the event's feature or fact, or `nil` without a colon.
    var subjectName: String? {
        let parts = event.title.split(separator: ":", maxSplits: 1)
        return parts.count == 2 ? String(parts[0]) : nil
    }

    /// Returns whether two entries share a row.
    ///
    /// They must agree in everything that the row shows except times and durations. Inputs and details may differ. A
    /// running action and an event that changed the availability of features never share a row with another entry.
    func repeats(_ other: TimelineEntry) -> Bool {
        let (mine, its) = (event, other.event)
        return mine.kind == its.kind && !isRunning && mine.outcome == its.outcome
            && mine.featureID == its.featureID && mine.action?.id == its.action?.id && mine.title == its.title
            && mine.action?.session == its.action?.session && mine.cause == its.cause
            && mine.features.isEmpty && its.features.isEmpty && (begin == nil) == (other.begin == nil)
    }
}

/// A timeline entry and the app's model, for matching against a filter.
///
/// Text without a field name matches the title, the kind, the cause, the session, the feature, the action, the input,
/// the details, and the changed features.
struct FilteredEntry: FilteredItem {
    static let availabilityKind = "availability-changed"
    static let runningStatus = "running"
    /// The status of an event that made a feature unavailable, or undetermined after it was available.
    static let lossStatus = "lost"
    static let gainStatus = "gained"

    let entry: TimelineEntry
    let model: AppModel

    func hasText(where isMatch: (String) -> Bool) -> Bool {
        let event = entry.event
        return entry.events.contains { isMatch($0.title) || isMatch($0.kind.rawValue) || isMatch($0.kind.displayText) }
            || isMatch(event.cause) || event.action?.session.map(isMatch) == true
            || event.featureID.map(isMatch) == true || (event.action?.id).map(isMatch) == true
            || event.execution?.input.map(isMatch) == true
            || event.details.contains { isMatch($0.value) } || hasChangedFeature(where: isMatch)
    }

    func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool {
        let event = entry.event
        switch field {
        case "kind":
            return entry.events.contains { isMatch($0.kind.rawValue) }
                || entry.featureCount > 0 && isMatch(Self.availabilityKind)
        case statusField:
            let changes = event.features
            if isMatch(Self.lossStatus), changes.contains(where: \.isLoss) { return true }
            if isMatch(Self.gainStatus), changes.contains(where: { $0.after == true }) { return true }
            if entry.isRunning { return isMatch(Self.runningStatus) }
            if event.outcome == .denied { return isMatch("denied") || isMatch("no") }
            guard let outcome = event.outcome else { return false }
            return isMatch(outcome.rawValue) || isMatch(outcome == .success ? "ok" : "no")
        case "session": return event.action?.session.map(isMatch) == true
        case "feature":
            if hasChangedFeature(where: isMatch) { return true }
            guard let id = event.featureID else { return false }
            return isMatch(id) || (model.feature(id)?.name).map(isMatch) == true
        case "action": return (event.action?.id).map(isMatch) == true
        case "cause": return isMatch(event.cause)
        default: return false
        }
    }

    private func hasChangedFeature(where isMatch: (String) -> Bool) -> Bool {
        entry.event.features.contains { isMatch($0.featureID) || isMatch($0.featureName) }
    }
}
