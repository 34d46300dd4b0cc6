/// What somebody is looking at, to the exclusion of everything else.
///
/// While something is selected, everything about it is logged, of everything else only errors are, and the timeline
/// has only actions of selected features. A topic is in focus if it, or one above it, is selected. It may be used from
/// any thread.
public protocol FocusSelection: AnyObject, Sendable {
    /// Whether anything is selected, and selections count.
    var isActive: Bool { get }

    /// The topics that are selected, in order of their paths, whether or not they count.
    var selected: [TopicPath] { get }

    /// Whether a topic is left out because others are in focus.
    func shouldSuppress(_ topicPath: TopicPath) -> Bool

    /// Whether a topic is in focus.
    func isFocused(_ topicPath: TopicPath) -> Bool

    /// Selects a topic with everything under it.
    func focus(_ topicPath: TopicPath)

    /// Takes a selected topic out again; after the last one everything is shown.
    func defocus(_ topicPath: TopicPath)

    /// Takes everything out.
    func reset()
}

extension FocusSelection {
    /// Whether a feature is left out because others are in focus.
    public func shouldSuppress(_ feature: FeatureDefinition.Type) -> Bool { shouldSuppress(feature.identifier) }

    /// Whether a feature is in focus.
    public func isFocused(_ feature: FeatureDefinition.Type) -> Bool { isFocused(feature.identifier) }

    /// Selects a feature with everything under it.
    public func focus(_ feature: FeatureDefinition.Type) { focus(feature.identifier) }

    /// Takes a selected feature out again.
    public func defocus(_ feature: FeatureDefinition.Type) { defocus(feature.identifier) }
}
