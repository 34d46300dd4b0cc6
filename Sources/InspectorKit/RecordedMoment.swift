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

    /// Creates a moment.
    package init(name: String, event: UInt64, date: Date, isLast: Bool) {
        (self.name, self.event, self.date, self.isLast) = (name, event, date, isLast)
    }
}

extension CommandResult {
    /// The answer of a recording to every command.
    package static let recorded = CommandResult(
        status: .failed,
        message: "This is a recording, in which nothing can be changed; the app itself does not run here.")
}
