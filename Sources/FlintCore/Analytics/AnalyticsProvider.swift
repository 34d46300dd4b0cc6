// SPDX-License-Identifier: MIT

import Logging

/// A bridge to an analytics service.
///
/// While ``AnalyticsFeature`` is available, the provider is called twice for every action that has an
/// ``Action/analyticsID``: before the action is performed, on the requesting thread, and after it completes, on the
/// completing thread. No lock is held during the calls. A provider therefore cannot be isolated to an actor.
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
/// Every requirement has a default implementation, so a provider implements only the functions that it needs. The
/// engine calls only the functions that take both a context and attributes. Their default implementations call the
/// functions that take only one of the two, which by default do nothing.
public protocol AnalyticsProvider: SendableMetatype {
    /// Reports that an action is about to be performed, with the action's context.
    ///
    /// - Parameters:
    ///   - feature: The feature that declares the action.
    ///   - action: The type of the action.
    ///   - context: The input and the source of the request.
    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>)

    /// Reports that an action has completed, with the action's context.
    ///
    /// - Parameters:
    ///   - feature: The feature that declares the action.
    ///   - action: The type of the action.
    ///   - context: The input and the source of the request.
    ///   - outcome: The action's outcome.
    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome)

    /// Reports that an action is about to be performed, with the action's attributes.
    ///
    /// - Parameters:
    ///   - feature: The feature that declares the action.
    ///   - action: The type of the action.
    ///   - context: The attributes from ``Action/analyticsAttributes(forRequest:)``.
    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: [String: Any?]?)

    /// Reports that an action has completed, with the action's attributes.
    ///
    /// - Parameters:
    ///   - feature: The feature that declares the action.
    ///   - action: The type of the action.
    ///   - context: The attributes from the beginning of the action.
    ///   - outcome: The action's outcome.
    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: [String: Any?]?,
        outcome: ActionPerformOutcome)

    /// Reports that an action is about to be performed, with the action's context and attributes.
    ///
    /// - Parameters:
    ///   - feature: The feature that declares the action.
    ///   - action: The type of the action.
    ///   - context: The input and the source of the request.
    ///   - attributes: The attributes from ``Action/analyticsAttributes(forRequest:)``.
    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        attributes: [String: Any?]?)

    /// Reports that an action has completed, with the action's context and attributes.
    ///
    /// - Parameters:
    ///   - feature: The feature that declares the action.
    ///   - action: The type of the action.
    ///   - context: The input and the source of the request.
    ///   - outcome: The action's outcome.
    ///   - attributes: The attributes from the beginning of the action.
    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome, attributes: [String: Any?]?)
}

extension AnalyticsProvider {
    /// Ignores the event.
    public func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>
    ) {}

    /// Ignores the event.
    public func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome
    ) {}

    /// Ignores the event.
    public func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: [String: Any?]?
    ) {}

    /// Ignores the event.
    public func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: [String: Any?]?,
        outcome: ActionPerformOutcome
    ) {}

    /// Calls the two functions that take only the context or only the attributes.
    public func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        attributes: [String: Any?]?
    ) {
        analyticsEventWillBegin(feature: feature, action: action, context: context)
        analyticsEventWillBegin(feature: feature, action: action, context: attributes)
    }

    /// Calls the two functions that take only the context or only the attributes.
    public func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome, attributes: [String: Any?]?
    ) {
        analyticsEventDidEnd(feature: feature, action: action, context: context, outcome: outcome)
        analyticsEventDidEnd(feature: feature, action: action, context: attributes, outcome: outcome)
    }
}

/// A provider that logs analytics events with swift-log at the debug level.
///
/// The log contains the values of all attributes, so use this provider only during development. Actions are reported to
/// this provider while ``AnalyticsFeature/provider`` is `nil`.
public struct ConsoleAnalyticsProvider: AnalyticsProvider, Sendable {
    static let shared = ConsoleAnalyticsProvider()

    private let logger: Logger

    /// Creates a provider that logs with the label `flint.analytics`.
    public init() {
        self.init(logger: Logger(label: "flint.analytics"))
    }

    init(logger: Logger) {
        self.logger = logger
    }

    /// Logs the beginning of an action.
    public func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        attributes: [String: Any?]?
    ) {
        logger.debug("Began \(ActionType.analyticsID ?? "unknown")", metadata: Self.metadata(feature, attributes))
    }

    /// Logs the outcome of an action.
    public func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome, attributes: [String: Any?]?
    ) {
        logger.debug(
            "Ended \(ActionType.analyticsID ?? "unknown"), \(outcome)", metadata: Self.metadata(feature, attributes))
    }

    private static func metadata(_ feature: FeatureDefinition.Type, _ attributes: [String: Any?]?) -> Logger.Metadata {
        var metadata: Logger.Metadata = [LogMetadataKey.feature: .string(feature.identifier.description)]
        for (name, value) in attributes ?? [:] {
            metadata["attribute.\(name)"] = .string(value.map { String(describing: $0) } ?? "nil")
        }
        return metadata
    }
}
