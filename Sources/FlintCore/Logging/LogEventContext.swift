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
    /// Whether a person asked for what was being done; `nil` where nobody knows.
    public let userInitiated: Bool?

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - session: The name of the session.
    ///   - activity: What is being done.
    ///   - topicPath: The topic.
    ///   - arguments: What the action works on.
    ///   - presenter: The type of what it shows its results through.
    ///   - userInitiated: Whether a person asked for it.
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
