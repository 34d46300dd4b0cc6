// SPDX-License-Identifier: MIT

import FlintFoundation

/// A moment in a recording or in a running app's past.
///
/// Front ends use ``AppStatus/recording`` to show that the app is not live. The number of the latest event identifies
/// the moment.
package struct RecordedMoment: Codable, Sendable, Hashable {
    package var name: String
    /// The number of the latest event at the moment, or 0 if no event had occurred.
    package var event: UInt64
    package var date: Date
    package var isLast: Bool
    /// Whether the moment was reconstructed from retained events; `nil` means no.
    ///
    /// A running app or a report retains the events. Facts that have not changed since the moment have their current
    /// values. Facts that were first reported later are unknown.
    package var isRebuilt: Bool?

    package init(name: String, event: UInt64, date: Date, isLast: Bool, isRebuilt: Bool? = nil) {
        (self.name, self.event, self.date, self.isLast) = (name, event, date, isLast)
        self.isRebuilt = isRebuilt
    }
}

/// An error that prevents a moment from being shown.
///
/// The description states the problem and, if possible, a solution.
package enum MomentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The event has not occurred yet; `last` is the number of the latest event.
    case future(last: UInt64)
    /// The state at the event can no longer be reconstructed.
    ///
    /// `oldest` is the number of the oldest event whose state can still be reconstructed.
    case noLongerKept(oldest: UInt64)
    case noEvents
    case noEarlierMoments
    case unknown
    case refused(String)

    package var description: String {
        switch self {
        case .future(let last): "There is no such event; the last one is \(last)."
        case .noLongerKept(let first):
            "The state before event \(first) is no longer available. Use --journal to record every event."
        case .noEvents: "No events have been recorded yet, so there is no earlier moment to show."
        case .noEarlierMoments: "The report has only one moment."
        case .unknown: "Earlier moments are not available here."
        case .refused(let reason): reason
        }
    }
}

extension CommandResult {
    static func refusal(at moment: RecordedMoment?) -> CommandResult {
        moment?.isRebuilt == true ? .past : .recorded
    }

    package static let past = CommandResult(
        status: .failed, message: "An earlier moment cannot be changed, only the present of a running app.")
    package static let recorded = CommandResult(
        status: .failed,
        message: "A recording cannot be changed, because the app itself is not running.")
}
