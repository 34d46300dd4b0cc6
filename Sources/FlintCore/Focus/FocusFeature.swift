/// Narrows what is logged and what the timeline shows to a few features, while they are in focus.
///
/// ```swift
/// FocusFeature.focus.request()?.perform(withInput: FocusArea(feature: DownloadsFeature.self))
/// ```
public final class FocusFeature: ConditionalFeature {
    /// How many lines ``FocusLogging`` keeps by default.
    public static let defaultMaxLogEvents = 1000

    /// What the feature offers.
    public static let description = "Narrows logs and the timeline to features in focus"
    /// Whether the app shows the feature to its users, for whom it is not meant.
    public static let isVisible = false

    /// Selects a topic.
    public static let focus = action(FocusAction.self)
    /// Takes a topic out of the selection.
    public static let defocus = action(DefocusAction.self)
    /// Takes everything out of the selection.
    public static let resetFocus = action(ResetFocusAction.self)

    /// What the feature works with in one runtime.
    public struct Dependencies: Sendable {
        /// What is selected.
        public let focusSelection: (any FocusSelection)?
        /// What was logged meanwhile.
        public let focusLoggingHistory: FocusLogging?
    }

    /// What the feature works with in the current runtime.
    public static var dependencies: Dependencies {
        let runtime = FlintRuntime.current
        return Dependencies(focusSelection: runtime.focus, focusLoggingHistory: runtime.focusLogging)
    }

    /// Whether selections count; takes effect at once, as does an override of the switch.
    ///
    /// What is selected stays selected.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.framework(.focus) }
        set { FlintRuntime.current.setFramework(.focus, newValue ?? false) }
    }

    // MARK: Old spelling

    /// Whether the feature is available; setting it sets ``isEnabled``.
    public static var isAvailable: Bool? {
        get { isAvailableToEngine }
        @available(*, deprecated, renamed: "isEnabled")
        set { isEnabled = newValue }
    }

    /// Requires the switch to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Offers its actions.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(focus)
        actions.publish(defocus)
        actions.publish(resetFocus)
    }
}

/// Selects a topic, so that everything else is left out.
public final class FocusAction: Action {
    /// A topic.
    public typealias InputType = FocusArea

    /// The action's description.
    public static let description = "Log everything about a topic, and only errors about all other topics"

    /// Selects the topic.
    public static func perform(
        context: ActionContext<FocusArea>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        FlintRuntime.current.focus.focus(context.input.topicPath)
        return completion.completedSync(.success)
    }
}

/// Takes a topic out of the selection.
public final class DefocusAction: Action {
    /// A topic.
    public typealias InputType = FocusArea

    /// The action's description.
    public static let description = "Stop focusing on a topic; after the last one everything is shown"

    /// Takes the topic out.
    public static func perform(
        context: ActionContext<FocusArea>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        FlintRuntime.current.focus.defocus(context.input.topicPath)
        return completion.completedSync(.success)
    }
}

/// Takes everything out of the selection.
public final class ResetFocusAction: Action {
    /// The action's description.
    public static let description = "Show everything again"

    /// Takes everything out.
    public static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        FlintRuntime.current.focus.reset()
        return completion.completedSync(.success)
    }
}

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
