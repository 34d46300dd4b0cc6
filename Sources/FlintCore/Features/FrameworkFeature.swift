/// A feature of the framework itself that does its work only while it is available.
enum FrameworkFeature: Int, CaseIterable {
    case routes
    case activities
    case timeline
    case focus
    case analytics
    case actionStacks

    /// The feature as it is registered.
    var definition: ConditionalFeatureDefinition.Type {
        switch self {
        case .routes: RoutesFeature.self
        case .activities: ActivitiesFeature.self
        case .timeline: TimelineFeature.self
        case .focus: FocusFeature.self
        case .analytics: AnalyticsFeature.self
        case .actionStacks: ActionStacksFeature.self
        }
    }
}
