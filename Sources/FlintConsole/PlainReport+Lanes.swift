// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintTerminal
import FlintWorld

extension Lane {
    /// Returns the lane as text: its states with their times, and the number of its other entries.
    ///
    /// - Returns: Text such as `Smart playlists: available, not available from 12:04:17; 3 actions, 1 denied`.
    func runs(in fold: TimelineFold, of model: AppModel, timeZone: DisplayTimeZone) -> String {
        func stateText(_ state: State) -> String {
            switch state {
            case .availability(let isAvailable): isAvailable.availabilityText
            case .value(let text): text
            }
        }
        var runs = (initial ?? constantState(in: model)).map { [stateText($0)] } ?? []
        runs += changes.map { change in
            "\(stateText(change.state)) from \(TimestampFormatter.second(of: fold.date(change.position), in: timeZone))"
        }
        let counts = [
            (Mark.action, "succeeded"), (.failure, "failed"), (.denial, "denied"), (.running, "running"),
            (.store, "in the store"), (.flow, "asked"),
        ].compactMap { mark, word in
            let count = points.count { $0.mark == mark }
            return count == 0 ? nil : "\(count) \(word)"
        }
        let parts = [runs.joined(separator: ", "), counts.joined(separator: ", ")].filter { !$0.isEmpty }
        return "\(name(in: model)): \(parts.joined(separator: "; "))"
    }
}

extension PlainReport {
    package static let laneEventLimit = TimelineState.capacity

    /// Returns a picture of events over time, as the console's Timeline draws it.
    ///
    /// - Parameters:
    ///   - events: The events, oldest first. The picture shows the newest ones.
    ///   - model: The app at the last event.
    ///   - columns: The width of the lines in cells.
    ///   - timeZone: The time zone in which dates are shown.
    /// - Returns: A heading with the times, and a line for each feature and fact, sanitized and in ASCII except for
    ///   names; or an empty array if no event is about a feature or a fact.
    package static func lanes(
        of events: [EventRecord], in model: AppModel, columns: Int, timeZone: DisplayTimeZone
    ) -> [String] {
        var rows = TimelineRows(capacity: laneEventLimit)
        rows.append(events, where: nil)
        rows.showLanes(inOrderOf: model.features)
        rows.restrict(to: nil)
        guard let lanes = rows.lanes?.lanes, !lanes.isEmpty else { return [] }
        // The first two cells of a line are reserved for the selection mark, so they are removed.
        let table = LaneTable(
            rows, of: model, columns: columns + 2, zoom: 0, glyphs: .ascii, timeZone: timeZone,
            drawsCursor: false)
        return ([table.heading] + lanes.map { table.line($0, marker: " ") }).map {
            String($0.text.dropFirst(2)).trimmingTrailingSpaces
        }
    }
}
