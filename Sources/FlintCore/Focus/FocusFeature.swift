// SPDX-License-Identifier: MIT

/// The framework feature that narrows logs and the timeline to the features in focus.
///
/// ```swift
/// FocusFeature.focus.request()?.perform(withInput: FocusArea(feature: DownloadsFeature.self))
/// ```
///
/// While a topic is selected, loggers write all lines about it but only errors about other topics, and the timeline
/// records only the selected features' actions. Select topics with the feature's actions or through
/// ``FlintRuntime/focusSelection``.
public final class FocusFeature: ConditionalFeature {
    /// The maximum number of lines that ``FocusLogging`` retains.
    public static let defaultMaxLogEvents = 1000

    /// The description of the feature in the debug console.
    public static let description = "Narrows logs and the timeline to features in focus"
    /// Always `false`, because the feature is not meant for the app's users.
    public static let isVisible = false

    /// The action that adds a topic to the selection.
    public static let focus = action(FocusAction.self)
    /// The action that removes a topic from the selection.
    public static let defocus = action(DefocusAction.self)
    /// The action that removes all topics from the selection.
    public static let resetFocus = action(ResetFocusAction.self)

    /// A runtime's objects for managing the focus.
    ///
    /// The objects exist for as long as the runtime, whether or not a topic is selected.
    public struct Dependencies: Sendable {
        /// The topics in focus.
        public let focusSelection: (any FocusSelection)?
        /// The lines that were logged while a topic was in focus.
        public let focusLoggingHistory: FocusLogging?
    }

    /// The current runtime's objects for managing the focus.
    public static var dependencies: Dependencies {
        let runtime = FlintRuntime.current
        return Dependencies(focusSelection: runtime.focus, focusLoggingHistory: runtime.focusLogging)
    }

    /// Whether selections take effect.
    ///
    /// A change of the value, or of its override, takes effect immediately. The selection is retained while the value
    /// is `false`.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.isEnabled(.focus) }
        set { FlintRuntime.current.setEnabled(.focus, newValue ?? false) }
    }

    // MARK: Old spelling

    /// Whether the feature is available, or `nil` if that is undetermined.
    ///
    /// Setting this property sets ``isEnabled``.
    public static var isAvailable: Bool? {
        get { isAvailableToEngine }
        @available(*, deprecated, renamed: "isEnabled")
        set { isEnabled = newValue }
    }

    /// Requires the feature's runtime switch to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Publishes the feature's actions.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(focus)
        actions.publish(defocus)
        actions.publish(resetFocus)
    }
}

/// The action that adds a topic to the focus.
///
/// Other topics are then suppressed in logs and in the timeline; see ``FocusFeature``.
public final class FocusAction: Action {
    /// The area to focus on.
    public typealias InputType = FocusArea

    /// The description shown in the console.
    public static let description = "Log everything about a topic, and only errors about all other topics"

    /// Adds the topic to the selection and succeeds.
    public static func perform(
        context: ActionContext<FocusArea>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        FlintRuntime.current.focus.focus(context.input.topicPath)
        return completion.completedSync(.success)
    }
}

/// The action that removes a topic from the focus.
///
/// Once no topic is left, logs and the timeline include all features again.
public final class DefocusAction: Action {
    /// The area to remove from the focus.
    public typealias InputType = FocusArea

    /// The description shown in the console.
    public static let description = "Remove a topic from the focus; without topics, everything is shown"

    /// Removes the topic from the selection and succeeds.
    public static func perform(
        context: ActionContext<FocusArea>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        FlintRuntime.current.focus.defocus(context.input.topicPath)
        return completion.completedSync(.success)
    }
}

/// The action that removes all topics from the focus.
///
/// Logs and the timeline then include all features again.
public final class ResetFocusAction: Action {
    /// The description shown in the console.
    public static let description = "Show everything again"

    /// Clears the selection and succeeds.
    public static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        FlintRuntime.current.focus.reset()
        return completion.completedSync(.success)
    }
}

/// An area of an app that can be in focus: a topic with everything below it.
///
/// ``FocusAction`` and ``DefocusAction`` take an area as their input. A feature's area includes its actions and, for a
/// group, the features below it. An area can also be decoded from the parameter `topic` of a URL or a command.
///
/// ```swift
/// FocusFeature.focus.request()?.perform(withInput: FocusArea(feature: DownloadsFeature.self))
/// ```
public struct FocusArea: FlintLoggable, RouteParametersDecodable, Hashable, Sendable, CustomStringConvertible {
    /// The topic at the top of the area.
    public let topicPath: TopicPath

    /// Creates an area for a topic.
    public init(topicPath: TopicPath) {
        self.topicPath = topicPath
    }

    /// Creates an area for a feature and everything below it.
    public init(feature: FeatureDefinition.Type) {
        topicPath = feature.identifier
    }

    /// Creates an area from the parameter `topic`, such as `PodcastFeatures/PlaybackFeature`.
    ///
    /// Decoding fails if the parameter is missing or empty.
    public init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let text = parameters?["topic"] else { return nil }
        let path = TopicPath(stringLiteral: text)
        guard !path.path.isEmpty else { return nil }
        topicPath = path
    }

    /// The input's only field, `topic`.
    public static var inputFields: [InputField] {
        [InputField("topic", description: "the path of a feature, with slashes")]
    }

    /// The topic's path.
    public var description: String { topicPath.description }

    /// The topic's path.
    public var loggingDescription: String { topicPath.description }
}
