import Logging

/// Writes what an analytics backend would be told to swift-log, at its debug level.
///
/// Values of attributes are written out, so it is for development.
public struct ConsoleAnalyticsProvider: AnalyticsProvider, Sendable {
    static let shared = ConsoleAnalyticsProvider()

    private let logger: Logger

    /// Creates a provider that writes under the label `flint.analytics`.
    public init() {
        self.init(logger: Logger(label: "flint.analytics"))
    }

    /// Creates a provider that writes to a logger.
    init(logger: Logger) {
        self.logger = logger
    }

    /// Writes that an action begins.
    public func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        attributes: [String: Any?]?
    ) {
        logger.debug("Began \(ActionType.analyticsID ?? "nothing")", metadata: Self.metadata(feature, attributes))
    }

    /// Writes how an action ended.
    public func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome, attributes: [String: Any?]?
    ) {
        logger.debug(
            "Ended \(ActionType.analyticsID ?? "nothing"), \(outcome)", metadata: Self.metadata(feature, attributes))
    }

    private static func metadata(_ feature: FeatureDefinition.Type, _ attributes: [String: Any?]?) -> Logger.Metadata {
        var metadata: Logger.Metadata = [LogMetadataKey.feature: .string(feature.identifier.description)]
        for (name, value) in attributes ?? [:] {
            metadata["attribute.\(name)"] = .string(value.map { String(describing: $0) } ?? "nil")
        }
        return metadata
    }
}
