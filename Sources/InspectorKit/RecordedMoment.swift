#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// A moment of a recording, for front ends to show that this is not the app as it runs.
package struct RecordedMoment: Codable, Sendable, Hashable {
    /// The name of the recording, such as the file it is in.
    package var name: String
    /// The last event that had happened; 0 for none.
    package var event: UInt64
    /// When that was.
    package var date: Date
    /// Whether there is nothing later in the recording.
    package var isLast: Bool
    /// Whether it was worked out from the events that a running app still keeps, so that what no event holds is not known;
    /// `nil` for a recording.
    package var isRebuilt: Bool?

    /// Creates a moment.
    package init(name: String, event: UInt64, date: Date, isLast: Bool, isRebuilt: Bool? = nil) {
        (self.name, self.event, self.date, self.isLast) = (name, event, date, isLast)
        self.isRebuilt = isRebuilt
    }
}

/// Why an app cannot be shown as it was.
package enum MomentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The event has not happened; the last one has this number.
    case future(last: UInt64)
    /// The event is no longer kept; the oldest one that is has this number.
    case forgotten(first: UInt64)
    /// No events are kept.
    case nothingKept
    /// Only the present is known.
    case unknown
    /// Another process answers, for this reason.
    case refused(String)

    /// What is wrong, and what to do.
    package var description: String {
        switch self {
        case .future(let last): "There is no such event; the last one is \(last)."
        case .forgotten(let first):
            "What was before event \(first) is not known: it is the oldest event that is still kept. With --journal, "
                + "everything is."
        case .nothingKept: "Nothing has happened yet, so there is no earlier moment to show."
        case .unknown: "Only the present is known here."
        case .refused(let reason): reason
        }
    }
}

extension CommandResult {
    /// Returns the answer of a moment to every command.
    static func refusal(at moment: RecordedMoment?) -> CommandResult {
        moment?.isRebuilt == true ? .past : .recorded
    }

    /// The answer of an app as it was to every command.
    package static let past = CommandResult(
        status: .failed, message: "This is the past, in which nothing can be changed; return to the present first.")
    /// The answer of a recording to every command.
    package static let recorded = CommandResult(
        status: .failed,
        message: "This is a recording, in which nothing can be changed; the app itself does not run here.")
}
