import InspectorKit

/// Finds the app as it was at an event, for a console that can go there.
///
/// It returns `nil` if no journal is kept, and throws what is wrong with one that is.
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
            announce(step < 0 ? "There is no earlier event" : "This is the present", .notice)
        }
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
        travel = event
        guard let event else {
            announce(model.status.recording == nil ? "Now" : "The end of the recording", .done)
            return
        }
        let keys = [KeyCommand.earlier, .later].compactMap { keymap.keyText(for: $0, in: [.console]) }
        announce("As of event \(event); \(keys.joined(separator: " and ")) go event by event, esc returns", .done)
    }

    /// Why the console cannot go through time now; `nil` if it can.
    var reasonAgainstTravel: String? {
        if environment.canTravel { return nil }
        return model.status.recording == nil
            ? "Nothing is recorded: start the console with --journal FILE" : "A report has one moment only"
    }
}
