// SPDX-License-Identifier: MIT

import FlintFoundation

/// A line that a logger passes to its outputs.
///
/// The text does not change after the line is created; a ``LogEventFormattingStrategy`` adds the date, level and
/// context. The swift-log module has a type with the same name. In a file that imports both modules, refer to this type
/// as `FlintCore.LogEvent`.
public struct LogEvent: Sendable, Identifiable {
    /// The time at which the line was written.
    public let date: Date
    /// The number of the line, which increases with each line that any logger of the runtime writes.
    public let sequenceID: UInt64
    /// The severity of the line.
    public let level: LoggerLevel
    /// The session, activity and topic that the line belongs to.
    public let context: LogEventContext
    /// The message, without the date, level and context.
    public let text: String

    /// Creates a line with a message and its context.
    ///
    /// - Parameters:
    ///   - date: The time at which the line was written.
    ///   - sequenceID: The number of the line, unique within the runtime.
    ///   - level: The severity of the line.
    ///   - context: The origin of the line.
    ///   - text: The message.
    public init(date: Date, sequenceID: UInt64, level: LoggerLevel, context: LogEventContext, text: String) {
        self.date = date
        self.sequenceID = sequenceID
        self.level = level
        self.context = context
        self.text = text
    }

    /// The same number as ``sequenceID``.
    public var id: UInt64 { sequenceID }

    /// The decimal representation of the line's number.
    public var uniqueID: String { String(sequenceID) }
}

/// The origin of a log line: its session, topic and action.
///
/// The framework creates contexts for lines about features and actions. Create a context to log with a logger from
/// ``ContextualLoggerFactory/contextualLogger(with:)``.
public struct LogEventContext: Sendable {
    /// The name of the session, or ``DefaultLoggerFactory/noSessionName`` outside of a session.
    public let session: String
    /// A description of the current work, such as a step in an action stack.
    public let activity: String
    /// The topic, which is the path of a feature or an action.
    ///
    /// The path of an action is the path of its feature, followed by `#` and the action's type.
    public let topicPath: TopicPath
    /// A description of the action's input, or `nil` if the action takes no input.
    ///
    /// The description of a sensitive input is "(hidden)".
    public let arguments: (any CustomStringConvertible & Sendable)?
    /// The type name of the action's presenter, or `nil` if the action has no presenter.
    public let presenter: String?
    /// Whether the user initiated the work, or `nil` if that is unknown.
    public let userInitiated: Bool?

    /// Creates a context for log lines.
    ///
    /// - Parameters:
    ///   - session: The name of the session, or ``DefaultLoggerFactory/noSessionName``.
    ///   - activity: A description of the current work.
    ///   - topicPath: The topic that the lines are about.
    ///   - arguments: The action's input.
    ///   - presenter: The type name of the action's presenter.
    ///   - userInitiated: Whether the user initiated the work, or `nil` if that is unknown.
    public init(
        session: String, activity: String, topicPath: TopicPath,
        arguments: (any CustomStringConvertible & Sendable)? = nil, presenter: String? = nil,
        userInitiated: Bool? = nil
    ) {
        self.session = session
        self.activity = activity
        self.topicPath = topicPath
        self.arguments = arguments
        self.presenter = presenter
        self.userInitiated = userInitiated
    }

    /// The path of the topic's feature.
    public var featurePath: FeaturePath {
        action == nil ? topicPath : topicPath.parentPath() ?? topicPath
    }

    /// The type name of the topic's action, or `nil` if the topic is a feature.
    public var action: String? {
        guard let last = topicPath.path.last, last.hasPrefix("#") else { return nil }
        return String(last.dropFirst())
    }
}

/// A strategy that formats log lines as text.
///
/// Pass a strategy to ``PrintLoggerImplementation`` or ``FileLoggerOutput``. The default is a
/// ``VerboseLogEventFormatter``.
public protocol LogEventFormattingStrategy: Sendable {
    /// Returns the formatted line without a line ending, or `nil` to omit the line.
    func format(_ event: LogEvent) -> String?
}

/// A formatter that includes a line's full context.
///
/// ```
/// 2026-02-03 09:30:00.250 debug • main | Activity 'Playing' | Podcasts/Playback/#PlayAction | Began Play | State: 12
/// ```
///
/// Control characters are escaped as in Swift source code, so a message cannot imitate another line or control a
/// terminal.
public struct VerboseLogEventFormatter: LogEventFormattingStrategy {
    private let prefix: String?
    private let pattern: DatePattern

    /// Creates a formatter with a prefix and a date format.
    ///
    /// - Parameters:
    ///   - prefix: A string to put at the beginning of every line.
    ///   - dateFormat: The date format, which can contain `yyyy`, `yy`, `MM`, `dd`, `HH`, `mm`, `ss`, `SSS` and `Z`.
    public init(prefix: String? = nil, dateFormat: String = "yyyy-MM-dd HH:mm:ss.SSS") {
        self.prefix = prefix
        pattern = DatePattern(dateFormat)
    }

    /// Returns the formatted line, which is never `nil`.
    public func format(_ event: LogEvent) -> String? {
        let context = event.context
        var parts = [
            "\(pattern.string(from: event.date)) \(event.level) • \(context.session)",
            "Activity '\(context.activity)'", context.topicPath.description, event.text,
        ]
        if let arguments = context.arguments { parts.append("State: \(arguments)") }
        if let prefix { parts[0] = "\(prefix) \(parts[0])" }
        return parts.joined(separator: " | ").withControlsEscaped
    }
}

extension String {
    var withControlsEscaped: String {
        guard unicodeScalars.contains(where: \.isHostile) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if scalar.isHostile {
                result += scalar.escaped(asASCII: true)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
