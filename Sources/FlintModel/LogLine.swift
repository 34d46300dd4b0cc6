#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A line of an app's log, from whichever part of the process.
///
/// Texts may come from outside the app and are kept as they were written, escape sequences included; a front end
/// sanitises them before it shows them.
package struct LogLine: Codable, Sendable, Hashable, Identifiable {
    /// The importance of a line, with the names of swift-log; later levels are more important.
    package enum Level: String, Codable, Sendable, Hashable, CaseIterable, Comparable {
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
        package static func < (left: Level, right: Level) -> Bool { left.order < right.order }

        private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// A number that grows by one from line to line, starting at 1.
    package var id: UInt64
    /// When it was written.
    package var date: Date
    /// Its importance.
    package var level: Level
    /// What it concerns, as a path: that of a feature, with an action after a `#`; `nil` without a topic.
    package var topic: String?
    /// The id of the feature it concerns, if it concerns one.
    package var featureID: String?
    /// The id of the action it concerns, if it concerns one.
    package var actionID: String?
    /// The name of the action for people; front ends get it if the action is known.
    package var actionName: String?
    /// The name of the session it was written in, if it was written in one.
    package var session: String?
    /// The activity it was written in, such as the name of an action stack.
    package var activity: String?
    /// Whether the user initiated the action it was written in, if that is known.
    package var userInitiated: Bool?
    /// The message; one that is too long is cut off, with a note of its length.
    package var text: String
    /// Further values, by name.
    package var metadata: [String: String]
    /// The label of the logger.
    package var label: String
    /// The module that wrote it.
    package var source: String

    /// Creates a line from its parts.
    package init(
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

/// The time zone of the user, as the C library knows it.
package enum LocalTime {
    /// The seconds to add to universal time to get the time on the user's clock at a moment, by default now.
    package static func offset(at date: Date = Date()) -> Int {
        guard var moment = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else { return 0 }
        var parts = tm()
        guard localtime_r(&moment, &parts) != nil else { return 0 }
        return parts.tm_gmtoff
    }
}
