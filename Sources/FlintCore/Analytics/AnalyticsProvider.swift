import Logging

/// Passes the actions that users perform on to an analytics service.
///
/// Called for every action that has an ``Action/analyticsID``: once before it is performed, and once when it has
/// answered, on the threads that ask and answer, with no lock held.
///
/// ```swift
/// final class Counter: AnalyticsProvider {
///     func analyticsEventWillBegin<ActionType: Action>(
///         feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
///         attributes: [String: Any?]?
///     ) { backend.count(ActionType.analyticsID, attributes) }
/// }
/// ```
///
/// Every requirement has a default, so that a provider implements those it needs. The default of the richest form, with
/// an action's context and its attributes, calls the two that have only one of them, which do nothing.
public protocol AnalyticsProvider {
    /// An action is about to be performed.
    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>)

    /// An action has answered.
    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome)

    /// An action is about to be performed, with nothing but the attributes the app supplies for it.
    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: [String: Any?]?)

    /// An action has answered, with nothing but the attributes the app supplied when it began.
    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: [String: Any?]?,
        outcome: ActionPerformOutcome)

    /// An action is about to be performed, with the attributes the app supplies for it.
    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        attributes: [String: Any?]?)

    /// An action has answered, with the attributes the app supplied when it began.
    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome, attributes: [String: Any?]?)
}

extension AnalyticsProvider {
    /// Does nothing.
    public func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>
    ) {}

    /// Does nothing.
    public func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome
    ) {}

    /// Does nothing.
    public func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: [String: Any?]?
    ) {}

    /// Does nothing.
    public func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: [String: Any?]?,
        outcome: ActionPerformOutcome
    ) {}

    /// Calls the forms with the context or the attributes alone.
    public func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        attributes: [String: Any?]?
    ) {
        analyticsEventWillBegin(feature: feature, action: action, context: context)
        analyticsEventWillBegin(feature: feature, action: action, context: attributes)
    }

    /// Calls the forms with the context or the attributes alone.
    public func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome, attributes: [String: Any?]?
    ) {
        analyticsEventDidEnd(feature: feature, action: action, context: context, outcome: outcome)
        analyticsEventDidEnd(feature: feature, action: action, context: attributes, outcome: outcome)
    }
}

/// Writes what an analytics backend would receive to swift-log, at its debug level.
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
