#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// One line on its way to the outputs of a logger.
///
/// A file that imports swift-log's module as well sees two types of this name, and refers to this one as
/// `FlintCore.LogEvent`.
public struct LogEvent: Sendable, Identifiable {
    /// When the line was written.
    public let date: Date
    /// A number that grows from line to line and that no other line of the runtime has, whichever logger wrote it.
    public let sequenceID: UInt64
    /// How important it is.
    public let level: LoggerLevel
    /// Where it comes from.
    public let context: LogEventContext
    /// Its text, as it was written.
    public let text: String

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - date: When it was written.
    ///   - sequenceID: A number that no other line has.
    ///   - level: How important it is.
    ///   - context: Where it comes from.
    ///   - text: Its text.
    public init(date: Date, sequenceID: UInt64, level: LoggerLevel, context: LogEventContext, text: String) {
        self.date = date
        self.sequenceID = sequenceID
        self.level = level
        self.context = context
        self.text = text
    }

    /// The same number as ``sequenceID``.
    public var id: UInt64 { sequenceID }

    /// The number as text, for lookup by text.
    public var uniqueID: String { String(sequenceID) }
}

/// Where a line of a log comes from.
public struct LogEventContext: Sendable {
    /// The name of the session, or ``DefaultLoggerFactory/noSessionName`` outside of one.
    public let session: String
    /// What was being done.
    public let activity: String
    /// The topic: the path of a feature, and below it the action's type after a `#`.
    public let topicPath: TopicPath
    /// What the action worked on; `nil` if it takes no input or the input must not be shown.
    public let arguments: (any CustomStringConvertible & Sendable)?
    /// The type of what the action shows its results through, if it shows any.
    public let presenter: String?
    /// Whether the user initiated what was being done; `nil` if that is not known.
    public let userInitiated: Bool?

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - session: The name of the session.
    ///   - activity: What is being done.
    ///   - topicPath: The topic.
    ///   - arguments: What the action works on.
    ///   - presenter: The type of what it shows its results through.
    ///   - userInitiated: Whether the user initiated it.
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

    /// The path of the feature the topic is about.
    public var featurePath: FeaturePath {
        action == nil ? topicPath : topicPath.parentPath() ?? topicPath
    }

    /// The type name of the action the topic is about, if it is about one.
    public var action: String? {
        guard let last = topicPath.path.last, last.hasPrefix("#") else { return nil }
        return String(last.dropFirst())
    }
}

/// Turns a line into the text that is shown or kept.
public protocol LogEventFormattingStrategy: Sendable {
    /// The text, without a line end, or `nil` to leave the line out.
    func format(_ event: LogEvent) -> String?
}

/// Writes everything about a line, on one line.
///
/// ```
/// 2026-02-03 09:30:00.250 debug • main | Activity 'Playing' | Podcasts/Playback/#PlayAction | Began Play | State: 12
/// ```
///
/// Characters that would end the line or be taken by a terminal for more than text are written as in Swift's source,
/// so that no text can pass for another line.
public struct VerboseLogEventFormatter: LogEventFormattingStrategy {
    private let prefix: String?
    private let pattern: DatePattern

    /// Creates a formatter.
    ///
    /// - Parameters:
    ///   - prefix: What every line begins with.
    ///   - dateFormat: How the date is written, with `yyyy`, `yy`, `MM`, `dd`, `HH`, `mm`, `ss`, `SSS` and `Z`.
    public init(prefix: String? = nil, dateFormat: String = "yyyy-MM-dd HH:mm:ss.SSS") {
        self.prefix = prefix
        pattern = DatePattern(dateFormat)
    }

    /// Writes a line; never `nil`.
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
    /// The text with control characters, and what reorders text, written as in Swift's source.
    var withControlsEscaped: String {
        guard unicodeScalars.contains(where: \.needsEscape) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if scalar.needsEscape {
                result += scalar.escaped(asASCII: true)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// Whether it does something else than to be shown.
    fileprivate var needsEscape: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        default: false
        }
    }
}
