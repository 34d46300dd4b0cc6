#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A line of the app's log, as the Logs screen shows it.
///
/// Everything in it may come from outside the app and is kept as it was written, escape sequences included; whoever
/// shows it makes it harmless first.
public struct LogLine: Codable, Sendable, Hashable, Identifiable {
    /// How important a line is, in the words of swift-log; later ones matter more.
    public enum Level: String, Codable, Sendable, Hashable, CaseIterable, Comparable {
        /// Every step, for whoever follows one.
        case trace
        /// Of use to whoever looks for a mistake.
        case debug
        /// Worth knowing.
        case info
        /// Worth a look, though nothing is wrong.
        case notice
        /// Something may go wrong.
        case warning
        /// Something went wrong.
        case error
        /// The app cannot go on as it should.
        case critical

        /// Whether the left level matters less than the right one.
        public static func < (left: Level, right: Level) -> Bool { left.order < right.order }

        private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// A number that grows by one from line to line, starting at 1.
    public var id: UInt64
    /// When it was written.
    public var date: Date
    /// How important it is.
    public var level: Level
    /// What it is about, as a path: that of a feature, with an action after a `#`; `nil` if it does not say.
    public var topic: String?
    /// The id of the feature it is about, if it is about one.
    public var featureID: String?
    /// The id of the action it is about, if it is about one.
    public var actionID: String?
    /// The name of the action for people, if it is about one that is known.
    public var actionName: String?
    /// The name of the session, if it is about something done in one.
    public var session: String?
    /// What was being done.
    public var activity: String?
    /// Whether a person asked for what was being done, if that is known.
    public var userInitiated: Bool?
    /// What it says; a text beyond any reading is cut off, and says so at its end.
    public var text: String
    /// Whatever else was said, by name.
    public var metadata: [String: String]
    /// The label of the logger.
    public var label: String
    /// The module that wrote it.
    public var source: String

    /// Creates a line from its parts.
    public init(
        id: UInt64, date: Date, level: Level, topic: String? = nil, featureID: String? = nil, actionID: String? = nil,
        session: String? = nil, activity: String? = nil, userInitiated: Bool? = nil, text: String,
        metadata: [String: String] = [:], label: String, source: String
    ) {
        self.id = id
        self.date = date
        self.level = level
        self.topic = topic
        self.featureID = featureID
        self.actionID = actionID
        self.session = session
        self.activity = activity
        self.userInitiated = userInitiated
        self.text = text
        self.metadata = metadata
        self.label = label
        self.source = source
    }
}
