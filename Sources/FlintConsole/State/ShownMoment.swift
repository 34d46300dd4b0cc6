// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

/// A function that returns an inspector for the app's recorded state after an event.
///
/// The function returns `nil` if the moment was not recorded, and throws an error that describes the reason if the
/// moment cannot be reconstructed.
package typealias MomentFinder = @MainActor (_ event: UInt64) throws -> (any Inspector)?

struct ShownMoment: Sendable {
    /// The event after which the app is shown, or `nil` in the present.
    private(set) var event: UInt64?
    /// Whether the present is the end of a recording.
    private(set) var isRecorded = false

    /// Shows the moment after another event, or the present if the event is `nil`.
    ///
    /// The model is the app at the moment that was shown before.
    mutating func move(to event: UInt64?, from model: AppModel) {
        if self.event == nil { isRecorded = model.status.recording != nil }
        self.event = event
    }
}

extension ConsoleState {
    /// Whether a past moment is shown, rather than the present or the end of a recording.
    var isInThePast: Bool { app.moment.event != nil }

    mutating func travelToSelection() {
        guard let row = selectedTimelineRow else { return }
        travel(to: row.entry.event.id)
    }

    /// Moves one event back for a step of -1, or forward for a step of 1.
    mutating func stepThroughTime(_ step: Int) {
        let ids = screens.timeline.tail.rows.fold.entries.flatMap(\.events).map(\.id).sorted()
        // The present is the state after the last event, so the first step back leads to the event before it.
        let now = app.moment.event ?? lastEventID
        let target = step < 0 ? ids.last { $0 < now } : ids.first { $0 > now }
        if let target {
            travel(to: target)
        } else if step > 0, isInThePast {
            returnToNow()
        } else {
            reject(step < 0 ? Self.textBefore(ids.first) : "This is the present")
        }
    }

    private static func textBefore(_ oldest: UInt64?) -> String {
        guard let oldest, oldest > 1 else { return "There is no earlier event" }
        return "Event \(oldest) is the oldest recorded event"
    }

    mutating func returnToNow() { travel(to: nil) }

    mutating func travel(to event: UInt64?) {
        guard app.whatIf == nil else {
            let key = keymap.keyText(for: .whatIf, in: [.console]) ?? ""
            announce("Changes are tried on this moment; \(key) applies or discards them", .notice)
            return
        }
        outbox.append(.travel(event))
    }

    /// Updates the state after the console has shown another moment, or the present if the event is `nil`.
    ///
    /// If there is a problem, the current moment remains.
    mutating func finishTravel(to event: UInt64?, problem: String?) {
        if let problem {
            reject(problem, .problem)
            return
        }
        app.moment.move(to: event, from: model)
        screens.timeline.tail.rows.show(upTo: event)
        TimelineScreen().rebuildRows(in: &self)
        if !screens.timeline.tail.browser.list.isPresent { TimelineScreen().move(.last, in: &self) }
        LogsScreen().rebuildRows(in: &self)
        guard let event else {
            announce(app.moment.isRecorded ? "The end of the recording" : "Back to now", .done)
            return
        }
        let keys = [KeyCommand.earlier, .later].compactMap { keymap.keyText(for: $0, in: [.console]) }
        announce(
            "As of event \(event); \(keys.joined(separator: " and ")) go event by event, esc returns to now", .done)
    }

    var pastFilter: [ActiveFilter] {
        guard let event = app.moment.event else { return [] }
        let key = keymap.keyText(for: .back, in: [.motion]) ?? ""
        return [ActiveFilter(label: "past", value: "up to event \(event)", key: key, effect: "returns to now")]
    }

    var endOfMoment: Date? {
        guard let event = app.moment.event else { return nil }
        let later = screens.timeline.tail.rows.fold.entries.lazy.flatMap(\.events).filter { $0.id > event }
        return later.min { $0.id < $1.id }?.date
    }

    // MARK: Two moments

    mutating func markMoment() {
        guard let event = selectedTimelineRow?.entry.event.id else { return }
        guard screens.timeline.marked != event else {
            screens.timeline.marked = nil
            announce("Event \(event) is no longer marked", .done)
            return
        }
        screens.timeline.marked = event
        let key = keymap.keyText(for: .compareMoments, in: [.timeline]) ?? ""
        announce("Event \(event) is marked: \(key) compares the selected event with it", .done)
    }

    mutating func compareMoments() {
        guard let event = selectedTimelineRow?.entry.event.id else { return }
        if let marked = screens.timeline.marked {
            outbox.append(.compareMoments(from: min(marked, event), to: max(marked, event)))
        } else {
            outbox.append(.compareMoments(from: event, to: nil))
        }
    }

    var reasonComparisonNotAllowed: String? {
        if let reason = reasonTravelNotAllowed { return reason }
        return screens.timeline.marked != nil && screens.timeline.marked == selectedTimelineRow?.entry.event.id
            ? "The selected event is the marked one: choose another" : nil
    }

    mutating func showComparison(
        _ comparison: MomentComparison?, from first: UInt64, to second: UInt64?, problem: String?
    ) {
        let (start, end) = ("event \(first)", second.map { "event \($0)" } ?? "now")
        guard let comparison else {
            reject(problem ?? "The moments cannot be compared", .problem)
            return
        }
        let options = Self.options(for: comparison, span: "\(start) to \(end)")
        guard !options.isEmpty else {
            announce("No differences between \(start) and \(end)", .notice)
            return
        }
        let facts = comparison.explanation.map { StyledLine("  " + $0.line(arrow: glyphs.arrow)) }
        let body = facts.isEmpty ? [] : [StyledLine("The features differ because of", .dim)] + facts
        offer("Differences from \(start) to \(end)", body: body, options)
    }

    private static let differenceLimit = 500

    private static func options(for comparison: MomentComparison, span: String) -> [ChoiceDialog.Option] {
        let differences = comparison.differences
        var options = differences.prefix(differenceLimit).map { difference in
            let change = "\(difference.before ?? "none") \u{2192} \(difference.after ?? "none")"
            return ChoiceDialog.Option(
                title: "\(difference.kind) \(difference.title)", note: "\(span): \(change)", intent: .close,
                details: "\(span): \(difference.line)")
        }
        if differences.count > options.count {
            let rest = "\(differences.count - options.count) more"
            options.append(ChoiceDialog.Option(title: rest, note: span, intent: .close, details: "\(span): \(rest)"))
        }
        return options
    }

    var reasonTravelNotAllowed: String? {
        if environment.canTravel { return nil }
        return model.status.recording == nil
            ? "Nothing is recorded: start the console with --journal FILE"
            : "This report contains only one moment; save another one to keep the moments of its events"
    }
}
