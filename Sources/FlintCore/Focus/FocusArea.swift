/// A part of an app to look at: a topic with everything under it.
public struct FocusArea: FlintLoggable, RouteParametersDecodable, Hashable, Sendable, CustomStringConvertible {
    /// The topic.
    public let topicPath: TopicPath

    /// Names a topic.
    public init(topicPath: TopicPath) {
        self.topicPath = topicPath
    }

    /// Names a feature, with everything under it.
    public init(feature: FeatureDefinition.Type) {
        topicPath = feature.identifier
    }

    /// Takes the parameter `topic`, such as `PodcastFeatures/PlaybackFeature`.
    public init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let text = parameters?["topic"] else { return nil }
        let path = TopicPath(stringLiteral: text)
        guard !path.path.isEmpty else { return nil }
        topicPath = path
    }

    /// What the area is made from.
    public static var inputFields: [InputField] {
        [InputField("topic", description: "the path of a feature, with slashes")]
    }

    /// The topic's path.
    public var description: String { topicPath.description }

    /// The topic's path.
    public var loggingDescription: String { topicPath.description }
}
