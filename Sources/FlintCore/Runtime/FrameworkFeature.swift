/// A feature of the framework itself that does its work only while it is available.
enum FrameworkFeature: Int, CaseIterable {
    case routes
    case activities
    case timeline
    case actionStacks

    /// The feature as it is registered.
    var definition: ConditionalFeatureDefinition.Type {
        switch self {
        case .routes: RoutesFeature.self
        case .activities: ActivitiesFeature.self
        case .timeline: TimelineFeature.self
        case .actionStacks: ActionStacksFeature.self
        }
    }
}
