#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// A moment of a recording or of a running app's past.
///
/// ``AppStatus/recording`` contains it, so that front ends can make clear that the app is not live. A moment is
/// identified by the number of the latest event before it.
package struct RecordedMoment: Codable, Sendable, Hashable {
    package var name: String
    /// The number of the latest event before the moment, or 0 if there was none.
    package var event: UInt64
    package var date: Date
    package var isLast: Bool
    /// Whether the moment was reconstructed from a running app's kept events, or `nil` for a recording.
    ///
    /// Facts that no event contains are unknown in a reconstructed moment.
    package var isRebuilt: Bool?

    package init(name: String, event: UInt64, date: Date, isLast: Bool, isRebuilt: Bool? = nil) {
        (self.name, self.event, self.date, self.isLast) = (name, event, date, isLast)
        self.isRebuilt = isRebuilt
    }
}

/// An error that prevents a moment from being shown.
///
/// The description states the problem and its solution.
package enum MomentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The event is in the future; `last` is the number of the latest event.
    case future(last: UInt64)
    /// The event is no longer kept; `first` is the number of the oldest kept event.
    case forgotten(first: UInt64)
    case nothingKept
    case unknown
    /// The refusal of another process, with its reason.
    case refused(String)

    package var description: String {
        switch self {
        case .future(let last): "There is no such event; the last one is \(last)."
        case .forgotten(let first):
            "Event \(first) is the oldest event that is still kept, so the state before it is unknown. To keep "
                + "every event, use --journal."
        case .nothingKept: "No events have been recorded yet, so there is no earlier moment to show."
        case .unknown: "Earlier moments are not available here."
        case .refused(let reason): reason
        }
    }
}

extension CommandResult {
    /// Returns the result of any command at a moment.
    static func refusal(at moment: RecordedMoment?) -> CommandResult {
        moment?.isRebuilt == true ? .past : .recorded
    }

    package static let past = CommandResult(
        status: .failed, message: "An earlier moment cannot be changed; return to the present first.")
    package static let recorded = CommandResult(
        status: .failed,
        message: "A recording cannot be changed, because the app itself is not running.")
}
