// SPDX-License-Identifier: MIT

import FlintFoundation

/// A line of an app's log, from any part of the process.
///
/// The strings can come from outside the app and are stored unchanged, including escape sequences. A front end
/// sanitizes them before it shows them. A line can record the feature, the action, and the session in which it was
/// written.
package struct LogLine: Codable, Sendable, Hashable, Identifiable {
    /// The importance of a line, with the same names and meanings as in swift-log.
    ///
    /// Later levels are more important.
    package enum Level: String, Codable, Sendable, Hashable, CaseIterable, Comparable {
        case trace
        case debug
        case info
        case notice
        case warning
        case error
        case critical

        package static func < (left: Level, right: Level) -> Bool { left.order < right.order }

        private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The sequence number of the line, which starts at 1.
    package var id: UInt64
    package var date: Date
    package var level: Level
    /// The topic as a path, or `nil` without a topic.
    ///
    /// A feature's path can be followed by `#` and an action.
    package var topic: String?
    package var featureID: String?
    package var actionID: String?
    /// The display name of the action, if the front end knows the action.
    package var actionName: String?
    package var session: String?
    package var activity: String?
    package var userInitiated: Bool?
    package var text: String
    package var metadata: [String: String]
    package var label: String
    package var source: String

    /// The activity of the lines about denied requests.
    package static let denialActivity = "Request"

    package init(
        id: UInt64, date: Date, level: Level, text: String, metadata: [String: String] = [:], label: String,
        source: String
    ) {
        (self.id, self.date, self.level) = (id, date, level)
        (self.text, self.metadata, self.label, self.source) = (text, metadata, label, source)
    }
}
