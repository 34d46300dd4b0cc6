import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Finds the app as it was at an event, for a console that can go there.
///
/// It returns `nil` if no moment is known, and throws why the one with the event is not.
package typealias MomentFinder = @MainActor (_ event: UInt64) throws -> (any Inspector)?

extension ConsoleState {
    /// Whether the app is shown as it was, and not as it is or as its recording ends.
    var isInThePast: Bool { travel != nil }

    /// Shows the app as it was after the event of the selected row of the timeline.
    mutating func travelToSelection() {
        guard let row = selectedTimelineRow else { return }
        travel(to: row.entry.event.id)
    }

    /// Goes one event further back or ahead; behind the last one is the present.
    ///
    /// - Parameter step: -1 for the event before, 1 for the one behind.
    mutating func stepThroughTime(_ step: Int) {
        let ids = timeline.tail.rows.fold.entries.flatMap(\.events).map(\.id).sorted()
        let now = travel ?? .max
        let target = step < 0 ? ids.last { $0 < now } : ids.first { $0 > now }
        if let target {
            travel(to: target)
        } else if step > 0, travel != nil {
            returnToNow()
        } else {
            outbox.append(.ring)
            announce(step < 0 ? Self.textBefore(ids.first) : "This is the present", .notice)
        }
    }

    /// What is known of the time before the oldest event that is kept.
    private static func textBefore(_ oldest: UInt64?) -> String {
        guard let oldest, oldest > 1 else { return "There is no earlier event" }
        return "Event \(oldest) is the oldest that is kept; what was before it is not known"
    }

    /// Shows the present again.
    mutating func returnToNow() {
        outbox.append(.travel(nil))
    }

    private mutating func travel(to event: UInt64) {
        outbox.append(.travel(event))
    }

    /// Notes where the console is in time.
    ///
    /// - Parameters:
    ///   - event: The event; `nil` for the present.
    ///   - problem: Why it could not go there, in which case it stays where it was.
    mutating func receive(travelTo event: UInt64?, problem: String?) {
        if let problem {
            outbox.append(.ring)
            announce(problem, .problem)
            return
        }
        if let before = travel {
            if before != event { compared.last = (before, model) }
        } else {
            compared.present = model
        }
        if event == nil { compared = ComparedMoments() }
        travel = event
        timeline.tail.rows.show(upTo: event)
        // What came later is not shown.
        TimelineScreen().rebuildRows(in: &self)
        LogsScreen().rebuildRows(in: &self)
        guard let event else {
            announce(model.status.recording == nil ? "Now" : "The end of the recording", .done)
            return
        }
        let keys = [KeyCommand.earlier, .later].compactMap { keymap.keyText(for: $0, in: [.console]) }
        announce("As of event \(event); \(keys.joined(separator: " and ")) go event by event, esc returns", .done)
    }

    /// What leaves later rows out while the past is shown.
    var pastFilter: [ActiveFilter] {
        guard let travel else { return [] }
        let key = keymap.keyText(for: .back, in: [.motion]) ?? ""
        return [ActiveFilter(label: "past", value: "up to event \(travel)", key: key, effect: "returns to now")]
    }

    /// When the event after the moment that is shown happened; `nil` in the present, and where there is none.
    var endOfMoment: Date? {
        guard let travel else { return nil }
        let later = timeline.tail.rows.fold.entries.lazy.flatMap(\.events).filter { $0.id > travel }
        return later.min { $0.id < $1.id }?.date
    }

    // MARK: Differences

    /// Lists what differs between the moment that is shown, the one that was shown before it, and the present.
    mutating func listDifferencesOfMoments() {
        guard let travel else { return }
        var options: [ChoiceDialog.Option] = []
        if let last = compared.last {
            let isEarlier = last.event < travel
            let comparison = MomentComparison(
                from: isEarlier ? last.model : model, to: isEarlier ? model : last.model)
            let (first, second) = (min(last.event, travel), max(last.event, travel))
            options += Self.options(for: comparison, "event \(first) to \(second)")
        }
        if let present = compared.present {
            options += Self.options(for: MomentComparison(from: model, to: present), "event \(travel) to now")
        }
        guard !options.isEmpty else {
            let other = compared.last.map { "event \($0.event), " } ?? ""
            announce("Nothing differs between \(other)event \(travel) and now", .notice)
            return
        }
        dialog = .choices(ChoiceDialog(title: "What differs between moments", options: options))
    }

    /// How many differences are listed of two moments.
    private static let differenceLimit = 500

    private static func options(for comparison: MomentComparison, _ span: String) -> [ChoiceDialog.Option] {
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

    /// Why the console cannot go through time now; `nil` if it can.
    var reasonAgainstTravel: String? {
        if environment.canTravel { return nil }
        return model.status.recording == nil
            ? "Nothing is recorded: start the console with --journal FILE" : "A report has one moment only"
    }
}
