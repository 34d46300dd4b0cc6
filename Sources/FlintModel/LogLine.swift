#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A line of an app's log, from whichever part of the process.
///
/// Texts may come from outside the app and are kept as they were written, escape sequences included; a front end
/// sanitises them before it shows them.
public struct LogLine: Codable, Sendable, Hashable, Identifiable {
    /// The importance of a line, with the names of swift-log; later levels are more important.
    public enum Level: String, Codable, Sendable, Hashable, CaseIterable, Comparable {
        /// Every step, for following the control flow.
        case trace
        /// For debugging.
        case debug
        /// For information.
        case info
        /// Notable, though nothing is wrong.
        case notice
        /// Something may fail.
        case warning
        /// Something failed.
        case error
        /// The app cannot continue as it should.
        case critical

        /// Returns whether the left level is less important than the right one.
        public static func < (left: Level, right: Level) -> Bool { left.order < right.order }

        private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// A number that grows by one from line to line, starting at 1.
    public var id: UInt64
    /// When it was written.
    public var date: Date
    /// Its importance.
    public var level: Level
    /// What it concerns, as a path: that of a feature, with an action after a `#`; `nil` without a topic.
    public var topic: String?
    /// The id of the feature it concerns, if it concerns one.
    public var featureID: String?
    /// The id of the action it concerns, if it concerns one.
    public var actionID: String?
    /// The name of the action for people; front ends get it if the action is known.
    public var actionName: String?
    /// The name of the session it was written in, if it was written in one.
    public var session: String?
    /// The activity it was written in, such as the name of an action stack.
    public var activity: String?
    /// Whether the user initiated the action it was written in, if that is known.
    public var userInitiated: Bool?
    /// The message; one that is too long is cut off, with a note of its length.
    public var text: String
    /// Further values, by name.
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
